/** How long a member can still keep the account after asking for its end, in days. */
export const END_AFTER_DAYS = 7;

/** When an account ends whose member asked for it. */
export const endsAt = (askedAt: Date): Date =>
  new Date(askedAt.getTime() + END_AFTER_DAYS * 24 * 3_600_000);
