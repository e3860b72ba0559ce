import { dateInIndia } from "@server/platform/rules/dates/dates";
import { MIN_AGE_YEARS } from "./limits";
import { type PlainRefusalCode, refuse } from "@server/platform/rules/refusals/refuse";

/** True for a real calendar date, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** True for a plausible date of birth: a real date from 1900 until today. */
export function isBirthDate(text: string, today: string): boolean {
  return isCalendarDate(text) && text >= "1900-01-01" && text <= today;
}

/**
 * Returns the age in full years on `today`; both dates are YYYY-MM-DD in the company's calendar. A
 * birthday on 29 February counts on 1 March in a common year.
 */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

/** True if a person with this date of birth is of age today. */
export function isOfAge(birthDate: string, today: string): boolean {
  return ageOn(birthDate, today) >= MIN_AGE_YEARS;
}

/**
 * Returns the fault of a member's date of birth, or null: members are 18 or older (architecture.md
 * §7).
 */
export function birthDateFault(dateOfBirth: string, now: Date): PlainRefusalCode | null {
  const today = dateInIndia(now);
  if (!isBirthDate(dateOfBirth, today)) return "BIRTH_DATE_INVALID";
  return isOfAge(dateOfBirth, today) ? null : "UNDER_AGE";
}

/** Refuses a date of birth with a {@link birthDateFault}. */
export function assertOfAge(dateOfBirth: string, now: Date): void {
  const fault = birthDateFault(dateOfBirth, now);
  if (fault) throw refuse(fault);
}
