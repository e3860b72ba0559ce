import { createHash } from "node:crypto";
import jsQR from "jsqr";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { contrastRatio } from "../colour/contrast";
import { derivePalette } from "../colour/palette";
import { themeCss } from "../css";
import type { Brand } from "../contract";
import { BUILT_IN_BRANDS, DEFAULT_BRAND } from "../registry";
import { SCHEMES, TYPE_PAIRINGS } from "../vocabulary";
import {
  BRAND_ASSET_NAMES,
  brandAssetVersion,
  brandImage,
  DRAWING_VERSION,
  versionedImage,
  type BrandAssetName,
} from "./index";
import { displayLetters, type Letters, textLetters } from "./letters";
import { brandAsset, isBrandAssetName } from "./pictures";
import { drawShareCard, SHARE_CARDS, type ShareCardShape } from "./share-card";

async function source(
  brand: Brand,
  name: BrandAssetName,
  icon: string | null = null,
): Promise<string> {
  const asset = await brandAsset(brand, name, icon);
  return asset.kind === "svg" ? asset.body : asset.source;
}

/** The outline of a letter, as a picture has it. */
const outlineOf = ({ latin }: Letters, letter: string) =>
  latin.glyphsForString(letter)[0]?.path.toSVG() ?? expect.fail(letter);

/** A company's own brand: a symbol without a drawing and a name with special characters. */
const own: Brand = { ...DEFAULT_BRAND, symbol: "ZED9", name: `Fern & "Field's" <b>` };

describe("a brand's pictures", () => {
  test(
    "brand pictures exist for every brand and file name, and for no other name",
    { tags: ["full"] },
    async () => {
      for (const brand of [...BUILT_IN_BRANDS, own]) {
        for (const name of BRAND_ASSET_NAMES)
          expect(await source(brand, name)).toMatch(/^<svg .*<\/svg>$/s);
      }
      for (const name of ["", "constructor", "../icon.svg", "icon.SVG"]) {
        expect(isBrandAssetName(name)).toBe(false);
      }
    },
  );

  test(
    "brand pictures contain no script, style, external address or unescaped text",
    { tags: ["full"] },
    async () => {
      for (const brand of [...BUILT_IN_BRANDS, own]) {
        for (const name of BRAND_ASSET_NAMES) {
          const svg = await source(brand, name);
          expect(svg).not.toMatch(/<script|<style|<b>|href(?!="#l\d)|\son[a-z]+=|url\((?!#)/i);
          expect(svg.match(/https?:[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
        }
      }
      expect(await source(own, "header-logo.svg")).toContain(
        "Fern &amp; &quot;Field&#39;s&quot; &lt;b&gt;",
      );
    },
  );

  test("brand pictures show an uploaded icon in place of the mark, escaped inside its attribute", async () => {
    const icon = 'data:image/png;base64,AAAA"><script>';
    for (const name of BRAND_ASSET_NAMES) {
      const svg = await source(own, name, icon);
      expect(svg).not.toContain("<script>");
      expect(svg.includes("<image ")).toBe(/logo|distribution|og-image/.test(name));
    }
    const uploaded = { ...own, iconUrl: "/media/0193-a" };
    expect(brandAssetVersion(uploaded)).not.toBe(brandAssetVersion(own));
    expect(brandAssetVersion({ ...uploaded, iconUrl: "/media/0193-b" })).not.toBe(
      brandAssetVersion(uploaded),
    );
  });

  test("brand pictures contain valid numbers only", { tags: ["full"] }, async () => {
    for (const brand of [...BUILT_IN_BRANDS, own]) {
      for (const name of BRAND_ASSET_NAMES) {
        expect(await source(brand, name)).not.toMatch(/NaN|undefined|Infinity|\[object/);
      }
    }
  });

  test("each brand has a different icon shape", async () => {
    const shapes = await Promise.all(
      BUILT_IN_BRANDS.map(async (brand) =>
        (await source(brand, "icon.svg"))
          .replace(/aria-label="[^"]*"/, "")
          .replace(/#[0-9a-f]{6}/g, "")
          .replace(/rx="\d+"/, ""),
      ),
    );
    expect(new Set(shapes).size).toBe(BUILT_IN_BRANDS.length);
  });

  test(
    "header logos reach 3:1 on the backgrounds of their scheme",
    { tags: ["full"] },
    async () => {
      for (const brand of BUILT_IN_BRANDS) {
        for (const scheme of SCHEMES) {
          const svg = await source(
            brand,
            scheme === "dark" ? "header-logo-dark.svg" : "header-logo.svg",
          );
          const palette = derivePalette(brand.look, scheme);
          for (const ink of new Set(svg.match(/#[0-9a-f]{6}/g))) {
            expect(contrastRatio(ink, palette["--bg"])).toBeGreaterThanOrEqual(3);
            expect(contrastRatio(ink, palette["--surface"])).toBeGreaterThanOrEqual(3);
          }
        }
      }
    },
  );

  test("the distribution shows every line in the chart colours, to scale", async () => {
    const svg = await source(DEFAULT_BRAND, "distribution.svg");
    const palette = derivePalette(DEFAULT_BRAND.look, "light");
    const text = await textLetters(DEFAULT_BRAND.look.type);
    for (const [index, label] of [
      "Public Cell",
      "Referral Programme",
      "Angel Investor",
      "Founder Team",
      "Airdrop",
    ].entries()) {
      for (const letter of label.replace(" ", "")) expect(svg).toContain(outlineOf(text, letter));
      const slice = ([1, 2, 3, 4, 5] as const)[index] ?? 1;
      expect(svg).toContain(palette[`--chart-${slice}`]);
    }
    const arcs = [...svg.matchAll(/stroke-dasharray="([\d.]+) /g)].map(
      ([, arc]) => Number(arc) + 3,
    );
    const around = 2 * Math.PI * 84;
    expect(arcs.map((arc) => Math.round((arc / around) * 1000) / 10)).toEqual([
      50, 30, 10, 7.5, 2.5,
    ]);
  });

  test("a renamed built-in brand does not use the built-in lettering", async () => {
    const renamed = { ...DEFAULT_BRAND, name: "Someone Else" };
    const letter = outlineOf(await displayLetters(renamed.look.type), "S");
    expect(await source(renamed, "header-logo.svg")).toContain(letter);
    expect(await source(DEFAULT_BRAND, "header-logo.svg")).not.toContain(letter);
  });

  test.each(TYPE_PAIRINGS)(
    "pictures of the %s pairing have its own letters, and no font",
    { tags: ["full"] },
    async (type) => {
      const [display, text] = [await displayLetters(type), await textLetters(type)];
      const brand = {
        ...DEFAULT_BRAND,
        name: "Kite & Co. 7",
        look: { ...DEFAULT_BRAND.look, type },
      };
      for (const name of ["header-logo.svg", "logo.svg", "og-image.png"] as const) {
        expect(await source(brand, name)).toContain(outlineOf(display, "K"));
        expect(await source(brand, name)).not.toContain("<text");
      }
      expect(await source(brand, "distribution.svg")).toContain(outlineOf(text, "A"));
      expect(await source(brand, "distribution.svg")).not.toContain("<text");
      expect(await source({ ...brand, name: "पतंग" }, "header-logo.svg")).not.toContain("<text");
      // Our fonts lack these: the device's letters draw them.
      expect(await source({ ...brand, name: "東京" }, "header-logo.svg")).toContain(">東京</text>");
    },
  );

  test("the share picture of a built-in brand needs no font", async () => {
    for (const brand of BUILT_IN_BRANDS)
      expect(await source(brand, "og-image.png")).not.toContain("<text");
  });
});

describe("addresses", () => {
  test("a version changes only when the pictures change", () => {
    const before = brandAssetVersion(DEFAULT_BRAND);
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(brandAssetVersion(structuredClone(DEFAULT_BRAND))).toBe(before);
    expect(brandAssetVersion({ ...DEFAULT_BRAND, footerNote: "Other words" })).toBe(before);
    const { look } = DEFAULT_BRAND;
    expect(brandAssetVersion({ ...DEFAULT_BRAND, look: { ...look, accent: "#00695e" } })).not.toBe(
      before,
    );
    expect(brandAssetVersion({ ...DEFAULT_BRAND, name: "Other" })).not.toBe(before);
    expect(new Set(BUILT_IN_BRANDS.map(brandAssetVersion)).size).toBe(BUILT_IN_BRANDS.length);
  });

  test("drawn pictures get a version and a dark variant; uploads stay unchanged", () => {
    const version = brandAssetVersion(DEFAULT_BRAND);
    expect(brandImage(DEFAULT_BRAND, "headerLogo", "light")).toBe(
      `/brands/rsgn/header-logo.svg?v=${version}`,
    );
    expect(brandImage(DEFAULT_BRAND, "headerLogo", "dark")).toBe(
      `/brands/rsgn/header-logo-dark.svg?v=${version}`,
    );
    expect(brandImage(DEFAULT_BRAND, "chartImg", "dark")).toBe(
      `/brands/rsgn/distribution-dark.svg?v=${version}`,
    );
    expect(brandImage(DEFAULT_BRAND, "iconUrl", "dark")).toBe(`/brands/rsgn/icon.svg?v=${version}`);
    expect(versionedImage(DEFAULT_BRAND, "/media/abc")).toBe("/media/abc");
  });
});

test("the style sheets of a version are fixed, since browsers keep them for a year", () => {
  const sheets = BUILT_IN_BRANDS.map((brand) => themeCss(brand)).join("\n");
  const sum = createHash("sha256").update(sheets).digest("hex").slice(0, 16);
  // If this fails: increase DRAWING_VERSION, then write the new sum here.
  expect({ version: DRAWING_VERSION, sum }).toEqual({ version: 6, sum: "ec185f8e183be651" });
});

test("fonts that are opened at the same time are each opened whole", async () => {
  const opened = await Promise.all(
    TYPE_PAIRINGS.flatMap((pairing) => [displayLetters(pairing), textLetters(pairing)]),
  );
  for (const { latin, devanagari } of opened) {
    expect(latin.layout("Token").glyphs).toHaveLength(5);
    expect(devanagari.layout("टोकन").glyphs.length).toBeGreaterThan(2);
  }
});

describe("the cards by which members share their link", () => {
  const texts = {
    invitation: "Asha K. आपको बुलाते हैं · कोड ASHA0001",
    price: "1 RSGN = ₹7.00",
    reward: "The sender receives a reward if you buy.",
    link: "rsgn.example/r/ASHA0001",
    qr: "https://rsgn.example/r/ASHA0001",
    notice: "Crypto products and NFTs are unregulated & can be highly risky.",
  };
  const shapes = Object.keys(SHARE_CARDS) as ShareCardShape[];

  test.each(shapes)(
    "a %s card has its warning on plain ground in a fifth of it",
    { tags: ["full"] },
    async (shape) => {
      const { width, height } = SHARE_CARDS[shape];
      for (const brand of [...BUILT_IN_BRANDS, own]) {
        const svg = await drawShareCard(brand, null, shape, texts);
        const [, y = "", band = ""] =
          new RegExp(`<rect y="(\\d+)" width="${width}" height="(\\d+)" fill="#ffffff"/>`).exec(
            svg,
          ) ?? [];
        expect(Number(band) / height).toBeGreaterThanOrEqual(0.2);
        // All that follows the ground is the warning, as outlines within it.
        const drawn = svg.slice(svg.indexOf('fill="#ffffff"/>'));
        const baselines = [
          ...drawn.matchAll(/<g fill="#111111" transform="translate\(\d+ (\d+)\)"/g),
        ];
        expect(baselines.length).toBeGreaterThan(0);
        for (const [, at] of baselines) expect(Number(at)).toBeGreaterThan(Number(y));
        expect(Number(baselines.at(-1)?.[1])).toBeLessThan(Number(y) + Number(band));
        expect(svg).not.toMatch(/<script|<style|<text|<b>/i);
      }
    },
  );

  test.each(shapes)(
    "a phone reads the link from the QR code of a %s card",
    { tags: ["full"] },
    async (shape) => {
      const { width, height } = SHARE_CARDS[shape];
      const svg = await drawShareCard(DEFAULT_BRAND, null, shape, texts);
      const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
      expect(jsQR(new Uint8ClampedArray(pixels), width, height)?.data).toBe(texts.qr);
    },
  );

  test("a card says that the sender is rewarded, and leaves no place where they are not", async () => {
    const draw = (reward: string | null) =>
      drawShareCard(DEFAULT_BRAND, null, "wide", { ...texts, reward });
    const lines = (svg: string) => svg.match(/<g fill="[^"]+" transform="translate\(64 /g)?.length;
    expect(lines(await draw(texts.reward))).toBe(Number(lines(await draw(null))) + 1);
  });

  test("a long warning gets smaller letters and stays whole", { tags: ["full"] }, async () => {
    const notice = "Read the terms before you pay. ".repeat(10).trim();
    for (const shape of shapes) {
      const { height } = SHARE_CARDS[shape];
      const svg = await drawShareCard(DEFAULT_BRAND, null, shape, { ...texts, notice });
      const baselines = [...svg.matchAll(/<g fill="#111111" transform="translate\(\d+ (\d+)\)"/g)];
      expect(Number(baselines.at(-1)?.[1])).toBeLessThan(height);
    }
  });
});
