/** The pictures drawn for every brand, by file name. */
export const BRAND_ASSET_NAMES = [
  "icon.svg",
  "logo.svg",
  "logo-dark.svg",
  "header-logo.svg",
  "header-logo-dark.svg",
  "distribution.svg",
  "distribution-dark.svg",
  "icon-180.png",
  "og-image.png",
] as const;
export type BrandAssetName = (typeof BRAND_ASSET_NAMES)[number];

/** The path of a brand's picture, without its version. */
export function assetPath(symbol: string, name: BrandAssetName): string {
  return `/brands/${symbol.toLowerCase()}/${name}`;
}
