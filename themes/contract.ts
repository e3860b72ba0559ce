/**
 * The contract of a brand, for the ten files in `tokens/` and for brands that a super admin edits
 * on a screen: both are limited to the same fields and values.
 *
 * Values of a brand are used in a `<style>` element, in attributes and in links. Security relies on
 * this contract, not on later escaping: colours are six hex digits, shapes are names from closed
 * lists, links are `https:` addresses, images are paths of this site, and texts contain no markup,
 * control or direction-changing characters.
 *
 * Messages are refusal codes (`BRAND_REFUSAL_CODES`).
 */
import { z } from "zod";
import { readShare } from "./distribution";
import {
  PANEL_CHOICES,
  PATTERNS,
  RADIUS_CHOICES,
  SOCIAL_MEDIA,
  TOKEN_DECIMALS,
  TYPE_PAIRINGS,
} from "./vocabulary";

/** All refusal codes of this contract. */
export type BrandRefusalCode =
  | "TOKEN_SYMBOL_INVALID"
  | "BRAND_ADDRESS_INVALID"
  | "BRAND_DECIMALS_INVALID"
  | "BRAND_TEXT_REQUIRED"
  | "BRAND_TEXT_TOO_LONG"
  | "BRAND_TEXT_UNSAFE"
  | "BRAND_IMAGE_INVALID"
  | "LINK_INVALID"
  | "BRAND_MEDIA_REPEATED"
  | "BRAND_DISTRIBUTION_INVALID"
  | "COLOUR_INVALID"
  | "BRAND_TINT_INVALID"
  | "BRAND_CHOICE_INVALID";

function refusal<C extends BrandRefusalCode>(code: C): C {
  return code;
}

// Markup, control characters, and invisible or direction-changing characters. Joiners (200C, 200D)
// are allowed: Hindi needs them. Unicode properties, since eslint's no-control-regex refuses
// control characters in a class.
const UNSAFE_TEXT = /[<>{}\\`]|\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\p{Cs}/u;

function text(maxLength: number) {
  return z
    .string(refusal("BRAND_TEXT_REQUIRED"))
    .trim()
    .min(1, refusal("BRAND_TEXT_REQUIRED"))
    .max(maxLength, refusal("BRAND_TEXT_TOO_LONG"))
    .refine((value) => !UNSAFE_TEXT.test(value), refusal("BRAND_TEXT_UNSAFE"));
}

/** Two to ten letters and digits; converted to upper case. */
const TokenSymbol = z
  .string(refusal("TOKEN_SYMBOL_INVALID"))
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,10}$/, refusal("TOKEN_SYMBOL_INVALID"));

/** A contract address: 0x and forty hex digits. */
const TokenAddress = z
  .string(refusal("BRAND_ADDRESS_INVALID"))
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, refusal("BRAND_ADDRESS_INVALID"));

/** `#rrggbb` only: no names, functions or transparency. Converted to lower case. */
const HexColour = z
  .string(refusal("COLOUR_INVALID"))
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, refusal("COLOUR_INVALID"));

/** An `https:` address with a public host name, without credentials, quotes, spaces or markup. */
const HttpsLink = z
  .string(refusal("LINK_INVALID"))
  .trim()
  .max(300, refusal("LINK_INVALID"))
  .regex(
    /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~%!$&+,;=:@/?#-]*)?$/,
    refusal("LINK_INVALID"),
  )
  .refine(isPublicHttps, refusal("LINK_INVALID"));

/**
 * A picture of this site: drawn under `/brands/` or uploaded under `/media/`, with an optional
 * version. Other origins are refused, so that a brand cannot track visitors.
 */
const ImagePath = z
  .string(refusal("BRAND_IMAGE_INVALID"))
  .trim()
  .max(200, refusal("BRAND_IMAGE_INVALID"))
  .regex(
    /^\/(brands|media)(\/[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9]+)?)+(\?v=[0-9a-f]{6,64})?$/,
    refusal("BRAND_IMAGE_INVALID"),
  );

const SocialLink = z.object({
  mediaName: z.enum(SOCIAL_MEDIA, refusal("BRAND_CHOICE_INVALID")),
  link: HttpsLink,
});

/**
 * A brand's look: a few seeds, from which `colour/palette.ts` derives the colours of both schemes.
 */
export const BrandLook = z.object({
  accent: HexColour,
  /** The second colour for panels, charts and marks; derived from the accent if absent. */
  secondary: HexColour.optional(),
  /** Hue of the greys, in OKLCH degrees. */
  neutralHue: z
    .number(refusal("BRAND_TINT_INVALID"))
    .min(0, refusal("BRAND_TINT_INVALID"))
    .max(360, refusal("BRAND_TINT_INVALID")),
  /** Strength of that hue in the greys: 0 is pure grey, 100 the maximum. */
  neutralTint: z
    .number(refusal("BRAND_TINT_INVALID"))
    .min(0, refusal("BRAND_TINT_INVALID"))
    .max(100, refusal("BRAND_TINT_INVALID")),
  radius: z.enum(RADIUS_CHOICES, refusal("BRAND_CHOICE_INVALID")),
  type: z.enum(TYPE_PAIRINGS, refusal("BRAND_CHOICE_INVALID")),
  pattern: z.enum(PATTERNS, refusal("BRAND_CHOICE_INVALID")),
  panel: z.enum(PANEL_CHOICES, refusal("BRAND_CHOICE_INVALID")),
});

export const BrandContract = z.object({
  symbol: TokenSymbol,
  name: text(60),
  address: TokenAddress,
  decimals: z.literal(TOKEN_DECIMALS, refusal("BRAND_DECIMALS_INVALID")),
  iconUrl: ImagePath,
  defaultLogo: ImagePath,
  headerLogo: ImagePath,
  /** The header logo for dark backgrounds; if absent, the light one is used. */
  headerLogoDark: ImagePath.optional(),
  chartImg: ImagePath,
  title: text(80),
  /** The name without a suffix: screens append PRE-LAUNCH PROGRAM. */
  programName: text(80),
  tokenDistribution: z
    .array(text(60), refusal("BRAND_DISTRIBUTION_INVALID"))
    .min(1, refusal("BRAND_DISTRIBUTION_INVALID"))
    .max(10, refusal("BRAND_DISTRIBUTION_INVALID"))
    .refine(addsUpToWhole, refusal("BRAND_DISTRIBUTION_INVALID")),
  socialLinks: z
    .array(SocialLink, refusal("LINK_INVALID"))
    .max(SOCIAL_MEDIA.length, refusal("BRAND_MEDIA_REPEATED"))
    .refine(namesEachMediumOnce, refusal("BRAND_MEDIA_REPEATED")),
  footerNote: text(300),
  metaData: z.object({
    title: text(80),
    description: text(300),
    keywords: z
      .array(text(40), refusal("BRAND_TEXT_REQUIRED"))
      .min(1, refusal("BRAND_TEXT_REQUIRED"))
      .max(20, refusal("BRAND_TEXT_TOO_LONG")),
  }),
  look: BrandLook,
});

/** A brand that satisfies the contract. */
export type Brand = z.infer<typeof BrandContract>;
export type BrandLook = z.infer<typeof BrandLook>;

function addsUpToWhole(lines: string[]): boolean {
  let totalBps = 0;
  for (const line of lines) {
    const share = readShare(line);
    if (!share || share.shareBps === 0) return false;
    totalBps += share.shareBps;
  }
  return totalBps === 10_000;
}

function namesEachMediumOnce(links: { mediaName: string }[]): boolean {
  return new Set(links.map((link) => link.mediaName)).size === links.length;
}

function isPublicHttps(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    url.protocol === "https:" &&
    url.username === "" &&
    url.password === "" &&
    /\.[a-z][a-z0-9-]+$/i.test(url.hostname)
  );
}
