/** The addresses of a brand's pictures. `pictures.ts` draws them, on servers only. */
import {
  assetPath,
  BRAND_ASSET_NAMES,
  type BrandAssetName,
  SALE_FILE,
  type SaleFigures,
  THEME_FILE,
} from "./paths";
import type { Brand } from "../contract";
import type { Scheme } from "../vocabulary";

export { BRAND_ASSET_NAMES, SALE_FILE, THEME_FILE, type BrandAssetName };

// Part of every version: increase it when a drawing, or what `themeCss` derives from a look, changes
// without a change of brand data.
export const DRAWING_VERSION = 6;

const versions = new WeakMap<Brand, string>();

/**
 * Sixteen hex digits that change whenever a picture of the brand may change, for `?v=`. Derived
 * from the data that the pictures are drawn from, so that pages need not draw them.
 */
export function brandAssetVersion(brand: Brand): string {
  const known = versions.get(brand);
  if (known !== undefined) return known;
  const { symbol, name, tokenDistribution, look, iconUrl } = brand;
  const drawnFrom = [
    DRAWING_VERSION,
    symbol,
    name,
    tokenDistribution,
    Object.entries(look).sort(),
    ...(isUploaded(iconUrl) ? [iconUrl] : []),
  ];
  const version = fingerprint(JSON.stringify(drawnFrom));
  versions.set(brand, version);
  return version;
}

/** FNV-1a of 32 bits, twice with its usual start and another: distinguishes versions; not for secrets. */
function fingerprint(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const digits = (start: number) => {
    let hash = start;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  };
  return digits(0x811c9dc5) + digits(0x9e3779b9);
}

/**
 * A picture's address with its version, cacheable without limit. An uploaded picture's address is
 * returned unchanged: it never serves another file.
 */
export function versionedImage(brand: Brand, path: string): string {
  if (!path.startsWith("/brands/") || path.includes("?")) return path;
  return `${path}?v=${brandAssetVersion(brand)}`;
}

/** The address of a brand's style sheet, cacheable without limit. */
export const themeSheet = (brand: Brand): string =>
  versionedImage(brand, assetPath(brand.symbol, THEME_FILE));

/** Returns true for an uploaded picture, false for a drawn one. */
export const isUploaded = (path: string): boolean => path.startsWith("/media/");

/** The icons in a page's head: the uploaded one for all, else the drawn ones. */
export function pageIcons(brand: Brand): { icon: string; type?: "image/svg+xml"; touch: string } {
  if (isUploaded(brand.iconUrl)) return { icon: brand.iconUrl, touch: brand.iconUrl };
  const at = (name: BrandAssetName) => versionedImage(brand, assetPath(brand.symbol, name));
  return { icon: at("icon.svg"), type: "image/svg+xml", touch: at("icon-180.png") };
}

/** The picture for shared links: an uploaded logo, else the drawn picture. */
export function shareImage(brand: Brand): string {
  if (isUploaded(brand.defaultLogo)) return brand.defaultLogo;
  return versionedImage(brand, assetPath(brand.symbol, "og-image.png"));
}

/**
 * The address of that picture in a language. It names the figures, so that who keeps pictures by their
 * address shows none of earlier ones.
 */
export const saleImage = (
  brand: Brand,
  { price, percent }: SaleFigures,
  language: string,
): string =>
  `${assetPath(brand.symbol, SALE_FILE)}?v=${brandAssetVersion(brand)}-${fingerprint(`${price} ${percent}`)}&language=${language}`;

// Drawn pictures with a variant for dark backgrounds.
const HAS_DARK_TWIN = /^\/brands\/[a-z0-9]+\/(?:logo|header-logo|distribution)\.svg$/;

/**
 * A picture of a brand for a colour scheme, versioned. Uploads are the same in both schemes, except
 * a header logo with a dark variant.
 */
export function brandImage(
  brand: Brand,
  picture: "iconUrl" | "defaultLogo" | "headerLogo" | "chartImg",
  scheme: Scheme,
): string {
  const path = brand[picture];
  if (scheme === "light") return versionedImage(brand, path);
  if (picture === "headerLogo" && brand.headerLogoDark) {
    return versionedImage(brand, brand.headerLogoDark);
  }
  return versionedImage(
    brand,
    HAS_DARK_TWIN.test(path) ? path.replace(/\.svg$/, "-dark.svg") : path,
  );
}
