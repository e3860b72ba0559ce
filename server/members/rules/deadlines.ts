/** Days in which a member can still keep the account after asking for its end. */
export const END_AFTER_DAYS = 7;

/** Returns the end of an account whose member asked for it. */
export const endsAt = (askedAt: Date): Date =>
  new Date(askedAt.getTime() + END_AFTER_DAYS * 24 * 3_600_000);

/** Hours that a password chosen by an admin logs in, like an invitation's link. */
export const FIRST_PASSWORD_HOURS = 72;

export const firstPasswordEnd = (now: Date): Date =>
  new Date(now.getTime() + FIRST_PASSWORD_HOURS * 3_600_000);
