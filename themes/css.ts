/**
 * The CSS variables of a brand. Screens use these names and never a colour of their own.
 *
 * Every colour exists in both schemes. "AA on" means 4.5:1 or better with that ground, whatever
 * seeds the brand was given; marks and borders said to "show" reach 3:1.
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
 * Patterns are `data:image/svg+xml` pictures: the page's policy needs `img-src 'self' data:`.
 */
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
