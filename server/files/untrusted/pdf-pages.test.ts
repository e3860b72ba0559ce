import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createDeflate } from "node:zlib";
import PDFDocument from "pdfkit";
import { pino } from "pino";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { resultCode } from "@server/testing/order-harness";
import { type FileReaders, createFileReaders } from "@server/testing/test-file-processes";

const { limits } = readConfig({ NODE_ENV: "test" });
const MB = 1024 * 1024;
const reader = { company: "a", person: "asha" };

let opened: FileReaders[] = [];
afterEach(() => {
  for (const one of opened) one.close();
  opened = [];
});

function pictures(change: Partial<typeof limits> = {}): FileReaders {
  const own = { ...limits, pictureSeconds: 150, ...change };
  const one = createFileReaders(own, pino({ level: "silent" }));
  opened.push(one);
  return one;
}

const drawn = (of: FileReaders, bytes: Buffer, turn = 0) =>
  of.redraw({ bytes, type: "application/pdf", as: "image/webp", box: null, turn }, reader);

/** A document of equal pages, with more entries of its catalogue. */
function document({
  box = "0 0 200 100",
  pages = 1,
  catalogue = "",
  content = "1 0 0 rg 0 50 100 50 re f",
  resources = "",
  objects = "",
}): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 100} 0 R`).join(" ");
  const each = Array.from(
    { length: pages },
    (_, at) =>
      `${at + 100} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 3 0 R/Resources<<${resources}>>>>endobj`,
  );
  return Buffer.from(
    [
      "%PDF-1.4",
      `1 0 obj<</Type/Catalog/Pages 2 0 R${catalogue}>>endobj`,
      `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj`,
      `3 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      objects,
      ...each,
      "trailer<</Root 1 0 R>>",
      "%%EOF",
    ].join("\n"),
    "latin1",
  );
}

const made = (options: object): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    const file = new PDFDocument(options);
    file.on("data", (part: Buffer) => parts.push(part));
    file.on("end", () => resolve(Buffer.concat(parts)));
    file.text("Paid ₹714.00 to the account").addPage().text("Second page").end();
  });

/** Each takes the other twice: 2 ^ 40 rectangles. */
const bomb = (): Buffer => {
  const forms = Array.from({ length: 40 }, (_, at) => {
    const inside = at === 0 ? "0 0 9 9 re f" : "/F Do /F Do";
    const next = at === 0 ? "" : `/XObject<</F ${at + 9} 0 R>>`;
    return `${at + 10} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<<${next}>>/Length ${inside.length}>>stream\n${inside}\nendstream endobj`;
  });
  return document({
    content: "/F Do",
    resources: "/XObject<</F 49 0 R>>",
    objects: forms.join("\n"),
  });
};

test(
  "a PDF's pages are drawn into one picture, upright or turned",
  { tags: ["full"] },
  async () => {
    const all = pictures();
    const upright = sharp(await drawn(all, document({ pages: 2 })));
    expect(await upright.metadata()).toMatchObject({ format: "webp", width: 1240, height: 1252 });
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    // The upper left quarter is red, the rest white.
    const [red = 0, green = 255] = pixel(300, 100);
    expect([red > 200, green < 60]).toEqual([true, true]);
    expect(Math.min(...pixel(900, 400))).toBeGreaterThan(240);
    const turned = await sharp(await drawn(all, document({}), 90)).metadata();
    expect(turned).toMatchObject({ width: 1240, height: 2480 });
    expect(await resultCode(drawn(all, await made({})))).toBe("ok");
  },
);

test(
  "a protected, damaged or empty PDF is refused, and the next one is drawn",
  { tags: ["full"] },
  async () => {
    const all = pictures({ pictureProcesses: 1 });
    expect(await resultCode(drawn(all, await made({ userPassword: "secret" })))).toBe(
      "FILE_NEEDS_PASSWORD",
    );
    for (const bytes of [Buffer.from("%PDF-1.4\ngarbage\n%%EOF"), document({ pages: 0 })]) {
      expect(await resultCode(drawn(all, bytes))).toBe("FILE_UNREADABLE");
    }
    expect(await resultCode(drawn(all, document({})))).toBe("ok");
  },
);

test(
  "ten thousand pages, huge and flat ones, and scripts draw what a limit allows",
  { tags: ["full"] },
  async () => {
    const all = pictures({ pictureProcesses: 1 });
    const loop =
      "/OpenAction<</S/JavaScript/JS(while(true){})>>/AA<</WC<</S/JavaScript/JS(x())>>>>";
    for (const bytes of [
      document({ pages: 10_000 }),
      document({ box: "0 0 2000000000 2000000000" }),
      document({ box: "0 0 0 0" }),
      document({ catalogue: loop }),
    ]) {
      const { width, height } = await sharp(await drawn(all, bytes)).metadata();
      expect(width * height).toBeGreaterThan(0);
      expect(width * height).toBeLessThan(12_500_000);
    }
    // Thinner than a pixel.
    const thin = await resultCode(drawn(all, document({ box: "0 0 1 2000000000" })));
    expect(thin).toMatch(/^(ok|FILE_UNREADABLE)$/);
  },
);

test(
  "a PDF that draws for ever, or into too much memory, ends the worker and nothing else",
  { tags: ["full"] },
  async () => {
    const before = process.memoryUsage.rss();
    const slow = pictures({ pictureProcesses: 1, pictureSeconds: 2 });
    expect(await resultCode(drawn(slow, bomb()))).toMatch(/IMAGE_TOO_LARGE|FILE_UNREADABLE/);
    // Turned by an angle, the picture is unpacked as a whole.
    const side = 8000;
    // Piece by piece: the whole would be of the memory that is measured.
    const row = Buffer.alloc((side / 80) * side * 3);
    const rows = Array.from({ length: 80 }, () => row);
    const packed = (await buffer(Readable.from(rows).pipe(createDeflate()))).toString("latin1");
    const image = document({
      content: "200 50 -50 100 0 0 cm /I Do",
      resources: "/XObject<</I 10 0 R>>",
      objects: `10 0 obj<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream endobj`,
    });
    // It holds about 150 MB, and 90 MB once the thread that drew has ended: both are more than half.
    const small = pictures({
      pictureProcesses: 1,
      pictureMemoryBytes: 150 * MB,
      pictureSeconds: 15,
    });
    expect(await resultCode(drawn(small, image))).toMatch(/^(ok|IMAGE_TOO_LARGE|FILE_UNREADABLE)$/);
    // Neither is kept: the one ended, the other held more than half of what it may.
    for (const all of [slow, small]) expect(all.pids()).toEqual([]);
    expect(await resultCode(drawn(pictures(), document({})))).toBe("ok");
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MB);
  },
);
