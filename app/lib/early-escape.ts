/**
 * Escape, pressed after the scripts have arrived and before the page handles keys: a dialog whose
 * URL was opened shows at once, and the key must not be lost.
 */
let isPressed = false;

function note({ key }: KeyboardEvent): void {
  if (key === "Escape") isPressed = true;
}

/** Starts to listen, until `endEarlyKeys`. */
export function hearEarlyKeys(): void {
  addEventListener("keydown", note);
}

/** Stops listening, once the page handles keys itself and the effects of its dialogs have run. */
export function endEarlyKeys(): void {
  removeEventListener("keydown", note);
  isPressed = false;
}

/** Whether Escape was pressed before the page handled keys. */
export const isEscapePressed = (): boolean => isPressed;
