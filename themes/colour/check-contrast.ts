import type { ColourVariable } from "../css";
import { SCHEMES, type Scheme } from "../vocabulary";
import { contrastRatio, lowestRatio, MARK_RATIO, nearestPassing } from "./contrast";
import { colourDistance } from "./oklch";
import { CONTRAST_PAIRS } from "./pairs";
import { derivePalette, type ColourSeeds, type Palette } from "./palette";

/** A pair that cannot be read or seen well enough. */
export interface ContrastProblem {
  scheme: Scheme;
  foreground: ColourVariable;
  ground: ColourVariable;
  foregroundColour: string;
  groundColour: string;
  /** WCAG 2 ratio as it is, and the least it must be. */
  ratio: number;
  required: number;
  /** The nearest colour of the same hue that passes on this ground. */
  suggestion: string;
}

/** Checks any palette against every promised pair. */
export function checkPalette(palette: Palette, scheme: Scheme): ContrastProblem[] {
  const problems: ContrastProblem[] = [];
  for (const pair of CONTRAST_PAIRS) {
    for (const ground of pair.grounds) {
      const [foregroundColour, groundColour] = [palette[pair.foreground], palette[ground]];
      const ratio = contrastRatio(foregroundColour, groundColour);
      if (ratio >= pair.ratio) continue;
      problems.push({
        scheme,
        foreground: pair.foreground,
        ground,
        foregroundColour,
        groundColour,
        ratio,
        required: pair.ratio,
        suggestion: nearestPassing(foregroundColour, [groundColour], pair.ratio),
      });
    }
  }
  return problems;
}

/**
 * Every pair of a brand that fails in either scheme. Derivation moves colours until they pass, so
 * an answer with entries means that a brand must not be saved.
 */
export function checkContrast(brand: { look: ColourSeeds }): ContrastProblem[] {
  return SCHEMES.flatMap((scheme) => checkPalette(derivePalette(brand.look, scheme), scheme));
}

/** A seed that is not used as given, because it would not show or carry text on its ground. */
export interface SeedAdjustment {
  seed: "accent" | "secondary";
  scheme: "light";
  given: string;
  used: string;
  /** Contrast of the given colour with the page (the second one's: with charts' grounds), and what marks need. */
  ratio: number;
  required: number;
}

// Half of what an eye just notices.
const SAME_COLOUR = 0.01;

/**
 * Tells a person choosing colours where the light scheme had to move one: the accent wherever it
 * stands, the second colour in charts. (The dark scheme always makes its own, and panels theirs, so
 * there is nothing to tell; hue and tint leave every lightness as it is.)
 */
export function seedAdjustments(brand: { look: ColourSeeds }): SeedAdjustment[] {
  const { accent, secondary } = brand.look;
  const palette = derivePalette(brand.look, "light");
  const told: SeedAdjustment[] = [];
  const tell = (seed: SeedAdjustment["seed"], given: string, used: string, ratio: number) => {
    if (colourDistance(given, used) < SAME_COLOUR) return;
    told.push({ seed, scheme: "light", given, used, ratio, required: MARK_RATIO });
  };
  tell("accent", accent, palette["--accent"], contrastRatio(accent, palette["--bg"]));
  if (secondary !== undefined) {
    const ratio = lowestRatio(secondary, [palette["--bg"], palette["--surface"]]);
    if (ratio < MARK_RATIO) tell("secondary", secondary, palette["--chart-2"], ratio);
  }
  return told;
}
