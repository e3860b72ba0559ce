import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** A ZIP of stored or deflated entries. */
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

/** A small Word document; `more` adds entries. */
export const docx = (more: Readonly<Record<string, string | Buffer>> = {}): Buffer =>
  zip({ "[Content_Types].xml": CONTENT_TYPES, "word/document.xml": "<w:document/>", ...more });

/** The OLE container of old Word files, with these entry names. */
export const doc = (...names: string[]): Buffer =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(504),
    ...names.map((name) => Buffer.from(name.padEnd(32, "\0"), "utf16le")),
    Buffer.alloc(512),
  ]);

export const pdf = (inside = ""): Buffer =>
  Buffer.from(`%PDF-1.4\n${inside}\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n`);

/** A valid single-colour PNG of this size. */
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
