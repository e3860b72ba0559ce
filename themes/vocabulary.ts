/**
 * The closed lists a brand chooses from. Plain data without zod, so a page that only shows the
 * choices does not carry the validator to the browser.
 */

/** Corner shapes, from a ledger's square edge to a full pill. Values are in `shape.ts`. */
export const RADIUS_CHOICES = ["square", "crisp", "soft", "round", "pill"] as const;
export type RadiusChoice = (typeof RADIUS_CHOICES)[number];

/** Named pairs of self-hosted typefaces: headings with running text. Families are in `type.ts`. */
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

/** Quiet background drawings, made by `pattern.ts`. */
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

/** How the large brand panel (log-in, hero) is filled. */
export const PANEL_CHOICES = ["deep", "accent", "secondary", "soft"] as const;
export type PanelChoice = (typeof PANEL_CHOICES)[number];

/** The exact names the spec lists (§3). */
export const SOCIAL_MEDIA = [
  "youtube",
  "facebook",
  "instagram",
  "telegram",
  "whatsApp",
  "X",
] as const;
export type SocialMedium = (typeof SOCIAL_MEDIA)[number];

/** The pictures of a brand that can be uploaded; without one we draw it. */
export const BRAND_PICTURES = [
  "iconUrl",
  "defaultLogo",
  "headerLogo",
  "headerLogoDark",
  "chartImg",
] as const;
export type BrandPicture = (typeof BRAND_PICTURES)[number];

/** What a new brand may start from besides a built-in one, which is named by its symbol. */
export const START_PLAIN = "PLAIN";

/** The exact distribution every token shows (spec §3), in the order of the supply pools. */
export const TOKEN_DISTRIBUTION = [
  "50% Public Cell",
  "30% Referral Programme",
  "10% Angel Investor",
  "7.5% Founder Team",
  "2.5% Airdrop",
] as const;

/** Every token of the spec has 18 decimals (§1). */
export const TOKEN_DECIMALS = 18;

export const SCHEMES = ["light", "dark"] as const;
/** A resolved colour scheme; "system" is a person's wish and is settled by the browser. */
export type Scheme = (typeof SCHEMES)[number];
