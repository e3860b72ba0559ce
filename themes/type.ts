import type { TypePairing } from "./vocabulary";

/** A pair of typefaces and the setting of headings. */
export interface TypeChoice {
  /** `font-family` of headings and large figures. */
  display: string;
  /** `font-family` of everything else. */
  text: string;
  displayWeight: number;
  /** `letter-spacing` of headings, in em. */
  displayTrackingEm: number;
}

// Devanagari follows the Latin typeface, so that Hindi letters fall back to it. fonts.css declares
// the families.
const HINDI_SANS = '"Noto Sans Devanagari Variable"';
const HINDI_SERIF = '"Noto Serif Devanagari Variable"';

function sans(family: string): string {
  return `"${family} Variable", ${HINDI_SANS}, "${family} Fallback", system-ui, sans-serif`;
}

function serif(family: string): string {
  return `"${family} Variable", ${HINDI_SERIF}, "${family} Fallback", Georgia, serif`;
}

// Outfit has no rupee sign; Figtree's is used.
const OUTFIT = `"Outfit Variable", "Figtree Variable", ${HINDI_SANS}, "Outfit Fallback", system-ui, sans-serif`;

const CHOICES: Record<TypePairing, TypeChoice> = {
  civic: {
    display: sans("Figtree"),
    text: sans("Figtree"),
    displayWeight: 680,
    displayTrackingEm: -0.018,
  },
  modern: {
    display: sans("Manrope"),
    text: sans("Manrope"),
    displayWeight: 720,
    displayTrackingEm: -0.025,
  },
  geometric: {
    display: OUTFIT,
    text: sans("Figtree"),
    displayWeight: 560,
    displayTrackingEm: -0.01,
  },
  technical: {
    display: sans("Space Grotesk"),
    text: sans("IBM Plex Sans"),
    displayWeight: 600,
    displayTrackingEm: -0.022,
  },
  friendly: {
    display: sans("Bricolage Grotesque"),
    text: sans("Figtree"),
    displayWeight: 680,
    displayTrackingEm: -0.02,
  },
  editorial: {
    display: serif("Fraunces"),
    text: sans("Manrope"),
    displayWeight: 560,
    displayTrackingEm: -0.015,
  },
  ledger: {
    display: serif("Source Serif 4"),
    text: sans("IBM Plex Sans"),
    displayWeight: 600,
    displayTrackingEm: -0.01,
  },
};

export function typeChoice(pairing: TypePairing): TypeChoice {
  return CHOICES[pairing];
}

/**
 * Typefaces of hashes and account numbers: the device's own monospace fonts, and ours for Hindi
 * letters.
 */
export const MONO_STACK = `ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, ${HINDI_SANS}, monospace`;
