/** The periods that divide the history of the admin's dashboard. */
export const HISTORY_PERIODS = ["days", "weeks", "months"] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

/** The number of periods shown, the present one included. */
const SPANS: Readonly<Record<HistoryPeriod, number>> = { days: 30, weeks: 12, months: 12 };

/**
 * Returns the first days of the last periods until the one of `today` (YYYY-MM-DD), oldest first.
 * Weeks begin on Mondays.
 */
export function periodStartsUntil(period: HistoryPeriod, today: string): string[] {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: SPANS[period] }, (_, at) => {
    const back = SPANS[period] - 1 - at;
    const first =
      period === "months"
        ? Date.UTC(year, month - 1 - back, 1)
        : Date.UTC(year, month - 1, period === "days" ? day - back : day - weekday - 7 * back);
    return new Date(first).toISOString().slice(0, 10);
  });
}
