import type { ColourVariable } from "../css";
import { BODY_RATIO, MARK_RATIO, TEXT_RATIO } from "./contrast";

/** A colour, its backgrounds, and the minimum contrast ratio on each of them. */
export interface ContrastPair {
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
export const CONTRAST_PAIRS: readonly ContrastPair[] = [
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
