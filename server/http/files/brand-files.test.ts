import sharp from "sharp";
import { expect, test, describe } from "vitest";
import { findCompany } from "@server/sites/queries/companies";
import { brandOf } from "@server/sites/site";
import { embeddedIcon } from "@server/media/brand-icon";
import { memberHarness } from "@server/testing/member-harness";
import { saleFigures } from "@server/companies/rules/sale";
import { advertNotice } from "@server/platform/words/translators.server";
import { brandAssetVersion, saleImage, themeSheet } from "@themes/assets";
import { themeCss } from "@themes/css";
import { builtInBrand, DEFAULT_BRAND } from "@themes/registry";
import { createBrandFiles } from "./brand-files";
import { nameCounter } from "./count-names";
import { duringTests } from "@server/testing/during-tests";

describe("brand files", () => {
  const harness = duringTests(memberHarness);

  test(
    "an uploaded icon appears in the drawn logos of the draft, the site and the share image",
    { tags: ["full"] },
    async () => {
      const root = await harness.asSuperAdmin();
      const companyId = await harness.company({ tokenSymbol: "ASHA", tokenName: "Asha Token" });
      const studio = () => root.brands.studio({ companyId });
      const { db } = harness.database;
      const shown = async () => brandOf(db, (await findCompany(db, companyId)) ?? null);
      const green = "#12a150";
      const bytes = await sharp({
        create: { width: 300, height: 300, channels: 3, background: green },
      })
        .png()
        .toBuffer();
      await root.brands.setPicture({
        companyId,
        basedOn: (await studio()).basedOn,
        picture: "iconUrl",
        file: { fileName: "icon.png", bytes: new Uint8Array(bytes) },
      });
      /** True if a picture has the icon's green at the position of its mark. */
      const showsIcon = async (
        source: Buffer,
        x: (size: { width: number }) => number,
        y: number,
      ) => {
        const { data, info } = await sharp(source)
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const at = (Math.round(y * info.height) * info.width + Math.round(x(info))) * info.channels;
        return [...data.subarray(at, at + 3)].join() === "18,161,80";
      };
      const { pictures } = (await studio()).preview;
      const drawn = (uri: string) => Buffer.from(uri.split(",")[1] ?? "", "base64");
      for (const uri of [pictures.logo, pictures.header, pictures.headerDark, pictures.chart])
        expect(drawn(uri).toString()).toContain("data:image/png;base64,");
      expect(await showsIcon(drawn(pictures.header), () => 19, 0.5)).toBe(true);

      const files = createBrandFiles(
        () => shown(),
        (brand) => embeddedIcon(harness.deps, brand),
      );
      const file = async (name: string) => {
        const path = `/brands/asha/${name}`;
        const answer = await files(
          new Request(`https://asha.example${path}`),
          path,
          "asha.example",
        );
        return Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
      };
      const before = brandAssetVersion(await shown());
      expect((await file("logo.svg")).toString()).not.toContain("data:");
      await root.brands.publish({ companyId, basedOn: (await studio()).basedOn });
      expect(brandAssetVersion(await shown())).not.toBe(before);
      for (const name of ["header-logo.svg", "header-logo-dark.svg"])
        expect(await showsIcon(await file(name), () => 19, 0.5), name).toBe(true);
      for (const name of ["logo.svg", "logo-dark.svg"])
        expect(await showsIcon(await file(name), ({ width }) => width / 2, 0.3), name).toBe(true);
      expect(await showsIcon(await file("og-image.png"), () => 170, 0.3)).toBe(true);

      // The mark is shown again with the drawn icon.
      await root.brands.drawPicture({
        companyId,
        basedOn: (await studio()).basedOn,
        picture: "iconUrl",
      });
      await root.brands.publish({ companyId, basedOn: (await studio()).basedOn });
      expect((await file("logo.svg")).toString()).not.toContain("data:");
    },
  );

  test("a brand's style sheet is served at the address that a page links to, and kept for a year", async () => {
    const brand = builtInBrand("RSGN") ?? DEFAULT_BRAND;
    const files = createBrandFiles(
      () => Promise.resolve(brand),
      () => Promise.resolve(null),
    );
    const ask = (address: string, method = "GET") => {
      const url = new URL(address, "https://asha.example");
      return files(new Request(url, { method }), url.pathname, "asha.example");
    };
    const answer = await ask(themeSheet(brand));
    expect(await answer?.text()).toBe(themeCss(brand));
    expect(answer?.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(answer?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await (await ask(themeSheet(brand), "HEAD"))?.text()).toBe("");
    expect(await ask("/brands/rsgn/other.css")).toBeNull();
  });

  test(
    "the card of a sale shows the figures of now, whatever its address says, and for 20 seconds",
    { tags: ["full"] },
    async () => {
      const brand = builtInBrand("RSGN") ?? DEFAULT_BRAND;
      const offer = {
        priceMicroRupees: 7_000_000,
        pool: { total: 1000, held: 0, allocated: 300, sold: 250 },
      };
      const files = createBrandFiles(
        () => Promise.resolve(brand),
        () => Promise.resolve(null),
        (host, language) => {
          const { price, percent } = saleFigures(offer, "RSGN");
          const notice = advertNotice(language, null);
          const texts = { price, invitation: `${percent}% sold`, link: host, notice };
          return Promise.resolve({ brand, texts });
        },
      );
      const ask = async (address: string) => {
        const url = new URL(address, "https://asha.example");
        const answer = await files(new Request(url), url.pathname, "asha.example");
        return (
          answer && { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
        );
      };
      const address = saleImage(brand, saleFigures(offer, "RSGN"), "en");
      const quarter = await ask(address);
      expect(quarter?.headers.get("cache-control")).toBe("public, max-age=20");
      expect(await sharp(quarter?.bytes).metadata()).toMatchObject({ width: 1200, height: 630 });

      // A reward is not sold.
      offer.pool.allocated = 900;
      expect(saleImage(brand, saleFigures(offer, "RSGN"), "en")).toBe(address);
      offer.pool.sold = 850;
      expect(saleImage(brand, saleFigures(offer, "RSGN"), "en")).not.toBe(address);
      expect((await ask(address))?.bytes.equals(quarter?.bytes ?? Buffer.alloc(0))).toBe(false);
      // The warning is in the reader's language.
      const hindi = await ask(address.replace("language=en", "language=hi"));
      expect(hindi?.bytes.equals((await ask(address))?.bytes ?? Buffer.alloc(0))).toBe(false);
      // Another company's token is not on sale at this host.
      expect(await ask(address.replace("rsgn", "masp"))).toBeNull();
    },
  );
});

/** The count after a body that comes in pieces of so many bytes. */
function countOf(type: string, body: string, pieces: number): number {
  const count = nameCounter(type);
  const bytes = Buffer.from(body);
  let last = 0;
  for (let at = 0; at < bytes.length; at += pieces) last = count(bytes.subarray(at, at + pieces));
  return last;
}

const MULTIPART = 'multipart/form-data; charset=utf-8; boundary="a line"';
const parts = ["one", "two", "three"]
  .map((name) => `--a line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`)
  .join("");

describe.each([1, 2, 7, 1000])("in pieces of %i bytes", (pieces) => {
  test.each([
    ["application/x-www-form-urlencoded", "a=1&b=2&c=3", 3],
    ["Application/X-WWW-Form-Urlencoded; charset=utf-8", "a", 1],
    ["application/json", '{"a":1,"b":{"c":[{"d":2}]}}', 4],
    ["application/json", '{"a":"x:\\":y\\\\","b:":"{\\"c\\":1}"}', 2],
    ["", '{"a":1}', 1],
    ["multipart/form-data", '{"a":1}', 1],
    // The line that ends the body counts, too.
    [MULTIPART, `${parts}--a line--\r\n`, 4],
    ["multipart/form-data; boundary=x", "--x\r\n\r\n--y--x\r\n", 2],
  ])(
    `a body of type %j in pieces of ${pieces} bytes, %j, has the right number of names`,
    (type, body, count) => {
      expect(countOf(type, body, pieces)).toBe(count);
    },
  );
});
