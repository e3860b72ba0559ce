/**
 * The closed lists of a brand's choices. Plain data without zod, so that pages that only show the
 * choices do not load the validator.
 */

/** Corner shapes, from square to pill. Values are in `css.ts`. */
export const RADIUS_CHOICES = ["square", "crisp", "soft", "round", "pill"] as const;
export type RadiusChoice = (typeof RADIUS_CHOICES)[number];

/** Pairs of self-hosted typefaces, for headings and for text. Families are in `type.ts`. */
export const TYPE_PAIRINGS = [
  "civic",
  "modern",
  "geometric",
  "technical",
  "friendly",
  "editorial",
  "ledger",
] as const;
export type TypePairing = (typeof TYPE_PAIRINGS)[number];

/** Low-contrast background patterns, drawn by `pattern.ts`. */
export const PATTERNS = [
  "none",
  "dots",
  "grid",
  "contours",
  "ripples",
  "peaks",
  "leaves",
  "arches",
  "weave",
  "facets",
  "orbits",
  "steps",
  "shells",
] as const;
export type Pattern = (typeof PATTERNS)[number];

/** The background of the large brand panel (login, hero). */
export const PANEL_CHOICES = ["deep", "accent", "secondary", "soft"] as const;

/** The exact names the product lists (product.md §3). */
export const SOCIAL_MEDIA = [
  "youtube",
  "facebook",
  "instagram",
  "telegram",
  "whatsApp",
  "X",
] as const;
export type SocialMedium = (typeof SOCIAL_MEDIA)[number];

/** The pictures that a brand can upload; without an upload they are drawn. */
export const BRAND_PICTURES = [
  "iconUrl",
  "defaultLogo",
  "headerLogo",
  "headerLogoDark",
  "chartImg",
] as const;
export type BrandPicture = (typeof BRAND_PICTURES)[number];

/** The starting point of a brand made from nothing; a built-in one is named by its symbol. */
export const START_PLAIN = "PLAIN";

/** The default distribution of every token (product.md §3), in the order of the supply pools. */
export const TOKEN_DISTRIBUTION = [
  "50% Public Cell",
  "30% Referral Programme",
  "10% Angel Investor",
  "7.5% Founder Team",
  "2.5% Airdrop",
] as const;

/** Every token of the product has 18 decimals (product.md §1). */
export const TOKEN_DECIMALS = 18;

export const SCHEMES = ["light", "dark"] as const;
/** A resolved colour scheme; the browser resolves "system". */
export type Scheme = (typeof SCHEMES)[number];
