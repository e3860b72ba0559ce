import type { ColourVariable } from "../css";
import { type Scheme, SCHEMES } from "../vocabulary";
import {
  BODY_RATIO,
  contrastRatio,
  lowestRatio,
  MARK_RATIO,
  nearestPassing,
  TEXT_RATIO,
} from "./contrast";
import { colourDistance } from "./oklch";
import { type ColourSeeds, derivePalette, type Palette } from "./palette";

/** A colour, its backgrounds, and the minimum contrast ratio on each of them. */
interface ContrastPair {
  foreground: ColourVariable;
  grounds: readonly ColourVariable[];
  ratio: number;
}

const GROUNDS = [
  "--bg",
  "--surface",
  "--surface-raised",
  "--surface-sunken",
  "--surface-hover",
] as const satisfies readonly ColourVariable[];
const SOFT_GROUNDS = [...GROUNDS, "--accent-soft", "--accent-soft-hover"] as const;

const STATUSES = ["success", "warning", "danger", "info"] as const;

/** Every pair that the table in `css.ts` specifies. */
const CONTRAST_PAIRS: readonly ContrastPair[] = [
  { foreground: "--text", grounds: [...SOFT_GROUNDS, "--selection"], ratio: BODY_RATIO },
  { foreground: "--text-muted", grounds: SOFT_GROUNDS, ratio: TEXT_RATIO },
  { foreground: "--link", grounds: SOFT_GROUNDS, ratio: TEXT_RATIO },
  { foreground: "--link-hover", grounds: SOFT_GROUNDS, ratio: TEXT_RATIO },
  {
    foreground: "--accent-text",
    grounds: ["--accent", "--accent-hover", "--accent-active"],
    ratio: TEXT_RATIO,
  },
  { foreground: "--accent-soft-text", grounds: SOFT_GROUNDS, ratio: TEXT_RATIO },
  { foreground: "--accent", grounds: GROUNDS, ratio: MARK_RATIO },
  { foreground: "--accent-border", grounds: GROUNDS, ratio: MARK_RATIO },
  { foreground: "--border-strong", grounds: SOFT_GROUNDS, ratio: MARK_RATIO },
  { foreground: "--focus", grounds: SOFT_GROUNDS, ratio: MARK_RATIO },
  ...STATUSES.flatMap((status): ContrastPair[] => [
    { foreground: `--${status}`, grounds: GROUNDS, ratio: MARK_RATIO },
    {
      foreground: `--${status}-text`,
      grounds: [`--${status}`, `--${status}-hover`],
      ratio: TEXT_RATIO,
    },
    {
      foreground: `--${status}-soft-text`,
      grounds: [...GROUNDS, `--${status}-soft`],
      ratio: TEXT_RATIO,
    },
    { foreground: "--text", grounds: [`--${status}-soft`], ratio: TEXT_RATIO },
    { foreground: `--${status}-border`, grounds: GROUNDS, ratio: MARK_RATIO },
  ]),
  { foreground: "--panel-text", grounds: ["--panel"], ratio: TEXT_RATIO },
  { foreground: "--panel-text-muted", grounds: ["--panel"], ratio: TEXT_RATIO },
  { foreground: "--panel-accent-text", grounds: ["--panel-accent"], ratio: TEXT_RATIO },
  { foreground: "--panel-accent", grounds: ["--panel"], ratio: MARK_RATIO },
  { foreground: "--panel-focus", grounds: ["--panel"], ratio: MARK_RATIO },
  ...([1, 2, 3, 4, 5, 6, 7] as const).map((slice): ContrastPair => ({
    foreground: `--chart-${slice}`,
    grounds: ["--surface", "--bg"],
    ratio: MARK_RATIO,
  })),
];

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
