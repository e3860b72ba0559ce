import type { CSSProperties } from "react";

/** The icons of the picture in app/styles/icons.css, from its top, 20 pixels each. */
const ICONS = [
  "languages",
  "sun-moon",
  "log-out",
  "menu",
  "panel-left",
  "dashboard",
  "coins",
  "receipt",
  "person",
  "gift",
  "bell",
  "mail",
  "phone",
  "chat",
];

/** The attributes of an element that begins with an icon of the frame, drawn by the style sheet. */
export const withIcon = (name: string) => ({
  "data-icon": name,
  style: { "--icon": `${-20 * ICONS.indexOf(name)}px` } as CSSProperties,
});

/** An icon of the frame alone. */
export const Icon = ({ name }: { name: string }) => <span {...withIcon(name)} aria-hidden />;
