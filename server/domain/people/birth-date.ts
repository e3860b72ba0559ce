/** Members are 18 or older (design §7). */
export const MIN_AGE_YEARS = 18;

/** Whether a text is a real calendar date, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Whether a text can be somebody's date of birth: a real date from 1900 until today. */
export function isBirthDate(text: string, today: string): boolean {
  return isCalendarDate(text) && text >= "1900-01-01" && text <= today;
}

/**
 * Full years on `today`; both dates YYYY-MM-DD in the company's calendar. Who is born on 29 February
 * is a year older on 1 March of a year that has no such day.
 */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

/** Whether a person born then may take part today. */
export function isOfAge(birthDate: string, today: string): boolean {
  return ageOn(birthDate, today) >= MIN_AGE_YEARS;
}
