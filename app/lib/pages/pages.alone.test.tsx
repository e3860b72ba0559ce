import path from "node:path";
import jsQR from "jsqr";
import QRCode from "qrcode";
import sharp, { type Sharp } from "sharp";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import type { Language } from "@db/vocabulary";
import type { CompanySite } from "@server/sites/site";
import { SiteFooter } from "~/components/brand/site-footer";
import { imprintOf } from "./site-data.server";
import { readTexts, translatorOf } from "@server/platform/words/translators.server";
import { plainBrand } from "@themes/plain";
import { BUILT_IN_BRANDS, DEFAULT_BRAND } from "@themes/registry";
import { withNotesIn } from "./brand-note.server";
import { typeChoice } from "@themes/type";
import { TYPE_PAIRINGS } from "@themes/vocabulary";
import { fontFiles } from "./font-files.server";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { upiLink } from "@server/payments/rules/upi-link";
import { upiQr } from "./qr-codes.server";
import { renderComplete } from "./render-complete.server";

const page = vi.hoisted(() => ({ imprint: null as object | null }));
vi.mock("~/lib/use-site", () => ({ useSite: () => page }));

const company = (settings: CompanySite["settings"] = {}) =>
  ({
    name: "House",
    email: "hello@house.example",
    mobile: "+91 90000 00001",
    settings,
  }) as CompanySite;
const at = (path: string) => new Request(`https://house.example${path}`);

function foot(language: Language, shown: CompanySite): string {
  page.imprint = imprintOf(at("/"), shown);
  return renderToStaticMarkup(
    <I18nextProvider i18n={translatorOf(language)}>
      <SiteFooter />
    </I18nextProvider>,
  );
}

test("an investor's page ends with a contact to tap and who the company is", () => {
  const plain = foot("en", company());
  expect(plain).toContain('href="mailto:hello@house.example"');
  expect(plain).toContain('href="tel:+919000000001"');
  expect(plain).toContain("<p>House</p>");
  expect(plain).not.toContain("wa.me");
  const whole = foot(
    "hi",
    company({
      supportEmail: "help@house.example",
      supportMobile: "+919876543210",
      whatsApp: "+919876543211",
      legalName: "M/s <House>",
      legalAddress: "14 Road,\n\nMumbai,",
    }),
  );
  expect(whole).toContain('href="mailto:help@house.example"');
  expect(whole).toContain('href="tel:+919876543210"');
  expect(whole).toContain('href="https://wa.me/919876543211"');
  expect(whole).toContain("<p>M/s &lt;House&gt;, 14 Road, Mumbai</p>");
  expect(whole).toContain("गोपनीयता नीति");
});

test("an address with signs of a mail link opens a mail to it alone", () => {
  const footer = foot("en", company({ supportEmail: "a&b?cc=x@house.example" }));
  expect(footer).toContain('href="mailto:a%26b%3Fcc%3Dx@house.example"');
});

test("admins and hosts without a company see none", () => {
  expect(imprintOf(at("/admin/dashboard"), company())).toBeNull();
  expect(imprintOf(at("/superadmin/login"), company())).toBeNull();
  expect(imprintOf(at("/"), null)).toBeNull();
});

test("every pair of typefaces has files to preload, each once, and Hindi its letters", () => {
  const [brand] = BUILT_IN_BRANDS;
  if (!brand) throw new Error("There is no brand.");
  for (const type of TYPE_PAIRINGS) {
    const shown = { look: { ...brand.look, type } };
    const latin = fontFiles(shown, "en");
    expect(latin.length, type).toBe(type === "civic" || type === "modern" ? 1 : 2);
    for (const file of latin) expect(file).toMatch(/-latin-wght-normal[^/]*\.woff2/);
    const [letters, ...headings] = fontFiles(shown, "hi").filter((file) => !latin.includes(file));
    expect(letters, type).toMatch(/devanagari-sans[^/]*\.woff2/);
    const isSerif = type === "editorial" || type === "ledger";
    expect(headings, type).toEqual(isSerif ? [expect.stringContaining("devanagari-serif")] : []);
  }
});

test(
  "Hindi texts and headings have no letter or weight that the cut fonts lack",
  { tags: ["full"] },
  () => {
    const devanagari = /\p{Script=Devanagari}/u;
    const letters = [...JSON.stringify(readTexts("hi"))].filter((letter) =>
      devanagari.test(letter),
    );
    expect(letters.length).toBeGreaterThan(1000);
    expect(letters.filter((letter) => !/[\u0900-\u097F]/.test(letter))).toEqual([]);
    for (const type of TYPE_PAIRINGS) {
      const { displayWeight } = typeChoice(type);
      expect([type, displayWeight >= 400 && displayWeight <= 720]).toEqual([type, true]);
    }
  },
);

const LINK = upiLink({
  upiId: "resurgence.labs@okbank",
  payeeName: "Resurgence Labs & Sons (India)",
  totalPaise: 714_000,
  orderNumber: "PUR-725171",
});

const svgOf = async (): Promise<string> =>
  decodeURIComponent((await upiQr(LINK)).replace("data:image/svg+xml,", ""));

/** The picture as a screen of 256 CSS pixels shows it, `points` wide at other resolutions. */
async function drawn(points = 256): Promise<Sharp> {
  return sharp(Buffer.from(await svgOf()), { density: 300 })
    .resize(points, points)
    .flatten({ background: "white" });
}

async function read(picture: Sharp): Promise<string | undefined> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test.each([256, 512, 768])("a QR code is readable at %i px", { tags: ["full"] }, async (points) => {
  expect(await read(await drawn(points))).toBe(LINK);
});

test("a QR code is readable with a third of its width covered", { tags: ["full"] }, async () => {
  const side = Math.round(512 / 3);
  const thumb = { create: { width: side, height: side, channels: 3 as const, background: "grey" } };
  const covered = (await drawn(512)).composite([{ input: thumb, left: 171, top: 171 }]).png();
  expect(await read(sharp(await covered.toBuffer()))).toBe(LINK);
});

test("a QR code has level H and the white margin of four modules that scanners need", async () => {
  const text = await svgOf();
  const { modules } = QRCode.create(LINK, { errorCorrectionLevel: "H" });
  expect(QRCode.create(LINK, { errorCorrectionLevel: "Q" }).modules.size).not.toBe(modules.size);
  expect(text).toContain(`width="256" height="256" viewBox="0 0 ${modules.size + 8} `);
});

const hasZbar = spawnSync("zbarimg", ["--version"]).status === 0;
test.skipIf(!hasZbar)("a QR code is readable by a second decoder", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "prelaunch-qr-"));
  try {
    const file = path.join(folder, "code.png");
    await (await drawn()).png().toFile(file);
    const read = execFileSync("zbarimg", ["-q", "--raw", file], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(read.toString().trim()).toBe(LINK);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const WORDS = "क्या बदला";

test("a long page in Hindi is rendered without lost or added characters", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => index);
  const markup = await renderComplete(
    <ul>
      {lines.map((line) => (
        <li key={line} data-label={WORDS}>
          {WORDS}
        </li>
      ))}
    </ul>,
    "nonce",
  );
  const line = `<li data-label="${WORDS}">${WORDS}</li>`;
  expect(markup).toBe(`<ul>${line.repeat(500)}</ul>`);
});

test("a built-in or plain note and purpose are shown in Hindi, and a company's own stay as typed", () => {
  const brands = [...BUILT_IN_BRANDS, plainBrand({ symbol: "NEWT", name: "Newt" })];
  const notes = brands.map((brand) => withNotesIn("hi", brand).footerNote);
  for (const note of notes) expect(note).toMatch(/\p{Script=Devanagari}.*।$/u);
  expect(new Set(notes).size).toBe(11);
  const purposes = brands.map((brand) => withNotesIn("hi", brand).metaData.description);
  for (const purpose of purposes) expect(purpose).toMatch(/\p{Script=Devanagari}.*।$/u);
  expect(new Set(purposes).size).toBe(11);
  for (const brand of brands) expect(withNotesIn("en", brand)).toEqual(brand);
  const metaData = { ...DEFAULT_BRAND.metaData, description: "Ours pays for tea." };
  const own = { ...DEFAULT_BRAND, footerNote: "Ours alone.", metaData };
  expect(withNotesIn("hi", own)).toEqual(own);
});
