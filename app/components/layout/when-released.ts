/** From the release of a pointer until its click has been handled. */
const AFTER_CLICK_MS = 50;

/** A press that never ends (the system's menu may swallow its end) delays nothing for longer. */
const LONGEST_PRESS_MS = 2000;

/** Fires when a press is over; undefined while nothing is pressed. */
let press: ReturnType<typeof setTimeout> | undefined;
const waiting: (() => void)[] = [];

function endAfter(ms: number) {
  clearTimeout(press);
  press = setTimeout(() => {
    press = undefined;
    for (const act of waiting.splice(0)) act();
  }, ms);
}

if (typeof document !== "undefined") {
  const options = { capture: true, passive: true };
  document.addEventListener("pointerdown", () => endAfter(LONGEST_PRESS_MS), options);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => endAfter(AFTER_CLICK_MS), options);
  }
}

/** Runs now, or after the current press, so that nothing moves under a finger before its click. */
export function whenReleased(act: () => void): void {
  if (press === undefined) act();
  else waiting.push(act);
}
