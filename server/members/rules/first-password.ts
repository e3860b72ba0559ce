/** Hours that a password chosen by an admin logs in, like an invitation's link. */
export const FIRST_PASSWORD_HOURS = 72;

export const firstPasswordEnd = (now: Date): Date =>
  new Date(now.getTime() + FIRST_PASSWORD_HOURS * 3_600_000);
