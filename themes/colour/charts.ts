import type { Scheme } from "../vocabulary";
import { MARK_RATIO, pushed } from "./contrast";
import { colourDistance, toOklch, type Oklch } from "./oklch";

/** Seven `#rrggbb` colours, one for each slice of the largest chart. */
export type ChartColours = readonly [string, string, string, string, string, string, string];

const LIGHTNESSES = { light: [0.4, 0.53, 0.64], dark: [0.56, 0.7, 0.84] } as const;
const HUE_STEP = 20;

/**
 * The accent, the second colour, and five more, each as far as it can be from those before it and
 * all showing on every ground. Distance counts lightness too, so neighbours stay apart for eyes
 * that tell few hues.
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
  const candidates: string[] = [];
  for (let turn = 0; turn < 360; turn += HUE_STEP) {
    for (const lightness of LIGHTNESSES[scheme]) {
      candidates.push(shown({ lightness, chroma, hue: (accent.hue + turn) % 360 }));
    }
  }

  const first = shown(inScheme(accent));
  const chosen: string[] = [first, distinctSecond(first, shown(inScheme(second)), candidates)];
  const next = () => farthest(candidates, chosen);
  const add = (): string => {
    const colour = next();
    chosen.push(colour);
    return colour;
  };
  const [one, two] = [chosen[0] ?? first, chosen[1] ?? first];
  return [one, two, add(), add(), add(), add(), add()];
}

// A brand may give a second colour right beside its accent; a chart cannot use that.
function distinctSecond(first: string, second: string, candidates: readonly string[]): string {
  return colourDistance(first, second) >= 0.08 ? second : farthest(candidates, [first]);
}

/** The candidate whose nearest chosen colour is farthest away; the earliest of equals. */
function farthest(candidates: readonly string[], chosen: readonly string[]): string {
  let best = candidates[0] ?? "#808080";
  let bestDistance = -1;
  for (const candidate of candidates) {
    const distance = Math.min(...chosen.map((colour) => apart(candidate, colour)));
    if (distance > bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function apart(first: string, second: string): number {
  const lightness = Math.abs(toOklch(first).lightness - toOklch(second).lightness);
  return colourDistance(first, second) + 0.5 * lightness;
}
