import type { Period } from "./letterhead";

const DAY_MS = 86_400_000;
/** Days by which entries of one file may be out of order, as banks post some late. */
const MAX_DISORDER = 7;
/** Cost of a day that cannot be right, and of a swapped one, in days of distance. */
const IMPOSSIBLE = 1_000;
const SWAPPED = 0.5;

/** Days of an entry, YYYY-MM-DD. */
export interface Days {
  readonly written: string;
  /** The day with day and month swapped; null if there is none. */
  readonly swapped: string | null;
}

const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

/**
 * Returns the places of doubtful days with the likelier one, or null where none is: days after today,
 * outside the file's period, or weeks out of order. Where there is one, day and month may be swapped in
 * others too: the days that make the shortest way through the file are the likelier ones.
 */
export function doubtfulDays(
  days: readonly Days[],
  { period, today }: { period: Period | null; today: string | null },
): Map<number, string | null> {
  const isImpossible = (day: string) =>
    (today !== null && day > today) || (period !== null && (day < period.from || day > period.to));
  const written = days.map((one) => one.written);
  const found = new Map<number, string | null>();
  if (!written.some(isImpossible) && outOfOrder(written).size === 0) return found;
  const likely = likeliestDays(days, isImpossible);
  const odd = outOfOrder(likely);
  for (const [at, day] of likely.entries()) {
    if (isImpossible(day) || odd.has(at)) found.set(at, null);
    else if (day !== written[at]) found.set(at, day);
  }
  return found;
}

/** Chooses for each entry its written or its swapped day, so that neighbours are near each other. */
function likeliestDays(days: readonly Days[], isImpossible: (day: string) => boolean): string[] {
  let before: { day: number; cost: number; way: { date: string; before: Way } | null }[] = [];
  for (const { written, swapped } of days) {
    const choices = swapped === null ? [written] : [written, swapped];
    before = choices.map((date) => {
      const day = dayOf(date);
      const own = (isImpossible(date) ? IMPOSSIBLE : 0) + (date === written ? 0 : SWAPPED);
      const costs = before.map((one) => one.cost + Math.abs(one.day - day));
      const at = costs.indexOf(Math.min(...costs));
      return { day, cost: own + (costs[at] ?? 0), way: { date, before: before[at]?.way ?? null } };
    });
  }
  const [first, second] = before;
  const likely: string[] = [];
  for (
    let way: Way = (second && first && second.cost < first.cost ? second : first)?.way ?? null;
    way;
    way = way.before
  ) {
    likely.push(way.date);
  }
  return likely.toReversed();
}

type Way = { date: string; before: Way } | null;

/**
 * Returns the places of days that are weeks away from where the longest orderly part of the file, rising
 * or falling, has its days.
 */
function outOfOrder(dates: readonly string[]): Set<number> {
  const days = dates.map(dayOf);
  const kept = new Set(longestOrderly(days));
  const odd = new Set<number>();
  let before: number | undefined;
  const after: (number | undefined)[] = [];
  let next: number | undefined;
  for (let at = days.length - 1; at >= 0; at -= 1) {
    if (kept.has(at)) next = days[at];
    after[at] = next;
  }
  for (const [at, day] of days.entries()) {
    if (kept.has(at)) before = day;
    else {
      const [low, high] = [before ?? after[at] ?? day, after[at] ?? before ?? day].toSorted(
        (a, b) => a - b,
      );
      if (day < (low ?? day) - MAX_DISORDER || day > (high ?? day) + MAX_DISORDER) odd.add(at);
    }
  }
  return odd;
}

/** Returns the places of a longest part that rises or falls throughout; of several, the shortest in days. */
function longestOrderly(days: readonly number[]): number[] {
  const last = days.length - 1;
  const spanOf = (places: readonly number[]) =>
    Math.abs((days[places.at(-1) ?? 0] ?? 0) - (days[places[0] ?? 0] ?? 0));
  const parts = [1, -1].flatMap((sign) => {
    const signed = days.map((day) => day * sign);
    // Read from its end, a file has its other longest part.
    const back = longestRising(signed.toReversed().map((day) => -day)).map((at) => last - at);
    return [longestRising(signed), back];
  });
  const [best = []] = parts.toSorted((a, b) => b.length - a.length || spanOf(a) - spanOf(b));
  return best;
}

/** Returns the places of a longest part that does not fall. */
function longestRising(days: readonly number[]): number[] {
  /** The place with the smallest last day of a part of each length. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, day] of days.entries()) {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((days[ends[middle] ?? 0] ?? 0) <= day) from = middle + 1;
      else to = middle;
    }
    previous[at] = ends[from - 1];
    ends[from] = at;
  }
  const places: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) places.push(at);
  return places.toReversed();
}
