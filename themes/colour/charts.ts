import type { Scheme } from "../vocabulary";
import { MARK_RATIO, pushed } from "./contrast";
import { pointDistance, toOklab, type Oklch, type OklabPoint } from "./oklch";

/** Seven `#rrggbb` colours, one per slice of the largest chart. */
export type ChartColours = readonly [string, string, string, string, string, string, string];

/** Lightness of each hue, in the light scheme and in the dark one. */
const LIGHTNESSES = [
  [0.4, 0.56],
  [0.53, 0.7],
  [0.64, 0.84],
] as const;
const HUE_STEP = 20;
/** Minimum OKLab distance between the accent and a brand's second colour in a chart. */
const DISTINCT = 0.08;

/** One colour as each scheme shows it. */
type Shown = Readonly<Record<Scheme, Candidate>>;

/**
 * The accent, the second colour and five more; each is as far as possible from the previous ones in
 * both schemes, in which it has one hue, and all reach the required contrast on every background.
 * Distance includes lightness, so that neighbours stay distinct with colour vision deficiency.
 */
export function chartColours(
  accent: Oklch,
  second: Oklch,
  scheme: Scheme,
  grounds: Readonly<Record<Scheme, readonly string[]>>,
): ChartColours {
  const shown = (light: Oklch, dark: Oklch): Shown => ({
    light: candidate(pushed(light, grounds.light, MARK_RATIO, "darker")),
    dark: candidate(pushed(dark, grounds.dark, MARK_RATIO, "lighter")),
  });
  const ofBrand = (colour: Oklch) =>
    shown(colour, { ...colour, lightness: Math.max(0.7, colour.lightness) });

  const chroma = Math.min(0.135, Math.max(0.085, accent.chroma * 0.85));
  const candidates: Shown[] = [];
  for (let turn = 0; turn < 360; turn += HUE_STEP) {
    const hue = (accent.hue + turn) % 360;
    for (const [light, dark] of LIGHTNESSES) {
      candidates.push(shown({ lightness: light, chroma, hue }, { lightness: dark, chroma, hue }));
    }
  }

  const first = ofBrand(accent);
  const wanted = ofBrand(second);
  const chosen = [first];
  const take = (next: Shown): string => {
    chosen.push(next);
    return next[scheme].hex;
  };
  // A brand's second colour may be too close to its accent for a chart.
  const isUsable = inBoth(first, wanted, pointDistance) >= DISTINCT;
  const two = take(isUsable ? wanted : farthest(candidates, chosen));
  const add = () => take(farthest(candidates, chosen));
  return [first[scheme].hex, two, add(), add(), add(), add(), add()];
}

interface Candidate {
  hex: string;
  point: OklabPoint;
}

function candidate(hex: string): Candidate {
  return { hex, point: toOklab(hex) };
}

/** The distance of two colours in the scheme in which they are closer. */
const inBoth = (one: Shown, two: Shown, distance: typeof apart): number =>
  Math.min(distance(one.light.point, two.light.point), distance(one.dark.point, two.dark.point));

/** The candidate with the largest distance to its nearest chosen colour; the first one on a tie. */
function farthest(candidates: readonly Shown[], chosen: readonly Shown[]): Shown {
  const distanceOf = (one: Shown) => Math.min(...chosen.map((other) => inBoth(one, other, apart)));
  return candidates.reduce((best, one) => (distanceOf(one) > distanceOf(best) ? one : best));
}

function apart(one: OklabPoint, two: OklabPoint): number {
  return pointDistance(one, two) + 0.5 * Math.abs(one[0] - two[0]);
}
