import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import PDFDocument from "pdfkit";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { medias } from "@db/schema";
import { readConfig } from "@server/platform/config/environment";
import type { SignedInActor } from "@server/access/call/actor";
import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";
import { resultCode } from "@server/testing/order-harness";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { doc, docx, hugePng, pdf, zip } from "@server/testing/sample-files";
import { storeFile } from "./store-file";
import { freshActor } from "@server/testing/actors";
import { moreInFull, rounds } from "@server/testing/rounds";

let harness: MemberHarness;
let actor: SignedInActor;
beforeAll(async () => {
  const { limits } = readConfig({ NODE_ENV: "test" });
  harness = await memberHarness({
    config: { limits: { ...limits, uploadsPerMemberHour: 100_000 } },
  });
  const person = await harness.person(await harness.company(), "USER");
  actor = freshActor(person);
});
afterAll(() => harness.close());

const store = (bytes: Buffer, fileName = "proof.png", options = {}) =>
  storeFile(harness.deps, actor, { fieldName: "medias", fileName, bytes }, options);

async function kept(bytes: Buffer, fileName?: string): Promise<Buffer> {
  const { storageKey } = await store(bytes, fileName);
  return (await harness.deps.storage.get(storageKey)) ?? Buffer.alloc(0);
}

/** Two halves, red above blue; 40 by 20 pixels. */
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

describe("a PDF", () => {
  const made = async (options: PDFKit.PDFDocumentOptions) => {
    const document = new PDFDocument(options);
    const whole = buffer(document);
    document.text("UTR 412345678901");
    document.end();
    return whole;
  };

  test(
    "a PDF that asks for a password is told to its sender, and not stored",
    { tags: ["full"] },
    async () => {
      const locked = await made({ userPassword: "secret", pdfVersion: "1.7" });
      const before = await harness.database.db.select().from(medias);
      expect(await resultCode(store(locked, "slip.pdf"))).toBe("FILE_NEEDS_PASSWORD");
      expect(await harness.database.db.select().from(medias)).toHaveLength(before.length);
    },
  );

  test(
    "a PDF that needs a password only for changes is a proof like any other",
    { tags: ["full"] },
    async () => {
      const bytes = await made({ ownerPassword: "secret" });
      expect(bytes.includes("/Encrypt")).toBe(true);
      expect(await kept(bytes, "slip.pdf")).toEqual(bytes);
    },
  );
});

describe("a picture", () => {
  test(
    "a person's picture is stored as a small WebP, and the same file as a proof at its own size",
    { tags: ["full"] },
    async () => {
      const taken = await flag().resize(900, 450).jpeg().toBuffer();
      const portrait = await store(taken, "me.webp", { imagesOnly: true });
      expect(portrait).toMatchObject({ contentType: "image/webp", fileName: "me.webp" });
      const again = await store(taken, "me.webp", { imagesOnly: true });
      expect(again.id).toBe(portrait.id);
      const small = await harness.deps.storage.get(portrait.storageKey);
      expect(await sharp(small ?? "").metadata()).toMatchObject({
        format: "webp",
        width: 288,
        height: 144,
      });

      const taken2 = await flag().resize(900, 450).webp().toBuffer();
      await store(taken2, "me.webp", { imagesOnly: true });
      const proof = await sharp(await kept(taken2, "me.webp")).metadata();
      expect(proof).toMatchObject({ width: 900, height: 450 });
    },
  );

  test.each(FORMATS)(
    "a picture of type %s is stored upright and without metadata",
    async (format) => {
      // Rotated by metadata, as phones do: the stored picture must look the same without it.
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
      // AVIF also stores the rotation outside EXIF, and decoders apply it before reporting the size.
      if (format === "avif") return;
      expect([width, height]).toEqual([20, 40]);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)];
      expect(at(17, 20)[0]).toBeGreaterThan(200);
      expect(at(2, 20)[2]).toBeGreaterThan(200);
    },
  );

  test.each(FORMATS)("a picture of type %s loses appended data", async (format) => {
    const picture = await flag().toFormat(format).toBuffer();
    const archive = zip({ "evil.exe": "MZ a program" });
    const bytes = await kept(Buffer.concat([picture, archive]), `x.${format}`);
    expect(bytes.includes("MZ a program")).toBe(false);
  });

  test.each(FORMATS)(
    "a picture of type %s that is cut off is refused, and no record is stored",
    { tags: ["full"] },
    async (format) => {
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
      const before = await harness.database.db.select().from(medias);
      for (const share of [0.3, 0.7, 0.98]) {
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        expect(await resultCode(store(cut))).toBe("FILE_UNREADABLE");
      }
      expect(await harness.database.db.select().from(medias)).toEqual(before);
    },
  );

  test("a decompression bomb is refused before it is decoded", { tags: ["full"] }, async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [60_000, 1000],
    ] as const) {
      const bomb = hugePng(width, height);
      expect(bomb.length).toBeLessThan(200_000);
      expect(await resultCode(store(bomb))).toBe("IMAGE_TOO_LARGE");
    }
    expect(await resultCode(store(hugePng(2000, 2000)))).toBe("ok");
  });
});

describe("the type is detected from the bytes", () => {
  test("a file's type is detected from its bytes, regardless of the name", async () => {
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
  ])("a file of type %s is stored unchanged", async (_what, bytes, fileName, contentType) => {
    const media = await store(bytes, fileName);
    expect(media).toMatchObject({ contentType, fileName, sizeBytes: bytes.length });
    expect(await harness.deps.storage.get(media.storageKey)).toEqual(bytes);
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
  ])("a file that is %s is refused", async (_what, bytes, fileName) => {
    expect(await resultCode(store(bytes, fileName))).toMatch(
      /^(FILE_TYPE_UNSUPPORTED|FILE_UNREADABLE)$/,
    );
  });

  test("a PDF or Word document that is cut off is refused", async () => {
    const longPdf = pdf("x".repeat(5000));
    expect(await resultCode(store(longPdf.subarray(0, 3000), "a.pdf"))).toBe("FILE_UNREADABLE");
    const word = docx({ "word/more.xml": "x".repeat(5000) });
    expect(await resultCode(store(word.subarray(0, 4000), "a.docx"))).toBe("FILE_UNREADABLE");
  });

  test("documents are refused where an image is required", async () => {
    expect(await resultCode(store(pdf(), "a.pdf", { imagesOnly: true }))).toBe("FILE_NOT_AN_IMAGE");
  });

  test("an empty file and one above the limit are refused", async () => {
    expect(await resultCode(store(Buffer.alloc(0)))).toBe("FILE_EMPTY");
    const large = Buffer.concat([pdf(), Buffer.alloc(MAX_FILE_BYTES)]);
    expect(await resultCode(store(large, "a.pdf"))).toBe("FILE_TOO_LARGE");
  });

  test("a corrupted file is stored or refused, never an internal error", moreInFull, async () => {
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
          expect(await resultCode(store(sent, "a.doc"))).toMatch(/^(ok|FILE_|IMAGE_)/);
        },
      ),
      { numRuns: rounds(20, 150) },
    );
  });
});

test("a file name is made safe for storage and downloads", { tags: ["full"] }, async () => {
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

test("uploads per member and hour are limited, including refused ones", async () => {
  const limits = { ...harness.deps.config.limits, uploadsPerMemberHour: 3 };
  const deps = { ...harness.deps, config: { ...harness.deps.config, limits } };
  const at = await harness.company();
  const send = async (role: "USER" | "ADMIN", count: number, bytes = hugePng(8, 8)) => {
    const as = freshActor(await harness.person(at, role));
    const said: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const file = { fieldName: "medias", fileName: "a.png", bytes };
      said.push(await resultCode(storeFile(deps, as, file)));
    }
    return said;
  };
  expect(await send("USER", 5)).toEqual(["ok", "ok", "ok", "THROTTLED", "THROTTLED"]);
  const unreadable = await send("USER", 4, Buffer.from("no picture"));
  expect(unreadable).toEqual([...Array<string>(3).fill("FILE_TYPE_UNSUPPORTED"), "THROTTLED"]);
  expect(await send("ADMIN", 4)).toEqual(["ok", "ok", "ok", "ok"]);
});

describe("the stored bytes of a day", () => {
  const KB = 1024;
  async function withQuota(member: number, company: number) {
    const limits = {
      ...harness.deps.config.limits,
      uploadKbPerMemberDay: member,
      uploadKbPerCompanyDay: company,
    };
    const deps = { ...harness.deps, config: { ...harness.deps.config, limits } };
    const at = await harness.company();
    let sent = 0;
    return async (
      role: "USER" | "ADMIN",
      kilobytes: readonly number[],
      { storage = deps.storage, isApproved = true } = {},
    ) => {
      const as = freshActor(await harness.person(at, role, { isApproved }));
      const said: string[] = [];
      for (const size of kilobytes) {
        const bytes = pdf(`${(sent += 1)}`.padEnd(size * KB - 70));
        const file = { fieldName: "medias", fileName: "a.pdf", bytes };
        said.push(await resultCode(storeFile({ ...deps, storage }, as, file)));
      }
      return said;
    };
  }

  test("uploads are limited per member, whose smaller file is still accepted", async () => {
    const send = await withQuota(10, 1000);
    expect(await send("USER", [5, 6, 5, 1])).toEqual([
      "ok",
      "UPLOAD_QUOTA_REACHED",
      "ok",
      "UPLOAD_QUOTA_REACHED",
    ]);
    expect(await send("USER", [5])).toEqual(["ok"]);
  });

  test("uploads are limited per company, except for admins", async () => {
    const send = await withQuota(10, 15);
    expect(await send("USER", [10])).toEqual(["ok"]);
    expect(await send("USER", [6, 5])).toEqual(["UPLOAD_QUOTA_REACHED", "ok"]);
    expect(await send("ADMIN", [50])).toEqual(["ok"]);
  });

  test("uploads of unverified members leave half of the company's limit to the others", async () => {
    const send = await withQuota(10, 20);
    const unverified = { isApproved: false };
    expect(await send("USER", [5, 5], unverified)).toEqual(["ok", "ok"]);
    expect(await send("USER", [1], unverified)).toEqual(["UPLOAD_QUOTA_REACHED"]);
    expect(await send("USER", [5])).toEqual(["ok"]);
    // The refused file was not counted.
    expect(await send("USER", [5, 1])).toEqual(["ok", "UPLOAD_QUOTA_REACHED"]);
    expect(await send("USER", [1], unverified)).toEqual(["UPLOAD_QUOTA_REACHED"]);
  });

  test("the limits do not count a file that could not be stored, nor one that is sent again", async () => {
    const send = await withQuota(10, 1000);
    const away = { ...harness.deps.storage, put: () => Promise.reject(new Error("away")) };
    await expect(send("USER", [10], { storage: away })).rejects.toThrow("away");
    const bytes = pdf("x".repeat(6 * KB));
    for (let n = 0; n < 3; n += 1) expect(await resultCode(store(bytes, "again.pdf"))).toBe("ok");
  });
});
