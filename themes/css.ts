/**
 * The CSS variables of a brand. Screens use only these colours.
 *
 * Every colour exists in both schemes. A ground is a background. "AA on" means at least 4.5:1 on
 * that ground, for any seeds; marks and borders that "show" reach 3:1.
 *
 * GROUNDS AND TEXT
 * | variable              | use                                                                |
 * | --------------------- | ------------------------------------------------------------------ |
 * | --bg                  | the page                                                           |
 * | --surface             | cards, tables, inputs                                              |
 * | --surface-raised      | dialogs, menus, toasts                                             |
 * | --surface-sunken      | wells, table heads, read-only fields                               |
 * | --surface-hover       | a row or quiet button under the pointer                            |
 * | --text                | running text and headings; AA (7:1) on all grounds above           |
 * | --text-muted          | secondary text, placeholders; AA on all grounds above              |
 * | --text-disabled       | disabled controls only (exempt from AA)                            |
 * | --border              | hairlines and card edges (decoration)                              |
 * | --border-strong       | edges of inputs and checkboxes; shows on all grounds above         |
 * | --overlay             | behind a dialog (half transparent)                                 |
 * | --skeleton            | placeholder bars                                                   |
 * | --selection           | selected text's ground; --text is AA on it                         |
 *
 * ACCENT
 * | --accent              | main button, selected marks, progress; shows on all grounds        |
 * | --accent-hover        | …under the pointer                                                 |
 * | --accent-active       | …pressed                                                           |
 * | --accent-text         | text on those three                                                |
 * | --accent-soft         | selected row, active nav item, badge ground                        |
 * | --accent-soft-hover   | …under the pointer                                                 |
 * | --accent-soft-text    | coloured text; AA on both softs and on all grounds above           |
 * | --accent-border       | edge of something soft or selected; shows on --surface             |
 * | --link, --link-hover  | links in text; AA on all grounds above                             |
 * | --focus               | focus ring; shows on all grounds, panel excepted                   |
 *
 * STATUS: each of success, warning, danger, info has the same six
 * | --X                   | solid fill and icon; shows on all grounds                          |
 * | --X-hover             | …under the pointer (a delete button)                               |
 * | --X-text              | text on the solid fill and its hover                               |
 * | --X-soft              | badge, alert or toast ground                                       |
 * | --X-soft-text         | coloured text; AA on --X-soft and on all grounds above             |
 * | --X-border            | edge of the soft ground                                            |
 *
 * BRAND PANEL: the large coloured area (log-in, hero, sidebar head)
 * | --panel               | its ground                                                         |
 * | --panel-text          | AA (7:1 where the ground allows) on --panel                        |
 * | --panel-text-muted    | AA on --panel                                                      |
 * | --panel-accent        | a mark, rule or button fill on the panel; shows on it              |
 * | --panel-accent-text   | text on --panel-accent                                             |
 * | --panel-border        | hairlines on the panel (decoration)                                |
 * | --panel-focus         | focus ring on the panel                                            |
 * | --panel-pattern       | background-image for the panel                                     |
 *
 * CHARTS
 * | --chart-1 … --chart-7 | slices and bars; each shows on --surface. Separate with a gap of   |
 * |                       | --surface and name every one in a legend                           |
 *
 * SHAPE AND TYPE (the same in both schemes)
 * | --radius-badge        | badges, chips, checkboxes                                          |
 * | --radius-control      | buttons and inputs                                                 |
 * | --radius-card         | cards, tables, alerts                                              |
 * | --radius-dialog       | dialogs, the brand panel                                           |
 * | --font-display        | headings, big figures                                              |
 * | --font-text           | everything else                                                    |
 * | --font-mono           | hashes, account numbers, references                                |
 * | --display-weight      | font-weight of headings                                            |
 * | --display-tracking    | letter-spacing of headings                                         |
 * | --pattern             | background-image for the page (very quiet)                         |
 * | --pattern-size        | background-size for both patterns                                  |
 * | --shadow-sm/-md/-lg   | card, menu, dialog                                                 |
 *
 * Patterns are `data:image/svg+xml` pictures: the content security policy needs
 * `img-src 'self' data:`.
 */
import { channels, toHex, toOklch } from "./colour/oklch";
import { derivePalette, type Palette } from "./colour/palette";
import type { Brand, BrandLook } from "./contract";
import { patternImage, patternSize } from "./pattern";
import { memoize } from "./memoize";
import { MONO_STACK, typeChoice } from "./type";
import type { Scheme, RadiusChoice } from "./vocabulary";

/** Corner radii, as CSS lengths. */
interface CornerShape {
  badge: string;
  control: string;
  card: string;
  dialog: string;
}

// Cards of the pill shape are only rounded, since they contain tables.
const SHAPES: Record<RadiusChoice, CornerShape> = {
  square: { badge: "0px", control: "0px", card: "0px", dialog: "0px" },
  crisp: { badge: "2px", control: "4px", card: "6px", dialog: "8px" },
  soft: { badge: "6px", control: "8px", card: "12px", dialog: "16px" },
  round: { badge: "10px", control: "14px", card: "20px", dialog: "24px" },
  pill: { badge: "999px", control: "999px", card: "24px", dialog: "28px" },
};

function cornerShape(choice: RadiusChoice): CornerShape {
  return SHAPES[choice];
}

/** The variables that are plain colours; the table above documents them. */
export const COLOUR_VARIABLES = [
  "--bg",
  "--surface",
  "--surface-raised",
  "--surface-sunken",
  "--surface-hover",
  "--text",
  "--text-muted",
  "--text-disabled",
  "--border",
  "--border-strong",
  "--skeleton",
  "--selection",
  "--accent",
  "--accent-hover",
  "--accent-active",
  "--accent-text",
  "--accent-soft",
  "--accent-soft-hover",
  "--accent-soft-text",
  "--accent-border",
  "--link",
  "--link-hover",
  "--focus",
  "--success",
  "--success-hover",
  "--success-text",
  "--success-soft",
  "--success-soft-text",
  "--success-border",
  "--warning",
  "--warning-hover",
  "--warning-text",
  "--warning-soft",
  "--warning-soft-text",
  "--warning-border",
  "--danger",
  "--danger-hover",
  "--danger-text",
  "--danger-soft",
  "--danger-soft-text",
  "--danger-border",
  "--info",
  "--info-hover",
  "--info-text",
  "--info-soft",
  "--info-soft-text",
  "--info-border",
  "--panel",
  "--panel-text",
  "--panel-text-muted",
  "--panel-accent",
  "--panel-accent-text",
  "--panel-border",
  "--panel-focus",
  "--chart-1",
  "--chart-2",
  "--chart-3",
  "--chart-4",
  "--chart-5",
  "--chart-6",
  "--chart-7",
] as const;
export type ColourVariable = (typeof COLOUR_VARIABLES)[number];

/** The variables that are the same in both schemes. */
export const SHAPE_VARIABLES = [
  "--radius-badge",
  "--radius-control",
  "--radius-card",
  "--radius-dialog",
  "--font-display",
  "--font-text",
  "--font-mono",
  "--display-weight",
  "--display-tracking",
  "--pattern-size",
] as const;

/** The variables of a scheme that are not plain colours. */
export const EFFECT_VARIABLES = [
  "--overlay",
  "--pattern",
  "--panel-pattern",
  "--shadow-sm",
  "--shadow-md",
  "--shadow-lg",
] as const;

export type ThemeVariable =
  | ColourVariable
  | (typeof SHAPE_VARIABLES)[number]
  | (typeof EFFECT_VARIABLES)[number];

/** The part of a brand that `themeCss` uses. */
export type Themed = Pick<Brand, "look">;

function shapeValues(look: BrandLook): Record<(typeof SHAPE_VARIABLES)[number], string> {
  const corners = cornerShape(look.radius);
  const type = typeChoice(look.type);
  return {
    "--radius-badge": corners.badge,
    "--radius-control": corners.control,
    "--radius-card": corners.card,
    "--radius-dialog": corners.dialog,
    "--font-display": type.display,
    "--font-text": type.text,
    "--font-mono": MONO_STACK,
    "--display-weight": String(type.displayWeight),
    "--display-tracking": `${type.displayTrackingEm}em`,
    "--pattern-size": patternSize(look.pattern),
  };
}

/** `rgb(r g b / a)` of a hex colour. */
function transparent(hex: string, opacityPercent: number): string {
  const [red, green, blue] = channels(hex);
  return `rgb(${red} ${green} ${blue} / ${opacityPercent}%)`;
}

// Shadows use the greys' hue. On dark backgrounds lightness marks a raised surface, and the shadow
// only adds depth.
function effectValues(
  look: BrandLook,
  palette: Palette,
  scheme: Scheme,
): Record<(typeof EFFECT_VARIABLES)[number], string> {
  const isLight = scheme === "light";
  const shade = toHex({ lightness: isLight ? 0.25 : 0.05, chroma: 0.02, hue: look.neutralHue });
  const cast = (...layers: [geometry: string, opacityPercent: number][]) =>
    layers.map(([geometry, opacity]) => `${geometry} ${transparent(shade, opacity)}`).join(", ");
  // A low-contrast texture close to its background.
  const quiet = (ground: string, lift: number) => {
    const base = toOklch(ground);
    return toHex({ ...base, lightness: base.lightness + lift });
  };
  const panelIsDark = toOklch(palette["--panel"]).lightness < 0.6;
  return {
    "--overlay": transparent(shade, isLight ? 48 : 68),
    "--pattern": patternImage(look.pattern, quiet(palette["--bg"], isLight ? -0.028 : 0.035)),
    "--panel-pattern": patternImage(
      look.pattern,
      quiet(palette["--panel"], panelIsDark ? 0.055 : -0.05),
    ),
    "--shadow-sm": isLight ? cast(["0 1px 2px", 7], ["0 1px 1px", 4]) : cast(["0 1px 2px", 40]),
    "--shadow-md": isLight
      ? cast(["0 4px 12px -2px", 10], ["0 2px 4px -1px", 6])
      : cast(["0 6px 16px -2px", 50]),
    "--shadow-lg": isLight
      ? cast(["0 20px 44px -8px", 18], ["0 6px 14px -4px", 8])
      : cast(["0 24px 48px -8px", 64]),
  };
}

/** All variables of a brand in one scheme. Pure. */
export function themeVariables(brand: Themed, scheme: Scheme): Record<ThemeVariable, string> {
  const palette = derivePalette(brand.look, scheme);
  return { ...shapeValues(brand.look), ...palette, ...effectValues(brand.look, palette, scheme) };
}

/** The value of `<meta name="theme-color">` for a scheme. */
export function themeColour(brand: Themed, scheme: Scheme): string {
  return derivePalette(brand.look, scheme)["--bg"];
}

function declarations(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value};`)
    .join("");
}

/**
 * The style sheet of a brand: light, dark if the device prefers it, and either one if the root
 * element has `data-scheme="light"` or `"dark"`. It cannot close a `<style>` element; give that
 * element the page's nonce.
 */
export function themeCss(brand: Themed): string {
  return sheetOf(brand.look);
}

const sheetOf = memoize(
  (look: BrandLook) => {
    // A constant: selectors never come from a brand.
    const root = ":root";
    const colours = (scheme: Scheme) => {
      const palette = derivePalette(look, scheme);
      const values = { ...palette, ...effectValues(look, palette, scheme) };
      return `color-scheme:${scheme};${declarations(values)}`;
    };
    const dark = colours("dark");
    return [
      `${root}{${declarations(shapeValues(look))}${colours("light")}}`,
      `@media (prefers-color-scheme:dark){${root}:not([data-scheme="light"]){${dark}}}`,
      `${root}[data-scheme="dark"]{${dark}}`,
    ].join("\n");
  },
  (look) => JSON.stringify(Object.entries(look).sort()),
);
