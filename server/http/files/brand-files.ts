import { brandAssetVersion, type BrandAssetName, SALE_FILE, THEME_FILE } from "@themes/assets";
import type { ShareCardTexts } from "@themes/assets/share-card";
import {
  type BrandAsset,
  brandAsset,
  isBrandAssetName,
  salePicture,
} from "@themes/assets/pictures";
import { themeCss } from "@themes/css";
import type { Brand } from "@themes/contract";
import { FALLBACK_LANGUAGE, type Language, languageOfCode } from "@locales/languages";
import { loadSharp } from "@server/files";
import { memoize } from "@themes/memoize";
import {
  respondWith,
  compressed,
  type Representations,
  representations,
} from "@server/http/pages/representations";
import { NOTHING } from "@server/http/edge/security";

/** `/brands/<symbol>/<file>`: each file is drawn and compressed once, and kept. */
const PLACE = /^\/brands\/([A-Za-z0-9]{1,12})\/([a-z0-9-]{1,40}\.(?:svg|png|css))$/;

/** Finds the brand of `symbol` at a host (lower case, without a port). */
export type FindBrand = (asked: {
  symbol: string;
  host: string;
  /** The `?v=` parameter. */
  version: string | null;
}) => Promise<Brand | undefined>;

/** Finds the sale of a host in a language, whatever the address says of its figures. */
export type FindSale = (
  host: string,
  language: Language,
) => Promise<{ brand: Brand; texts: ShareCardTexts } | null>;

/** The latest files are kept: each look of a brand has a style sheet and up to nine pictures. */
const MOST_FILES = 300;

const sheet = memoize(compressed, (body) => body, MOST_FILES);

const picture = memoize(
  async ({ brand, file, icon }: { brand: Brand; file: BrandAssetName; icon: string | null }) => {
    const asset = await brandAsset(brand, file, icon);
    const { contentType } = asset;
    if (asset.kind === "svg") return { contentType, bodies: await compressed(asset.body) };
    return { contentType, bodies: await rasterised(asset) };
  },
  ({ brand, file, icon }) => `${brand.symbol}/${file}?v=${brandAssetVersion(brand)} ${!icon}`,
  MOST_FILES,
);

type Raster = Pick<Extract<BrandAsset, { kind: "raster" }>, "source" | "width" | "height">;

async function rasterised({ source, width, height }: Raster) {
  const sharp = await loadSharp();
  const drawn = sharp(Buffer.from(source)).resize(width, height).png();
  return representations(await drawn.toBuffer());
}

/** Pictures of sales that are kept, by their figures. */
const MOST_SALES = 50;

const saleOf = memoize(
  async ({ brand, texts, icon }: { brand: Brand; texts: ShareCardTexts; icon: string | null }) =>
    rasterised(await salePicture(brand, icon, texts)),
  ({ brand, texts, icon }) => JSON.stringify([brandAssetVersion(brand), texts, !icon]),
  MOST_SALES,
);

export function createBrandFiles(
  findBrand: FindBrand,
  iconOf: (brand: Brand) => Promise<string | null>,
  findSale: FindSale = () => Promise.resolve(null),
) {
  return async (request: Request, pathname: string, host: string): Promise<Response | null> => {
    const [, symbol = "", file = ""] = PLACE.exec(pathname) ?? [];
    if (!symbol || (request.method !== "GET" && request.method !== "HEAD")) return null;
    if (file === SALE_FILE) {
      const language = languageOfCode(new URL(request.url).searchParams.get("language"));
      const sale = await findSale(host, language ?? FALLBACK_LANGUAGE);
      if (sale?.brand.symbol !== symbol.toUpperCase()) return null;
      const bodies = await saleOf({ ...sale, icon: await iconOf(sale.brand) });
      return answer(request, FRESH, "image/png", bodies);
    }
    if (file !== THEME_FILE && !isBrandAssetName(file)) return null;
    const version = new URL(request.url).searchParams.get("v");
    const brand = await findBrand({ symbol, host, version });
    if (!brand) return null;
    const kept = version === null ? "public, max-age=3600" : FOREVER;
    if (file === THEME_FILE) {
      return answer(request, kept, "text/css; charset=utf-8", await sheet(themeCss(brand)));
    }
    const { contentType, bodies } = await picture({ brand, file, icon: await iconOf(brand) });
    return answer(request, kept, contentType, bodies);
  };
}

/** The figures of a sale are at most 20 seconds old. */
const FRESH = "public, max-age=20";

const FOREVER = "public, max-age=31536000, immutable";

const answer = (
  request: Request,
  cacheControl: string,
  contentType: string,
  bodies: Representations,
): Response =>
  respondWith(request, bodies, {
    "content-type": contentType,
    "cache-control": cacheControl,
    // Blocks scripts in an SVG that is opened directly.
    "content-security-policy": `${NOTHING}; img-src data:; style-src 'unsafe-inline'; sandbox`,
    "cross-origin-resource-policy": "cross-origin",
  });
