import { dateInIndia } from "@server/domain/dates/india";
import { isBirthDate, isOfAge } from "@server/domain/people/birth-date";
import { refuse } from "@server/domain/refusals/refuse";

/** Members are 18 or older (design §7). Refuses with BIRTH_DATE_INVALID or UNDER_AGE. */
export function assertOfAge(dateOfBirth: string, now: Date): void {
  const today = dateInIndia(now);
  if (!isBirthDate(dateOfBirth, today)) throw refuse("BIRTH_DATE_INVALID");
  if (!isOfAge(dateOfBirth, today)) throw refuse("UNDER_AGE");
}
