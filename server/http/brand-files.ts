import sharp from "sharp";
import { type BrandAsset, brandAsset } from "@themes/assets";
import type { Brand } from "@themes/contract";

/** `/brands/<symbol>/<file>`: drawings as they are, pictures rasterised once and kept. */
const PLACE = /^\/brands\/([A-Za-z0-9]{1,12})\/([a-z0-9-]{1,40}\.(?:svg|png))$/;

export function createBrandFiles(findBrand: (symbol: string) => Brand | undefined) {
  const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const picture = (key: string, asset: Extract<BrandAsset, { kind: "raster" }>) => {
    const known = pictures.get(key);
    if (known) return known;
    const made = sharp(Buffer.from(asset.source))
      .resize(asset.width, asset.height)
      .png()
      .toBuffer()
      .then((bytes) => new Uint8Array(bytes));
    pictures.set(key, made);
    return made;
  };
  return async (request: Request, pathname: string): Promise<Response | null> => {
    const [, symbol = "", file = ""] = PLACE.exec(pathname) ?? [];
    if (!symbol || (request.method !== "GET" && request.method !== "HEAD")) return null;
    const brand = findBrand(symbol);
    const asset = brand && brandAsset(brand, file);
    if (!asset) return null;
    const body =
      asset.kind === "svg" ? asset.body : await picture(`${symbol.toUpperCase()}/${file}`, asset);
    return new Response(request.method === "HEAD" ? null : body, {
      headers: {
        "content-type": asset.contentType,
        "cache-control": new URL(request.url).searchParams.has("v")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
        // A drawing opened by itself may run nothing.
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
      },
    });
  };
}
