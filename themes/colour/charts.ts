import type { Scheme } from "../vocabulary";
import { MARK_RATIO, pushed } from "./contrast";
import { pointDistance, toOklab, type Oklch, type OklabPoint } from "./oklch";

/** Seven `#rrggbb` colours, one per slice of the largest chart. */
export type ChartColours = readonly [string, string, string, string, string, string, string];

const LIGHTNESSES = { light: [0.4, 0.53, 0.64], dark: [0.56, 0.7, 0.84] } as const;
const HUE_STEP = 20;
/** Minimum OKLab distance between the accent and a brand's second colour in a chart. */
const DISTINCT = 0.08;

/**
 * The accent, the second colour and five more; each is as far as possible from the previous ones,
 * and all reach the required contrast on every background. Distance includes lightness, so that
 * neighbours stay distinct with colour vision deficiency.
 */
export function chartColours(
  accent: Oklch,
  second: Oklch,
  scheme: Scheme,
  grounds: readonly string[],
): ChartColours {
  const away = scheme === "light" ? "darker" : "lighter";
  const shown = (colour: Oklch) => pushed(colour, grounds, MARK_RATIO, away);
  const inScheme = (colour: Oklch): Oklch => ({
    ...colour,
    lightness: scheme === "light" ? colour.lightness : Math.max(0.7, colour.lightness),
  });

  const chroma = Math.min(0.135, Math.max(0.085, accent.chroma * 0.85));
  const candidates: Candidate[] = [];
  for (let turn = 0; turn < 360; turn += HUE_STEP) {
    for (const lightness of LIGHTNESSES[scheme]) {
      candidates.push(candidate(shown({ lightness, chroma, hue: (accent.hue + turn) % 360 })));
    }
  }

  const first = candidate(shown(inScheme(accent)));
  const wanted = candidate(shown(inScheme(second)));
  const chosen = [first];
  const take = (next: Candidate): string => {
    chosen.push(next);
    return next.hex;
  };
  // A brand's second colour may be too close to its accent for a chart.
  const isUsable = pointDistance(first.point, wanted.point) >= DISTINCT;
  const two = take(isUsable ? wanted : farthest(candidates, chosen));
  const add = () => take(farthest(candidates, chosen));
  return [first.hex, two, add(), add(), add(), add(), add()];
}

interface Candidate {
  hex: string;
  point: OklabPoint;
}

function candidate(hex: string): Candidate {
  return { hex, point: toOklab(hex) };
}

/** The candidate with the largest distance to its nearest chosen colour; the first one on a tie. */
function farthest(candidates: readonly Candidate[], chosen: readonly Candidate[]): Candidate {
  let best = candidates[0] ?? candidate("#808080");
  let bestDistance = -1;
  for (const one of candidates) {
    const distance = Math.min(...chosen.map((other) => apart(one.point, other.point)));
    if (distance > bestDistance) {
      best = one;
      bestDistance = distance;
    }
  }
  return best;
}

function apart(one: OklabPoint, two: OklabPoint): number {
  return pointDistance(one, two) + 0.5 * Math.abs(one[0] - two[0]);
}
