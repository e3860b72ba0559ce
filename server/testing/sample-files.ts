import { brotliDecompressSync, crc32, deflateRawSync, deflateSync } from "node:zlib";

/** Creates a ZIP of stored or deflated entries. */
export function zip(entries: Readonly<Record<string, string | Buffer>>, deflate = false): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const raw = Buffer.from(content);
    const data = deflate ? deflateRawSync(raw) : raw;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(deflate ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(raw.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 0]);
    centrals.push(
      Buffer.concat([Buffer.from("PK\x01\x02"), made, facts, place, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(centrals.length, 4);
  end.writeUInt16LE(centrals.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from("PK\x05\x06"), end]);
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** Creates a small Word document; `more` adds entries. */
export const docx = (more: Readonly<Record<string, string | Buffer>> = {}): Buffer =>
  zip({ "[Content_Types].xml": CONTENT_TYPES, "word/document.xml": "<w:document/>", ...more });

/** Creates the OLE container of an old Word file, with these entry names. */
export const doc = (...names: string[]): Buffer =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(504),
    ...names.map((name) => Buffer.from(name.padEnd(32, "\0"), "utf16le")),
    Buffer.alloc(512),
  ]);

export const pdf = (inside = ""): Buffer =>
  Buffer.from(`%PDF-1.4\n${inside}\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n`);

/** Creates a valid single-colour PNG of this size. */
export function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const unpacked = (base64: string) => brotliDecompressSync(Buffer.from(base64, "base64"));

/** Returns a red AVIF of 7000 × 7000 pixels in 1.5 KB; decoding and encoding it takes 1.4 GB. */
export const avifOf49Megapixels = (): Buffer =>
  unpacked(
    "G8AFQGaIjnlhCpA/0J48eFM33GyAs68yot97ViAXyBIMiBLjBGNNb+hZKSUJUfK7BAAgsvH0czX3hmwAAMAJsmGXyQkyr4Ttz40ITCO3s3J0ByZXyNITcBSQo4slmKXEAAwgSL8iAuBnKCUEOdsEUHfYaWsNi8Xcm42dVxRXyNOpidGBXN1dgeVTZOlyRjL3ZpcMEx0TsSAPV2sAGkI9XwC0eewLFXDvFQAFB3J1MgcWBt9duDBYOADgV5yszD0xAAKC6Geeli7vVLRViKP7A2ZW5NTcItsEbKRYKLBZmWf4ju9XVT5L6mSnRUG9oTpYGdJr3vBY9ShStMyRLM+orFJlWtWKb6SmWipM6mrxSV72MVuoeqmS6W+UVqp714TdGia5npwVY2P9JFK8lMdRW4oslKKQ0+NWqbyOpiuR0PVTRbLiR+XKvJTln9DLT0AwjEsg6pMQvwXllBp6tGNFcQeyrFu3p34cb1jE43vI4T9CLjlnHT4pU4UQsMK4GOOMFr+eLMNFoG5ImiC8/xZoi7TuTMvJsPfv+TfDUsA/9eqLC86uM1aL7mvhFA4y8ifyD39Iiu375rSKLYwPyY8KjjPTt2FNIh0PTtX7Ykfrbxj4XP6GShxw4zBUI2T1EX64wDV8FyNxW35jdTdqs+cv+zH582fJ/8TtOaC4rpaHpCps4GtfI5CoAgnyDD52iWNkHbQRHCC//7dcOjGH4akkjLs60DDX+65L+MgrZTEtZm7ac09t7QS71XKBQ8WTDMGaVE+SmGkSLrJgZV5Kh/r7duvR5eR9uxQcZh6tZJxJ0g9Z75V0Ewc37RT26NMK3pYvQEPxs2pv9oybzguvxAUxHDH1R8TghruyWimXeJeNIBclQ4kFCzjQfIT/zcAhfcyrzdCDZCYPDV00NfIfqip34GW9KjvL44vt16KPWHZGsn4Ep5Z/5rFRWBCwkddGk1hqD4tj+nybNrVweluwVOVxTgTuOXzJzvD0UXq5018Zd/rpUGPSS8t//TNzBnFqCp0GQ/7S75zPHNrhJqcEsRZfX/D2mRavYer+UG0o74ViOaMYu6CM/QGbLxBpK23+2sH/sv/3t4PyV8Q0M164EOvjnHUtX5paJLwdWuh971T2YxtMW5318LwcZd8j/W1lfh688fZ42y4Hc3BPovvDbPxZqd5hNt6SaVf1+kfK2gFdUl+qgm+r0qWSRA==",
  );

/** Returns a red AVIF of 4096 × 4096 pixels, the accepted maximum; it takes half a gigabyte. */
export const avifOf16Megapixels = (): Buffer =>
  unpacked(
    "G/wBED4PcCC3XuE4x3E5BueV4jn1pkT88KYaDWGVyrd+3VudAXXpBCBODqGKegr7qlgAAQ2gQNYoMTBbfZ5r3vWibW80nXdSeOVfFVdhESdQ08DHA1mxwPYAwlG9XnGRqZKPeTl5pIjdEkBR5CrEO1148gvdvrT/dXLCx+YH4YCa54EFAHlbgHkinMdYBsdUpn21AOgWy6qLSBUsOgA80J2ceCwSHfD4cQgANCpTuSVEEShlipkxuAIKAKEuJBIA/EpAiA4TsPj0dgLUZDRh1qSBoxMA5Fso4421dBSVFAE8UUQRAGQzA6eQZkdhAqCK0iIaAIBinIFii1XFAkBEIBAQoI4iHgkAAEJEekRBEBLX86QyZSiy+X96g9acP5GQ2mynSB1ijvyj4vfN+rv69ZWrBjxmqrHZg8h1rfEoaQexTvjP33YeiLKJi18vWN+rlZuYsORnUET+FEYc/LSqzmqcP8fij/YSN/15hqETGx7fP9oecfXCR9kGj7Z9ulYvpmeeP7vdhtt5LHSdX+o65njnFpr7M/wT68jVu/1TkU0uRZUd3NWFA3K1D5dldXs0txKSqP43rcs2LQPbVV+kev3dr3kmN4cjpGDLIbUg7YaXJhsx3ZLnkx/f3Xowsp9wEvqFXlyfelf7H7W2uaLTv6j9EAc=",
  );
