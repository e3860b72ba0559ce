import { contrastRatio, lowestRatio, MARK_RATIO } from "./contrast";
import { colourDistance } from "./oklch";
import { type ColourSeeds, derivePalette } from "./palette";

/** A seed colour that is not used as given, because its contrast is too low. */
export interface SeedAdjustment {
  seed: "accent" | "secondary";
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
    adjustments.push({ seed, given, used, ratio, required: MARK_RATIO });
  };
  add("accent", accent, palette["--accent"], contrastRatio(accent, palette["--bg"]));
  if (secondary !== undefined) {
    const ratio = lowestRatio(secondary, [palette["--bg"], palette["--surface"]]);
    if (ratio < MARK_RATIO) add("secondary", secondary, palette["--chart-2"], ratio);
  }
  return adjustments;
}
