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

/** An icon of the frame, drawn by the style sheet. */
export const Icon = ({ name }: { name: string }) => (
  <span className="icon" style={{ maskPosition: `0 ${-20 * ICONS.indexOf(name)}px` }} aria-hidden />
);
