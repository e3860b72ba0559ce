import type { Random } from "@db/random";

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

/** Returns the start of the day in India, so many days before `now`. */
export const dayStart = (now: Date, daysAgo = 0): Date =>
  new Date(
    (Math.floor((now.getTime() + INDIA_OFFSET_MS) / DAY_MS) - daysAgo) * DAY_MS - INDIA_OFFSET_MS,
  );

/** Draws instants in the range, in order and by day; more of them near the end, as with growth. */
export const instants = (random: Random, count: number, from: Date, to: Date): Date[] =>
  Array.from({ length: count }, () => {
    const at = later(from, (to.getTime() - from.getTime()) * random.next() ** 0.7);
    const opening = openingAfter(random, at);
    return opening < to ? opening : at;
  }).sort((a, b) => a.getTime() - b.getTime());

/** Returns the first instant at or after this one that is from 9 to 21 o'clock in India. */
export function openingAfter(random: Random, at: Date): Date {
  const day = dayStart(at);
  const hour = (at.getTime() - day.getTime()) / HOUR_MS;
  if (hour >= 9 && hour < 21) return at;
  return later(day, (hour < 9 ? 9 : 33) * HOUR_MS + random.below(3 * HOUR_MS));
}
