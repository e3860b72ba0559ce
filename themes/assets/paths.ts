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

/** The style sheet of a brand, served beside its pictures. */
export const THEME_FILE = "theme.css";

/** The picture for shared links that shows the figures of the sale. */
export const SALE_FILE = "sale.png";

export interface SaleFigures {
  /** "1 RSGN = ₹7.00"; null without a price. */
  price: string | null;
  /** The part of the pool that is sold. */
  percent: number;
}

/** The path of a brand's file, without its version. */
export function assetPath(
  symbol: string,
  name: BrandAssetName | typeof THEME_FILE | typeof SALE_FILE,
): string {
  return `/brands/${symbol.toLowerCase()}/${name}`;
}

/** The paths of the drawn pictures of a symbol. */
export function drawnPictures(symbol: string) {
  return {
    iconUrl: assetPath(symbol, "icon.svg"),
    defaultLogo: assetPath(symbol, "logo.svg"),
    headerLogo: assetPath(symbol, "header-logo.svg"),
    headerLogoDark: assetPath(symbol, "header-logo-dark.svg"),
    chartImg: assetPath(symbol, "distribution.svg"),
  };
}
