/** What is left until an instant, in the parts that a sentence is made of. */
export type TimeLeft =
  /** There is no such instant: shown as N/A. */
  | { readonly state: "none" }
  | { readonly state: "over" }
  | {
      readonly state: "left";
      readonly days: number;
      readonly hours: number;
      readonly minutes: number;
      readonly seconds: number;
    };

/** The time from `now` until `until`, rounded up to the second; null is no date at all. */
export function timeLeft(until: Date | null, now: Date): TimeLeft {
  if (until === null) return { state: "none" };
  const total = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  if (total <= 0) return { state: "over" };
  return {
    state: "left",
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** Seconds as a countdown shows them: 179 → "02:59". */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}
