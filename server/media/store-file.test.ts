import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { medias } from "@db/schema";
import { readConfig } from "@server/config/environment";
import type { SignedInActor } from "@server/context/actor";
import { MAX_FILE_BYTES } from "@server/domain/media/rules";
import { outcome } from "@server/testing/money-world";
import { type PeopleWorld, peopleWorld } from "@server/testing/people-world";
import { doc, docx, hugePng, pdf, zip } from "@server/testing/sample-files";
import { storeFile } from "./store-file";

let world: PeopleWorld;
let actor: SignedInActor;
beforeAll(async () => {
  const { limits } = readConfig({ NODE_ENV: "test" });
  world = await peopleWorld({ config: { limits: { ...limits, uploadsPerMemberHour: 100_000 } } });
  const person = await world.person(await world.company(), "USER");
  actor = { role: "USER", id: person.id, companyId: person.companyId, sessionId: "test" };
});
afterAll(() => world.close());

const store = (bytes: Buffer, fileName = "proof.png", options = {}) =>
  storeFile(world.deps, actor, { fieldName: "medias", fileName, bytes }, options);

async function kept(bytes: Buffer, fileName?: string): Promise<Buffer> {
  const { storageKey } = await store(bytes, fileName);
  return (await world.deps.storage.get(storageKey)) ?? Buffer.alloc(0);
}

/** Two halves, red above blue; 40 by 20. */
const flag = (): Sharp =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "blue" } }).composite([
    {
      input: { create: { width: 40, height: 10, channels: 3, background: "red" } },
      left: 0,
      top: 0,
    },
  ]);
const FORMATS = ["jpeg", "png", "webp", "avif"] as const;
const EXIF = {
  IFD0: { Make: "Secret camera", Copyright: "Asha Rao" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "19/1 4/1 33/1", GPSLongitude: "72/1 52/1 12/1" },
};

describe("a picture", () => {
  test.each(FORMATS)("%s keeps no place, camera or author, and stands upright", async (format) => {
    // Turned by a quarter as a phone does: what is kept must look the same without the note.
    const taken = await flag()
      .withExif(EXIF)
      .withMetadata({ orientation: 6, exif: EXIF })
      .toFormat(format, { quality: 90 })
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    expect(taken.includes("Secret camera")).toBe(true);

    const bytes = await kept(taken, `x.${format}`);
    const { exif, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined });
    expect(orientation ?? 1).toBe(1);
    expect(bytes.includes("Secret camera")).toBe(false);
    expect(bytes.includes("Asha Rao")).toBe(false);
    // AVIF carries its turn beside the note, and decoders obey it before they count.
    if (format === "avif") return;
    expect([width, height]).toEqual([20, 40]);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)];
    expect(at(17, 20)[0]).toBeGreaterThan(200);
    expect(at(2, 20)[2]).toBeGreaterThan(200);
  });

  test.each(FORMATS)("%s loses whatever was packed behind it", async (format) => {
    const picture = await flag().toFormat(format).toBuffer();
    const archive = zip({ "evil.exe": "MZ a program" });
    const bytes = await kept(Buffer.concat([picture, archive]), `x.${format}`);
    expect(bytes.includes("MZ a program")).toBe(false);
  });

  test.each(FORMATS)("%s that is cut off is refused, and nothing is kept of it", async (format) => {
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: "red",
        noise: { type: "gaussian", mean: 120, sigma: 60 },
      },
    })
      .toFormat(format)
      .toBuffer();
    const before = await world.database.db.select().from(medias);
    for (const share of [0.3, 0.7, 0.98]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      expect(await outcome(store(cut))).toBe("FILE_UNREADABLE");
    }
    expect(await world.database.db.select().from(medias)).toEqual(before);
  });

  test("small in bytes and huge unfolded is refused before it is unfolded", async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [60_000, 1000],
    ] as const) {
      const bomb = hugePng(width, height);
      expect(bomb.length).toBeLessThan(200_000);
      expect(await outcome(store(bomb))).toBe("IMAGE_TOO_LARGE");
    }
    expect(await outcome(store(hugePng(2000, 2000)))).toBe("ok");
  });
});

describe("its type is what its bytes say", () => {
  test("whatever it is called", async () => {
    const png = await flag().png().toBuffer();
    expect(await store(png, "slip.pdf")).toMatchObject({
      contentType: "image/png",
      fileName: "slip.png",
    });
    expect(await store(pdf(), "slip.png")).toMatchObject({
      contentType: "application/pdf",
      fileName: "slip.pdf",
    });
  });

  test.each([
    ["pdf", pdf(), "a.pdf", "application/pdf"],
    ["doc", doc("Root Entry", "WordDocument"), "a.doc", "application/msword"],
    [
      "docx",
      docx(),
      "a.docx",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
  ])("%s is taken as it came", async (_what, bytes, fileName, contentType) => {
    const media = await store(bytes, fileName);
    expect(media).toMatchObject({ contentType, fileName, sizeBytes: bytes.length });
    expect(await world.deps.storage.get(media.storageKey)).toEqual(bytes);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = "<!doctype html><html><script>alert(1)</script></html>";
  const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
  test.each<[string, Buffer, string?]>([
    ["SVG", Buffer.from(svg)],
    ["SVG with a prologue", Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ["HTML", Buffer.from(html), "a.pdf"],
    ["a program", program, "a.doc"],
    ["a program before a PDF", Buffer.concat([program, pdf()]), "a.pdf"],
    ["HTML before a PDF", Buffer.concat([Buffer.from(html), pdf()]), "a.pdf"],
    ["a PDF that begins with HTML", pdf(html), "a.pdf"],
    ["a PDF that is a ZIP as well", Buffer.concat([pdf(), zip({ "a.class": "x" })]), "a.pdf"],
    ["an archive", zip({ "a.txt": "x" }), "a.docx"],
    ["a Word file with macros", docx({ "word/vbaProject.bin": "x" }), "a.docx"],
    ["an old Word file with macros", doc("WordDocument", "_VBA_PROJECT"), "a.doc"],
    ["a Windows installer in the same container", doc("Root Entry"), "a.doc"],
    ["an old spreadsheet", doc("WordDocument"), "a.xls"],
    ["a GIF with a script", Buffer.from("GIF89a/*\x01\x00\x01\x00*/=1;alert(1)")],
    ["a shell script", Buffer.from("#!/bin/sh\necho")],
    ["text", Buffer.from("just text"), "a.doc"],
  ])("%s is refused", async (_what, bytes, fileName) => {
    expect(await outcome(store(bytes, fileName))).toMatch(
      /^(FILE_TYPE_UNSUPPORTED|FILE_UNREADABLE)$/,
    );
  });

  test("a PDF or Word document that is cut off is refused", async () => {
    const longPdf = pdf("x".repeat(5000));
    expect(await outcome(store(longPdf.subarray(0, 3000), "a.pdf"))).toBe("FILE_UNREADABLE");
    const word = docx({ "word/more.xml": "x".repeat(5000) });
    expect(await outcome(store(word.subarray(0, 4000), "a.docx"))).toBe("FILE_UNREADABLE");
  });

  test("where a picture is asked for, no document is taken", async () => {
    expect(await outcome(store(pdf(), "a.pdf", { imagesOnly: true }))).toBe("FILE_NOT_AN_IMAGE");
  });

  test("an empty file and one above the cap are refused", async () => {
    expect(await outcome(store(Buffer.alloc(0)))).toBe("FILE_EMPTY");
    const large = Buffer.concat([pdf(), Buffer.alloc(MAX_FILE_BYTES)]);
    expect(await outcome(store(large, "a.pdf"))).toBe("FILE_TOO_LARGE");
  });

  test("whatever is done to a file, it is stored or refused, never a fault", async () => {
    const samples = [
      await flag().png().toBuffer(),
      await flag().jpeg().toBuffer(),
      await flag().webp().toBuffer(),
      docx(),
      zip({ "[Content_Types].xml": "x".repeat(100_000) }, true),
      doc("WordDocument"),
      pdf(),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 8 }),
        fc.nat(4000),
        async (sample, changes, cut) => {
          const bytes = Buffer.from(sample);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const sent = cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
          expect(await outcome(store(sent, "a.doc"))).toMatch(/^(ok|FILE_|IMAGE_)/);
        },
      ),
      { numRuns: 150 },
    );
  });
});

test("a name from anywhere becomes one that is safe to keep and to offer", async () => {
  const png = await flag().png().toBuffer();
  const names: [string, string][] = [
    ["../../etc/passwd", "passwd.png"],
    ["C:\\Users\\asha\\slip.png", "slip.png"],
    ["a\0b\r\nSet-Cookie: x=1.png", "a-b-Set-Cookie- x-1.png"],
    ["slip\u202Egnp.exe", "slip-gnp.png"],
    ["रसीद नवंबर.png", "रसीद नवंबर.png"],
    ["\uD800.png", "file.png"],
  ];
  for (const [name, safe] of names) expect((await store(png, name)).fileName).toBe(safe);
  const { fileName } = await store(png, `${"ऊ".repeat(5000)}.png`);
  expect([...fileName].length).toBeLessThanOrEqual(84);
});

test("a member can fill the store no faster than so many files an hour, refused ones too", async () => {
  const limits = { ...world.deps.config.limits, uploadsPerMemberHour: 3 };
  const deps = { ...world.deps, config: { ...world.deps.config, limits } };
  const at = await world.company();
  const send = async (role: "USER" | "ADMIN", count: number, bytes = hugePng(8, 8)) => {
    const { id, companyId } = await world.person(at, role);
    const as = { role, id, companyId, sessionId: "test" };
    const said: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const file = { fieldName: "medias", fileName: "a.png", bytes };
      said.push(await outcome(storeFile(deps, as, file)));
    }
    return said;
  };
  expect(await send("USER", 5)).toEqual(["ok", "ok", "ok", "THROTTLED", "THROTTLED"]);
  const unreadable = await send("USER", 4, Buffer.from("no picture"));
  expect(unreadable).toEqual([...Array<string>(3).fill("FILE_TYPE_UNSUPPORTED"), "THROTTLED"]);
  expect(await send("ADMIN", 4)).toEqual(["ok", "ok", "ok", "ok"]);
});
