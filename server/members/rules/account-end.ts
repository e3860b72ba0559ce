/** Days in which a member can still keep the account after asking for its end. */
export const END_AFTER_DAYS = 7;

/** Returns the end of an account whose member asked for it. */
export const endsAt = (askedAt: Date): Date =>
  new Date(askedAt.getTime() + END_AFTER_DAYS * 24 * 3_600_000);
