import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { avifOf49Megapixels, doc, docx, hugePng, pdf, zip } from "@server/testing/sample-files";
import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Form, Tries } from "@tools/attacks/attack";
import { MARK } from "@tools/attacks/harness/detector";
import { type Answer, ask, envelopeOf } from "@tools/attacks/harness/http";
import { memoryOf } from "@tools/attacks/harness/metrics";
import type { Tenant, Target } from "@tools/attacks/harness/target";

const SCRIPT = "<script>zqx001()</script>";

/** Makes a PNG with one more chunk before its end. */
function pngWith(type: string, data: Buffer): Buffer {
  const png = hugePng(6, 6);
  const end = png.length - 12;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  // Some readers do not check the sum of an ancillary chunk; ours may refuse it.
  return Buffer.concat([png.subarray(0, end), head, data, Buffer.alloc(4), png.subarray(end)]);
}

/** Makes a GIF whose comment closes where script begins. */
const gifScript = (): Buffer =>
  Buffer.from(`GIF89a/*\0\0\0\0\0\0\0*/=1;zqx001();//${SCRIPT}`, "latin1");

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">${Array.from(
  { length: 12 },
  (_, n) => `<!ENTITY a${n} "${`&${n === 0 ? "a" : `a${n - 1}`};`.repeat(10)}">`,
).join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a11;</text></svg>`;

interface Sent {
  name: string;
  bytes: Buffer;
}

/** Makes files of two types at once, or of another type than their name says. */
async function polyglots(): Promise<Sent[]> {
  const photo = sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } });
  const exif = { IFD0: { Copyright: SCRIPT, ImageDescription: SCRIPT } };
  const jpeg = await photo.clone().withExif(exif).jpeg().toBuffer();
  const webp = await photo.clone().withExif(exif).webp().toBuffer();
  const png = await photo.clone().png().toBuffer();
  return [
    { name: "script.gif", bytes: gifScript() },
    { name: "page.pdf", bytes: pdf(`${SCRIPT}/OpenAction<</S/JavaScript/JS(zqx001())>>`) },
    { name: "page.html", bytes: Buffer.from(`<!doctype html>${SCRIPT}`) },
    {
      name: "page.png",
      bytes: Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(SCRIPT)]),
    },
    {
      name: "picture.svg",
      bytes: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" onload="zqx001()">${SCRIPT}</svg>`,
      ),
    },
    { name: "laughs.svg", bytes: Buffer.from(LAUGHS) },
    { name: "laughs.png", bytes: Buffer.from(LAUGHS) },
    { name: "photo.jpg", bytes: jpeg },
    { name: "photo.webp", bytes: webp },
    { name: "photo.jpg", bytes: Buffer.concat([jpeg, Buffer.from(SCRIPT)]) },
    {
      name: "photo.png",
      bytes: Buffer.concat([png, Buffer.from(`PK\x03\x04${SCRIPT}`, "latin1")]),
    },
    { name: "text.png", bytes: pngWith("tEXt", Buffer.from(`Comment\0${SCRIPT}`)) },
    { name: "macro.docx", bytes: docx({ "word/vbaProject.bin": "zqx001" }) },
    { name: "page.docx", bytes: docx({ "page.html": SCRIPT }) },
    { name: "old.doc", bytes: doc("Macros", "VBA") },
    { name: "program.pdf", bytes: Buffer.from(`MZ\x90\0%PDF-1.4\n${SCRIPT}`, "latin1") },
    {
      name: "page.xhtml",
      bytes: Buffer.from(
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
      ),
    },
    { name: "php.png", bytes: Buffer.from("<?php zqx001(); ?>") },
    { name: "nothing.png", bytes: Buffer.alloc(0) },
  ];
}

/** Makes small files that become large when somebody unpacks them. */
function bombs(form: Form): Sent[] {
  const megabytes = form === "whole" ? 100 : 10;
  const zeros = Buffer.alloc(megabytes * 1024 * 1024);
  const packed = deflateSync(zeros);
  const gif = Buffer.concat([
    Buffer.from("GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff", "latin1"),
    Buffer.from(",\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0;", "latin1"),
  ]);
  const jpeg = Buffer.from(
    "ffd8ffe000104a46494600010100000100010000ffc0001108ffdcffdc03012200021101031101ffd9",
    "hex",
  );
  return [
    { name: "wide.png", bytes: hugePng(30_000, 30_000) },
    { name: "thin.png", bytes: hugePng(2_000_000, 1) },
    { name: "large.avif", bytes: avifOf49Megapixels() },
    { name: "large.gif", bytes: gif },
    { name: "large.jpg", bytes: jpeg },
    { name: "text.png", bytes: pngWith("zTXt", Buffer.concat([Buffer.from("a\0\0"), packed])) },
    { name: "profile.png", bytes: pngWith("iCCP", Buffer.concat([Buffer.from("a\0\0"), packed])) },
    { name: "zip.docx", bytes: docx({ "word/media/zeros.bin": zeros }).subarray(0, 9_000_000) },
    {
      name: "packed.docx",
      bytes: zip({ "[Content_Types].xml": zeros, "word/document.xml": zeros }, true),
    },
    { name: "zeros.pdf", bytes: Buffer.concat([pdf(), gzipSync(zeros)]) },
  ];
}

const EDGE = "----edge";

export const uploadOf = (
  at: Instance,
  { host }: Tenant,
  { token, name, bytes }: Sent & { token: string },
): Promise<Answer> =>
  ask(at.port, {
    path: "/api/v1/superadmin/media/add",
    host,
    token,
    body: Buffer.concat([
      Buffer.from(
        `--${EDGE}\r\nContent-Disposition: form-data; name="medias"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${EDGE}--\r\n`),
    ]),
    headers: { "content-type": `multipart/form-data; boundary=${EDGE}` },
  });

/** Returns the faults of a stored file as its readers get it. */
function faultsOf(answer: Answer): string[] {
  const { headers, bytes, status } = answer;
  const type = String(headers["content-type"]);
  const isPicture = /^image\/(png|jpeg|webp|gif|avif)$/.test(type);
  return [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(isPicture || type === "application/octet-stream" ? [] : [type]),
    ...(headers["x-content-type-options"] === "nosniff" ? [] : ["may be sniffed"]),
    ...(/^attachment/.test(String(headers["content-disposition"])) ? [] : ["not a download"]),
    ...(/\bsandbox\b/.test(String(headers["content-security-policy"])) ? [] : ["no sandbox"]),
    ...(isPicture && MARK.test(bytes.toString("latin1")) ? ["kept what was hidden in it"] : []),
  ];
}

async function send(target: Target, tries: Tries, files: readonly Sent[]): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const cookie = async (who: typeof tenant.member) => `prelaunch_user=${await target.token(who)}`;
  const sender = await target.account(tenant.company);
  const token = await target.token(sender);
  const before = await memoryOf(at);
  const honest = await target.token(tenant.member);
  let most = before;
  for (const file of files) {
    const begin = performance.now();
    const [answer, other] = await Promise.all([
      uploadOf(at, tenant, { ...file, token }),
      uploadOf(at, tenant, { name: "honest.png", bytes: hugePng(6, 6), token: honest }),
    ]);
    const seconds = (performance.now() - begin) / 1000;
    most = Math.max(most, await memoryOf(at));
    const what = `${file.name} of ${file.bytes.length} bytes`;
    tries.try(`${what}: ${answer.status} ${answer.text.slice(0, 80)}`, answer.status < 500);
    tries.try(`${what} took ${seconds.toFixed(1)} s`, seconds < 30);
    tries.try(`beside ${what} another's picture is ${other.status}`, other.status === 200);
    if (answer.status !== 200) continue;
    const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(answer.text)?.[0] ?? "";
    const signed = /"(?:https?:\/\/[^/"]+)?(\/api\/v1\/media\/[^"]+)"/.exec(answer.text)?.[1];
    const { host } = tenant;
    const opened = [
      await ask(at.port, { path: `/media/${id}`, host, cookie: await cookie(sender) }),
    ];
    if (signed !== undefined) opened.push(await ask(at.port, { path: signed, host }));
    for (const one of opened) {
      const faults = faultsOf(one);
      tries.try(`${what} is opened with ${faults.join(", ")}`, faults.length === 0);
    }
    const foreign = await ask(at.port, {
      path: `/media/${id}`,
      host,
      cookie: await cookie(tenant.member),
    });
    tries.try(`${what} opens for another member`, foreign.status !== 200);
  }
  const grown = (most - before) / 1024 / 1024;
  tries.try(`the process grew by ${grown.toFixed()} MB`, grown < 500);
  tries.note(`the process grew by ${grown.toFixed()} MB at most`);
  const png = await uploadOf(at, tenant, { name: "good.png", bytes: hugePng(6, 6), token });
  tries.control("a good picture is stored", envelopeOf(png).status === "success");
}

export const files: readonly Attack[] = [
  {
    name: "polyglots",
    tried: "files that are two things at once, with scripts in comments, metadata, names and types",
    isInShort: false,
    run: async (target, tries) => send(target, tries, await polyglots()),
  },
  {
    name: "bombs",
    tried:
      "pictures, documents and texts in them that unpack to gigabytes, beside an honest upload",
    isInShort: false,
    run: (target, tries, form) => send(target, tries, bombs(form)),
  },
];
