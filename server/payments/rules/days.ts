/** The day sums of payments show so many days unless others are asked for, and never more than a year. */
export const SHOWN_DAYS = 31;
export const MOST_DAYS = 366;

/** The day so many days before another one, both YYYY-MM-DD. */
export function daysBefore(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}
