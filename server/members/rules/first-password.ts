/** How long a password that an admin chose for a member logs in, as an invitation's link does. */
export const FIRST_PASSWORD_HOURS = 72;

export const firstPasswordEnd = (now: Date): Date =>
  new Date(now.getTime() + FIRST_PASSWORD_HOURS * 3_600_000);
