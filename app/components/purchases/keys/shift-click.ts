import type { MouseEvent } from "react";

export const isShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

const ownClick = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("a, button, input, label") !== null;

/** Attributes of a row that a click with Shift selects up to; what it holds keeps its own click. */
export const shiftClick = (extend: () => void) => ({
  // Otherwise the browser selects the text in between.
  onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
  onClick: (event: MouseEvent) => event.shiftKey && !ownClick(event.target) && extend(),
});
