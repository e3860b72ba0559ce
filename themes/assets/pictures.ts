/**
 * A brand's pictures, drawn from its data: `/brands/<symbol>/<name>`.
 *
 * Drawing reads font files, so it is for servers. A PNG is returned as the SVG to rasterise, because
 * rasterising needs a native library.
 */
import {
  drawAppIcon,
  drawDistribution,
  drawHeaderLogo,
  drawIcon,
  drawLogo,
  drawSharePicture,
  type EmbeddedIcon,
} from "./drawings";
import { BRAND_ASSET_NAMES, type BrandAssetName } from "./paths";
import { drawShareCard, type ShareCardTexts } from "./share-card";
import type { Brand } from "../contract";

export type BrandAsset =
  | { kind: "svg"; contentType: "image/svg+xml"; body: string }
  /** `source` is the SVG to render as a PNG of this size, in pixels. */
  | { kind: "raster"; contentType: "image/png"; source: string; width: number; height: number };

type Drawing = (brand: Brand, icon: EmbeddedIcon) => string | Promise<string>;

const DRAWINGS: Record<BrandAssetName, Drawing> = {
  "icon.svg": (brand) => drawIcon(brand),
  "logo.svg": (brand, icon) => drawLogo(brand, "light", icon),
  "logo-dark.svg": (brand, icon) => drawLogo(brand, "dark", icon),
  "header-logo.svg": (brand, icon) => drawHeaderLogo(brand, "light", icon),
  "header-logo-dark.svg": (brand, icon) => drawHeaderLogo(brand, "dark", icon),
  "distribution.svg": (brand, icon) => drawDistribution(brand, "light", icon),
  "distribution-dark.svg": (brand, icon) => drawDistribution(brand, "dark", icon),
  "icon-180.png": (brand) => drawAppIcon(brand),
  "og-image.png": (brand, icon) => drawSharePicture(brand, icon),
};

const SHARED = { width: 1200, height: 630 };

/** Sizes in pixels of the pictures that become a PNG. */
const PIXELS: Partial<Record<BrandAssetName, { width: number; height: number }>> = {
  "icon-180.png": { width: 180, height: 180 },
  "og-image.png": SHARED,
};

/** The picture for shared links with the figures of the sale, and the warning. */
export const salePicture = async (brand: Brand, icon: EmbeddedIcon, texts: ShareCardTexts) => ({
  source: await drawShareCard(brand, icon, "wide", texts),
  ...SHARED,
});

const NAMES: readonly string[] = BRAND_ASSET_NAMES;

export function isBrandAssetName(name: string): name is BrandAssetName {
  return NAMES.includes(name);
}

/**
 * A picture of a brand. With `icon`, the brand's uploaded icon, logos show it in place of the drawn
 * mark.
 */
export async function brandAsset(
  brand: Brand,
  name: BrandAssetName,
  icon: EmbeddedIcon = null,
): Promise<BrandAsset> {
  const source = await DRAWINGS[name](brand, icon);
  const size = PIXELS[name];
  return size
    ? { kind: "raster", contentType: "image/png", source, ...size }
    : { kind: "svg", contentType: "image/svg+xml", body: source };
}
