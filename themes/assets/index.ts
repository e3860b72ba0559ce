/**
 * The pictures of a brand, drawn from its data: `/brands/<symbol>/<name>`.
 *
 * Drawing is pure and synchronous. PNGs are given as the SVG to rasterise, because that needs a
 * native library and this module must run anywhere.
 */
import {
  drawAppIcon,
  drawDistribution,
  drawHeaderLogo,
  drawIcon,
  drawLogo,
  drawSharePicture,
} from "./drawings";
import { assetPath, BRAND_ASSET_NAMES, type BrandAssetName } from "./paths";
import type { Brand } from "../contract";
import type { Scheme } from "../vocabulary";

export { assetPath, BRAND_ASSET_NAMES, type BrandAssetName };

export type BrandAsset =
  | { kind: "svg"; contentType: "image/svg+xml"; body: string }
  /** `source` is SVG to turn into a PNG of this size, in pixels. */
  | { kind: "raster"; contentType: "image/png"; source: string; width: number; height: number };

const svg = (body: string): BrandAsset => ({ kind: "svg", contentType: "image/svg+xml", body });

const DRAWINGS: Record<BrandAssetName, (brand: Brand) => BrandAsset> = {
  "icon.svg": (brand) => svg(drawIcon(brand)),
  "logo.svg": (brand) => svg(drawLogo(brand, "light")),
  "logo-dark.svg": (brand) => svg(drawLogo(brand, "dark")),
  "header-logo.svg": (brand) => svg(drawHeaderLogo(brand, "light")),
  "header-logo-dark.svg": (brand) => svg(drawHeaderLogo(brand, "dark")),
  "distribution.svg": (brand) => svg(drawDistribution(brand, "light")),
  "distribution-dark.svg": (brand) => svg(drawDistribution(brand, "dark")),
  "icon-180.png": (brand) => ({
    kind: "raster",
    contentType: "image/png",
    source: drawAppIcon(brand),
    width: 180,
    height: 180,
  }),
  "og-image.png": (brand) => ({
    kind: "raster",
    contentType: "image/png",
    source: drawSharePicture(brand),
    width: 1200,
    height: 630,
  }),
};

const NAMES: readonly string[] = BRAND_ASSET_NAMES;

export function isBrandAssetName(name: string): name is BrandAssetName {
  return NAMES.includes(name);
}

/** A picture of a brand; undefined when there is none of that name. */
export function brandAsset(brand: Brand, name: string): BrandAsset | undefined {
  return isBrandAssetName(name) ? DRAWINGS[name](brand) : undefined;
}

// Part of every version: raise it when a drawing changes while no brand's data does.
const DRAWING_VERSION = 1;

const versions = new WeakMap<Brand, string>();

/**
 * Sixteen hex digits that change whenever any picture of the brand may change, for `?v=`. Made from
 * what the pictures are drawn from, so that a page need not draw them to name them.
 */
export function brandAssetVersion(brand: Brand): string {
  const known = versions.get(brand);
  if (known !== undefined) return known;
  const { symbol, name, tokenDistribution, look } = brand;
  const version = fingerprint(
    JSON.stringify([DRAWING_VERSION, symbol, name, tokenDistribution, Object.entries(look).sort()]),
  );
  versions.set(brand, version);
  return version;
}

/** FNV-1a, 64 bits: enough to tell versions apart; nothing here is secret. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

/**
 * A picture's address with its version, fit to be cached for ever. A picture that we do not draw
 * (an upload) is returned as it is: its address never serves another file.
 */
export function versionedImage(brand: Brand, path: string): string {
  if (!path.startsWith("/brands/") || path.includes("?")) return path;
  return `${path}?v=${brandAssetVersion(brand)}`;
}

/** Whether a picture was uploaded; we draw the others. */
export const isUploaded = (path: string): boolean => path.startsWith("/media/");

/** The icons that a page names in its head: the uploaded one for all, else our drawings. */
export function pageIcons(brand: Brand): { icon: string; type?: "image/svg+xml"; touch: string } {
  if (isUploaded(brand.iconUrl)) return { icon: brand.iconUrl, touch: brand.iconUrl };
  const at = (name: BrandAssetName) => versionedImage(brand, assetPath(brand.symbol, name));
  return { icon: at("icon.svg"), type: "image/svg+xml", touch: at("icon-180.png") };
}

/** What a shared link shows: an uploaded logo, else the picture that we draw. */
export function shareImage(brand: Brand): string {
  if (isUploaded(brand.defaultLogo)) return brand.defaultLogo;
  return versionedImage(brand, assetPath(brand.symbol, "og-image.png"));
}

// Our own drawings that come in a second version for dark grounds.
const HAS_DARK_TWIN = /^\/brands\/[a-z0-9]+\/(?:logo|header-logo|distribution)\.svg$/;

/**
 * A picture of a brand for a scheme, versioned. An uploaded picture is the same in both, except a
 * header logo with a twin of its own.
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
