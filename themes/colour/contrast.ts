import { luminance, toHex, type Oklch } from "./oklch";

/** WCAG 2.2 AA for text (1.4.3) and for parts of controls and graphics (1.4.11). */
export const TEXT_RATIO = 4.5;
export const MARK_RATIO = 3;
/** Minimum for body text: AAA, for small screens in sunlight. */
export const BODY_RATIO = 7;

/** WCAG 2 contrast ratio of two `#rrggbb` colours, 1–21. */
export function contrastRatio(first: string, second: string): number {
  return ratioOf(luminance(first), luminance(second));
}

function ratioOf(one: number, two: number): number {
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

/** The lowest contrast of a colour on several backgrounds. */
export function lowestRatio(colour: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrastRatio(colour, ground)));
}

const STEP = 0.004;

type Direction = "darker" | "lighter";

function search(
  colour: Oklch,
  grounds: readonly string[],
  ratio: number,
  direction: Direction,
): string | undefined {
  const sign = direction === "darker" ? -1 : 1;
  const groundLuminances = grounds.map(luminance);
  for (let moved = 0; moved <= 1; moved += STEP) {
    const lightness = colour.lightness + sign * moved;
    const hex = toHex({ ...colour, lightness });
    const own = luminance(hex);
    if (groundLuminances.every((ground) => ratioOf(own, ground) >= ratio)) return hex;
    if (lightness <= 0 || lightness >= 1) return undefined;
  }
  return undefined;
}

/**
 * The colour itself if it passes on all backgrounds, else the same hue with the smallest sufficient
 * change of lightness, towards `prefer` if possible. Black or white if no lightness of the hue
 * passes.
 */
export function pushed(
  colour: Oklch,
  grounds: readonly string[],
  ratio: number,
  prefer: Direction,
): string {
  const other = prefer === "darker" ? "lighter" : "darker";
  return (
    search(colour, grounds, ratio, prefer) ??
    search(colour, grounds, ratio, other) ??
    blackOrWhite(grounds)
  );
}

/** Black or white, whichever has the higher minimum contrast on the backgrounds. */
function blackOrWhite(grounds: readonly string[]): "#000000" | "#ffffff" {
  return lowestRatio("#ffffff", grounds) >= lowestRatio("#000000", grounds) ? "#ffffff" : "#000000";
}
