import type { ColourVariable } from "../css";
import { SCHEMES, type Scheme } from "../vocabulary";
import { contrastRatio, lowestRatio, MARK_RATIO, nearestPassing } from "./contrast";
import { colourDistance } from "./oklch";
import { CONTRAST_PAIRS } from "./pairs";
import { derivePalette, type ColourSeeds, type Palette } from "./palette";

/** A pair of colours with too little contrast. */
export interface ContrastProblem {
  scheme: Scheme;
  foreground: ColourVariable;
  ground: ColourVariable;
  foregroundColour: string;
  groundColour: string;
  /** The WCAG 2 contrast ratio, and the required minimum. */
  ratio: number;
  required: number;
  /** The nearest colour of the same hue that passes on this background. */
  suggestion: string;
}

/** Checks a palette against every pair in CONTRAST_PAIRS. */
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
 * The failing pairs of a brand in both schemes. Derivation adjusts colours until they pass, so a
 * brand with failing pairs must not be saved.
 */
export function checkContrast(brand: { look: ColourSeeds }): ContrastProblem[] {
  return SCHEMES.flatMap((scheme) => checkPalette(derivePalette(brand.look, scheme), scheme));
}

/** A seed colour that is not used as given, because its contrast is too low. */
export interface SeedAdjustment {
  seed: "accent" | "secondary";
  scheme: "light";
  given: string;
  used: string;
  /**
   * Contrast of the given colour with its backgrounds (page or chart), and the minimum for marks.
   */
  ratio: number;
  required: number;
}

// Half of a just noticeable difference.
const SAME_COLOUR = 0.01;

/**
 * Lists the seed colours that the light scheme had to adjust: the accent everywhere, the second
 * colour in charts. (The dark scheme and panels always derive their own; hue and tint do not change
 * lightness.)
 */
export function seedAdjustments(brand: { look: ColourSeeds }): SeedAdjustment[] {
  const { accent, secondary } = brand.look;
  const palette = derivePalette(brand.look, "light");
  const adjustments: SeedAdjustment[] = [];
  const add = (seed: SeedAdjustment["seed"], given: string, used: string, ratio: number) => {
    if (colourDistance(given, used) < SAME_COLOUR) return;
    adjustments.push({ seed, scheme: "light", given, used, ratio, required: MARK_RATIO });
  };
  add("accent", accent, palette["--accent"], contrastRatio(accent, palette["--bg"]));
  if (secondary !== undefined) {
    const ratio = lowestRatio(secondary, [palette["--bg"], palette["--surface"]]);
    if (ratio < MARK_RATIO) add("secondary", secondary, palette["--chart-2"], ratio);
  }
  return adjustments;
}
