import { brandAssetVersion, type BrandAssetName, THEME_FILE } from "@themes/assets";
import { brandAsset, isBrandAssetName } from "@themes/assets/pictures";
import { themeCss } from "@themes/css";
import type { Brand } from "@themes/contract";
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

/** The latest files are kept: each look of a brand has a style sheet and up to nine pictures. */
const MOST_FILES = 300;

const sheet = memoize(compressed, (body) => body, MOST_FILES);

const picture = memoize(
  async ({ brand, file, icon }: { brand: Brand; file: BrandAssetName; icon: string | null }) => {
    const asset = await brandAsset(brand, file, icon);
    if (asset.kind === "svg") return { ...asset, bodies: await compressed(asset.body) };
    const sharp = await loadSharp();
    const drawn = sharp(Buffer.from(asset.source)).resize(asset.width, asset.height).png();
    return { ...asset, bodies: representations(await drawn.toBuffer()) };
  },
  ({ brand, file, icon }) => `${brand.symbol}/${file}?v=${brandAssetVersion(brand)} ${!icon}`,
  MOST_FILES,
);

export function createBrandFiles(
  findBrand: FindBrand,
  iconOf: (brand: Brand) => Promise<string | null>,
) {
  return async (request: Request, pathname: string, host: string): Promise<Response | null> => {
    const [, symbol = "", file = ""] = PLACE.exec(pathname) ?? [];
    if (!symbol || (request.method !== "GET" && request.method !== "HEAD")) return null;
    if (file !== THEME_FILE && !isBrandAssetName(file)) return null;
    const version = new URL(request.url).searchParams.get("v");
    const brand = await findBrand({ symbol, host, version });
    if (!brand) return null;
    if (file === THEME_FILE) {
      return answer(request, version, "text/css; charset=utf-8", await sheet(themeCss(brand)));
    }
    const { contentType, bodies } = await picture({ brand, file, icon: await iconOf(brand) });
    return answer(request, version, contentType, bodies);
  };
}

const answer = (
  request: Request,
  version: string | null,
  contentType: string,
  bodies: Representations,
): Response =>
  respondWith(request, bodies, {
    "content-type": contentType,
    "cache-control":
      version !== null ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    // Blocks scripts in an SVG that is opened directly.
    "content-security-policy": `${NOTHING}; img-src data:; style-src 'unsafe-inline'; sandbox`,
    "cross-origin-resource-policy": "cross-origin",
  });
