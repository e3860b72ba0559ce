/** An icon of the frame, drawn by the style sheet (app/styles/icons.css). */
export const Icon = ({ name }: { name: string }) => (
  <span className={`icon icon-${name}`} aria-hidden />
);
