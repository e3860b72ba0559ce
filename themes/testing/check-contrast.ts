import { BODY_RATIO, contrastRatio, MARK_RATIO, TEXT_RATIO } from "../colour/contrast";
import { type ColourSeeds, derivePalette, type Palette } from "../colour/palette";
import type { ColourVariable } from "../css";
import { type Scheme, SCHEMES } from "../vocabulary";

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
interface ContrastProblem {
  scheme: Scheme;
  foreground: ColourVariable;
  ground: ColourVariable;
  foregroundColour: string;
  groundColour: string;
  /** The WCAG 2 contrast ratio, and the required minimum. */
  ratio: number;
  required: number;
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
      });
    }
  }
  return problems;
}

/** The failing pairs of a brand in both schemes: none, since derivation adjusts colours until they pass. */
export function checkContrast(brand: { look: ColourSeeds }): ContrastProblem[] {
  return SCHEMES.flatMap((scheme) => checkPalette(derivePalette(brand.look, scheme), scheme));
}
