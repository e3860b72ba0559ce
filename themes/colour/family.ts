import type { Scheme } from "../vocabulary";
import { contrastRatio, lowestRatio, MARK_RATIO, pushed, TEXT_RATIO } from "./contrast";
import { toHex, toOklch, type Oklch } from "./oklch";

/** The colours of one role: the accent, or a status. All values are `#rrggbb`. */
export interface ColourFamily {
  solid: string;
  hover: string;
  active: string;
  /** Text on solid, hover and active. */
  text: string;
  soft: string;
  softHover: string;
  /** Coloured text on both soft backgrounds and on every background of the scheme. */
  softText: string;
  border: string;
}

// Between 3.6 and 4.5 a small step darker makes white text pass, which looks better on a mid blue
// or red than black text. Below that (yellow, lime) dark text is used.
const NEARLY_WHITE_TEXT = 3.6;

// Maximum chroma of soft backgrounds, so that a table of badges stays calm.
const SOFT_CHROMA = { light: 0.045, dark: 0.06 } as const;

/** Adapts a seed to a scheme: colours on dark backgrounds are lighter and less saturated. */
function seedFor(scheme: Scheme, seed: Oklch): Oklch {
  if (scheme === "light") return seed;
  const isGrey = seed.chroma < 0.03;
  return {
    ...seed,
    lightness: isGrey ? 0.9 : Math.min(0.86, Math.max(0.74, seed.lightness)),
    chroma: Math.min(seed.chroma, 0.17),
  };
}

/** Near-black text in a hue. */
function inkOf(hue: number, chroma: number): Oklch {
  return { lightness: 0.17, chroma: Math.min(chroma, 0.03), hue };
}

/**
 * Text for solid fills: white if it passes on all, else dark text of the hue, adjusted until it
 * passes.
 */
export function textOn(fills: readonly string[], hue: number, chroma: number): string {
  if (lowestRatio("#ffffff", fills) >= TEXT_RATIO) return "#ffffff";
  return pushed(inkOf(hue, chroma), fills, TEXT_RATIO, "darker");
}

/**
 * Derives the colours of a role, with sufficient contrast on `grounds` for any seed.
 *
 * @param grounds every neutral background of the scheme, `#rrggbb`
 */
export function colourFamily(
  scheme: Scheme,
  seedColour: Oklch,
  grounds: readonly string[],
): ColourFamily {
  const seed = seedFor(scheme, seedColour);
  const away = scheme === "light" ? "darker" : "lighter";

  let solid = pushed(seed, grounds, MARK_RATIO, away);
  const whiteRatio = contrastRatio(solid, "#ffffff");
  if (scheme === "light" && whiteRatio >= NEARLY_WHITE_TEXT && whiteRatio < TEXT_RATIO) {
    solid = pushed(toOklch(solid), ["#ffffff"], TEXT_RATIO, "darker");
  }

  const text = textOn([solid], seed.hue, seed.chroma);
  const { hover, active } = pressedStates(scheme, solid, text, grounds);

  const softChroma = Math.min(SOFT_CHROMA[scheme], seed.chroma * 0.45);
  const soft = toHex({
    ...seed,
    lightness: scheme === "light" ? 0.945 : 0.275,
    chroma: softChroma,
  });
  const softHover = toHex({
    ...seed,
    lightness: scheme === "light" ? 0.915 : 0.32,
    chroma: softChroma * 1.25,
  });
  const softText = pushed(
    { ...seed, lightness: scheme === "light" ? 0.46 : 0.82, chroma: Math.min(seed.chroma, 0.15) },
    [...grounds, soft, softHover],
    TEXT_RATIO,
    away,
  );
  const border = pushed(
    { ...seed, lightness: scheme === "light" ? 0.68 : 0.56, chroma: seed.chroma * 0.7 },
    grounds,
    MARK_RATIO,
    away,
  );
  return { solid, hover, active, text, soft, softHover, softText, border };
}

/** Hover and pressed fills: a step away from the text's lightness that still passes with it. */
function pressedStates(
  scheme: Scheme,
  solid: string,
  text: string,
  grounds: readonly string[],
): { hover: string; active: string } {
  const base = toOklch(solid);
  // In the light scheme steps go darker: lighter ones would fade into the page. A very dark fill
  // goes lighter instead.
  const isVeryDark = base.lightness < 0.3;
  const sign = scheme === "dark" || isVeryDark ? 1 : -1;
  const [hover, active] = [0.05, 0.09].map((step) => {
    const shifted = toHex({ ...base, lightness: Math.min(0.97, base.lightness + sign * step) });
    const passes =
      contrastRatio(shifted, text) >= TEXT_RATIO && lowestRatio(shifted, grounds) >= MARK_RATIO;
    if (passes) return shifted;
    return pushed(toOklch(shifted), [text], TEXT_RATIO, sign === 1 ? "darker" : "lighter");
  });
  return { hover: hover ?? solid, active: active ?? solid };
}
