import type { BrandLook } from "../contract";
import type { ColourVariable } from "../css";
import { memoize } from "../memoize";
import type { Scheme } from "../vocabulary";
import { chartColours } from "./charts";
import { BODY_RATIO, MARK_RATIO, pushed, TEXT_RATIO } from "./contrast";
import { colourFamily, textOn, type ColourFamily } from "./family";
import { toHex, toOklch, type Oklch } from "./oklch";

/** Every colour variable of one scheme, as `#rrggbb`. */
export type Palette = Record<ColourVariable, string>;

/** The fields of a look that determine colours. */
export type ColourSeeds = Pick<
  BrandLook,
  "accent" | "secondary" | "neutralHue" | "neutralTint" | "panel"
>;

// Maximum chroma of the greys, at a tint of 100. Dark backgrounds allow more before they look
// coloured.
const NEUTRAL_CHROMA = { light: 0.024, dark: 0.034 } as const;

const GROUND_LIGHTNESS = {
  light: { bg: 0.973, surface: 0.995, raised: 1, sunken: 0.95, hover: 0.958 },
  dark: { bg: 0.165, surface: 0.205, raised: 0.245, sunken: 0.14, hover: 0.255 },
} as const;

// Hue and chroma of the four statuses: the same for all brands, since people know them by
// convention.
const STATUS_SEEDS = {
  success: { lightness: 0.52, chroma: 0.135, hue: 152 },
  warning: { lightness: 0.7, chroma: 0.15, hue: 74 },
  danger: { lightness: 0.54, chroma: 0.19, hue: 26 },
  info: { lightness: 0.53, chroma: 0.13, hue: 245 },
} as const satisfies Record<string, Oklch>;

/**
 * The second colour of a look: its own, or one derived from the accent by a turn of 130° in hue.
 */
export function secondarySeed(seeds: Pick<BrandLook, "accent" | "secondary">): Oklch {
  if (seeds.secondary) return toOklch(seeds.secondary);
  const accent = toOklch(seeds.accent);
  return {
    lightness: 0.72,
    chroma: Math.max(0.08, accent.chroma * 0.8),
    hue: (accent.hue + 130) % 360,
  };
}

/** All colours of a scheme. Pure and deterministic. */
export function derivePalette(seeds: ColourSeeds, scheme: Scheme): Readonly<Palette> {
  return paletteOf({ seeds, scheme });
}

const paletteOf = memoize(
  ({ seeds, scheme }: { seeds: ColourSeeds; scheme: Scheme }) =>
    Object.freeze(derive(seeds, scheme)),
  ({ seeds, scheme }) =>
    [
      scheme,
      seeds.accent,
      seeds.secondary,
      seeds.neutralHue,
      seeds.neutralTint,
      seeds.panel,
    ].join(),
);

function derive(seeds: ColourSeeds, scheme: Scheme): Palette {
  const isLight = scheme === "light";
  const away = isLight ? "darker" : "lighter";
  const neutral = (lightness: number) => neutralOf(seeds, scheme, lightness);
  const grey = (lightness: number) => toHex(neutral(lightness));

  const ground = groundOf(seeds, scheme);
  const grounds = Object.values(ground);

  const accentSeed = toOklch(seeds.accent);
  const accent = colourFamily(scheme, accentSeed, grounds);
  const selection = toHex({
    lightness: isLight ? 0.88 : 0.36,
    chroma: Math.min(0.07, accentSeed.chroma),
    hue: accentSeed.hue,
  });
  const allGrounds = [...grounds, accent.soft, accent.softHover];

  return {
    ...ground,
    "--text": pushed(neutral(isLight ? 0.22 : 0.955), [...allGrounds, selection], BODY_RATIO, away),
    "--text-muted": pushed(neutral(isLight ? 0.475 : 0.74), allGrounds, TEXT_RATIO, away),
    "--text-disabled": grey(isLight ? 0.66 : 0.5),
    "--border": grey(isLight ? 0.895 : 0.315),
    "--border-strong": pushed(neutral(isLight ? 0.64 : 0.55), allGrounds, MARK_RATIO, away),
    "--skeleton": grey(isLight ? 0.92 : 0.28),
    "--selection": selection,
    "--accent": accent.solid,
    "--accent-hover": accent.hover,
    "--accent-active": accent.active,
    "--accent-text": accent.text,
    "--accent-soft": accent.soft,
    "--accent-soft-hover": accent.softHover,
    "--accent-soft-text": accent.softText,
    "--accent-border": accent.border,
    ...linkColours(scheme, accentSeed, allGrounds),
    "--focus": pushed(toOklch(accent.solid), allGrounds, MARK_RATIO, away),
    ...statusColours(scheme, grounds),
    ...panelColours(seeds, scheme),
    ...chartVariables(seeds, scheme),
  };
}

function neutralOf(seeds: ColourSeeds, scheme: Scheme, lightness: number): Oklch {
  // Near white there is no room for colour: chroma fades out.
  const room = scheme === "light" ? Math.min(1, (1 - lightness) * 40) : 1;
  const chroma = NEUTRAL_CHROMA[scheme] * (seeds.neutralTint / 100) * room;
  return { lightness, chroma, hue: seeds.neutralHue };
}

/** The backgrounds of a scheme. */
function groundOf(seeds: ColourSeeds, scheme: Scheme) {
  const grey = (lightness: number) => toHex(neutralOf(seeds, scheme, lightness));
  const levels = GROUND_LIGHTNESS[scheme];
  return {
    "--bg": grey(levels.bg),
    "--surface": grey(levels.surface),
    "--surface-raised": grey(levels.raised),
    "--surface-sunken": grey(levels.sunken),
    "--surface-hover": grey(levels.hover),
  };
}

function linkColours(scheme: Scheme, accent: Oklch, grounds: readonly string[]) {
  const isLight = scheme === "light";
  const away = isLight ? "darker" : "lighter";
  const base = { ...accent, chroma: Math.min(accent.chroma, 0.17) };
  const link = pushed({ ...base, lightness: isLight ? 0.48 : 0.8 }, grounds, TEXT_RATIO, away);
  const linkHover = pushed(
    { ...base, lightness: isLight ? 0.38 : 0.88 },
    grounds,
    TEXT_RATIO,
    away,
  );
  return { "--link": link, "--link-hover": linkHover } as const;
}

function statusColours(scheme: Scheme, grounds: readonly string[]) {
  const family = (seed: Oklch): ColourFamily => colourFamily(scheme, seed, grounds);
  const success = family(STATUS_SEEDS.success);
  const warning = family(STATUS_SEEDS.warning);
  const danger = family(STATUS_SEEDS.danger);
  const info = family(STATUS_SEEDS.info);
  return {
    "--success": success.solid,
    "--success-hover": success.hover,
    "--success-text": success.text,
    "--success-soft": success.soft,
    "--success-soft-text": success.softText,
    "--success-border": success.border,
    "--warning": warning.solid,
    "--warning-hover": warning.hover,
    "--warning-text": warning.text,
    "--warning-soft": warning.soft,
    "--warning-soft-text": warning.softText,
    "--warning-border": warning.border,
    "--danger": danger.solid,
    "--danger-hover": danger.hover,
    "--danger-text": danger.text,
    "--danger-soft": danger.soft,
    "--danger-soft-text": danger.softText,
    "--danger-border": danger.border,
    "--info": info.solid,
    "--info-hover": info.hover,
    "--info-text": info.text,
    "--info-soft": info.soft,
    "--info-soft-text": info.softText,
    "--info-border": info.border,
  } as const;
}

/** The background of the brand panel. It avoids medium lightness, where text contrast is low. */
function panelGround(seeds: ColourSeeds, scheme: Scheme): Oklch {
  const accent = toOklch(seeds.accent);
  const second = secondarySeed(seeds);
  const isLight = scheme === "light";
  switch (seeds.panel) {
    case "deep":
      return {
        ...accent,
        lightness: isLight ? 0.27 : 0.225,
        chroma: Math.min(accent.chroma, 0.085),
      };
    case "accent":
      return {
        ...accent,
        lightness: isLight ? Math.min(accent.lightness, 0.48) : 0.34,
        chroma: isLight ? accent.chroma : Math.min(accent.chroma, 0.11),
      };
    case "secondary":
      return { ...second, lightness: isLight ? 0.3 : 0.24, chroma: Math.min(second.chroma, 0.1) };
    case "soft":
      return {
        ...accent,
        lightness: isLight ? 0.92 : 0.26,
        chroma: Math.min(accent.chroma * 0.45, isLight ? 0.05 : 0.06),
      };
  }
}

function panelColours(seeds: ColourSeeds, scheme: Scheme) {
  const ground = panelGround(seeds, scheme);
  const panel = toHex(ground);
  const isDarkPanel = ground.lightness < 0.6;
  const away = isDarkPanel ? "lighter" : "darker";
  const on = (lightness: number, chroma: number): Oklch => ({ lightness, chroma, hue: ground.hue });

  // The accent's counterpart; a panel in the second hue, or a pale one, uses the accent itself.
  const carriesAccent = seeds.panel === "secondary" || seeds.panel === "soft";
  const markSeed = carriesAccent ? toOklch(seeds.accent) : secondarySeed(seeds);
  const panelAccent = pushed(
    {
      ...markSeed,
      lightness: isDarkPanel ? Math.max(markSeed.lightness, 0.76) : markSeed.lightness,
    },
    [panel],
    MARK_RATIO,
    away,
  );
  return {
    "--panel": panel,
    "--panel-text": pushed(on(isDarkPanel ? 0.985 : 0.2, 0.008), [panel], BODY_RATIO, away),
    "--panel-text-muted": pushed(on(isDarkPanel ? 0.84 : 0.4, 0.03), [panel], TEXT_RATIO, away),
    "--panel-accent": panelAccent,
    "--panel-accent-text": textOn([panelAccent], markSeed.hue, markSeed.chroma),
    "--panel-border": toHex({
      ...ground,
      lightness: ground.lightness + (isDarkPanel ? 0.12 : -0.1),
    }),
    "--panel-focus": pushed(on(isDarkPanel ? 0.95 : 0.3, 0.02), [panel], MARK_RATIO, away),
  } as const;
}

function chartVariables(seeds: ColourSeeds, scheme: Scheme) {
  const [one, two, three, four, five, six, seven] = chartColours(
    toOklch(seeds.accent),
    secondarySeed(seeds),
    scheme,
    {
      light: Object.values(groundOf(seeds, "light")),
      dark: Object.values(groundOf(seeds, "dark")),
    },
  );
  return {
    "--chart-1": one,
    "--chart-2": two,
    "--chart-3": three,
    "--chart-4": four,
    "--chart-5": five,
    "--chart-6": six,
    "--chart-7": seven,
  } as const;
}
