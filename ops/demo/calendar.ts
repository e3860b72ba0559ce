import type { Random } from "./random";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Days of the demo's history: three months. */
const PAST_DAYS = 92;

/** India's offset from UTC, 05:30. */
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Returns the start of a company's history that ends at `now`. */
export const historyStart = (now: Date): Date => later(now, -PAST_DAYS * DAY_MS);

/** Distribution of activity over the hours of a day in India, in percent. */
const ACTS_BY_HOUR = [1, 0, 0, 0, 0, 1, 1, 2, 4, 6, 7, 7, 6, 5, 5, 5, 6, 6, 7, 8, 9, 8, 6, 3].map(
  (share, hour) => [hour, share] as const,
);

/** Draws an instant in the range, at a plausible hour; more likely near the end, as with growth. */
export function instantBetween(random: Random, from: Date, to: Date): Date {
  const span = to.getTime() - from.getTime();
  const at = from.getTime() + span * Math.sqrt(random.next());
  const day = Math.floor((at + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
  const shifted = day + random.pickWeighted(ACTS_BY_HOUR) * HOUR_MS + random.below(HOUR_MS);
  return new Date(shifted > from.getTime() && shifted < to.getTime() ? shifted : Math.floor(at));
}

/** Returns the first instant at or after this one within office hours in India, 9 to 19 o'clock. */
export function openingAfter(random: Random, at: Date): Date {
  const clock = at.getTime() + INDIA_OFFSET_MS;
  const hour = Math.floor((clock % DAY_MS) / HOUR_MS);
  if (hour >= 9 && hour < 19) return at;
  const day = Math.floor(clock / DAY_MS) * DAY_MS + (hour >= 19 ? DAY_MS : 0);
  return new Date(day - INDIA_OFFSET_MS + 9 * HOUR_MS + random.below(3 * HOUR_MS));
}
