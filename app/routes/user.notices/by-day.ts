import type { Notice } from "@server/members/contracts/notices";
import { dateInIndia } from "@server/platform/rules/dates/dates";

/** A notice, or several that say the same: `of` is their number, `tokens` their sum. */
export type Row = Notice & { of: number };

/** Kinds of which a day has many, each saying little. */
const TOLD_AT_ONCE = [
  "REWARD",
  "REWARD_PROMISED",
  "REWARD_REVERSED",
  "REWARD_WITHDRAWN",
  "JOINED",
] as const;
export type ToldAtOnce = (typeof TOLD_AT_ONCE)[number];

/** The day of a notice in India, or its month if it is older than `since` (YYYY-MM-DD). */
function groupOf({ at }: Notice, since: string): string {
  const day = dateInIndia(new Date(at));
  return day < since ? day.slice(0, 7) : day;
}

/**
 * Leaves the last group of a full page to the next one, which has it whole: a group that is cut would
 * tell a part of its sum. One that fills a page stays.
 */
export function wholeGroups(notices: readonly Notice[], since: string): readonly Notice[] {
  const [last] = notices.slice(-1).map((notice) => groupOf(notice, since));
  const whole = notices.filter((notice) => groupOf(notice, since) !== last);
  return whole.length > 0 ? whole : notices;
}

/**
 * Groups notices, newest first, by their day in India, or by their month if they are older than `since`
 * (YYYY-MM-DD), and tells those that say the same as one.
 */
export function byDay(notices: readonly Notice[], since: string): { of: string; rows: Row[] }[] {
  const groups: { of: string; rows: Row[] }[] = [];
  for (const notice of notices) {
    const of = groupOf(notice, since);
    if (groups.at(-1)?.of !== of) groups.push({ of, rows: [] });
    const rows = groups.at(-1)?.rows ?? [];
    const same = rows.find(
      ({ kind }) => kind === notice.kind && TOLD_AT_ONCE.some((one) => one === kind),
    );
    if (!same) rows.push({ ...notice, of: 1 });
    else {
      same.of += 1;
      if ("tokens" in same && "tokens" in notice) same.tokens += notice.tokens;
    }
  }
  return groups;
}
