/** Number of days that the day sums show by default; the maximum is a year. */
export const SHOWN_DAYS = 31;
export const MOST_DAYS = 366;

/** Returns the day that is so many days before another one, both YYYY-MM-DD. */
export function daysBefore(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}
