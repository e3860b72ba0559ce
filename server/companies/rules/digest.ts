/** The hour in India from which the admins' daily mail is sent, unless the company sets another. */
export const DEFAULT_DIGEST_HOUR = 9;

/** The hour, from 0 to 23. */
export const digestHourOf = ({ digestHour }: { digestHour?: number }): number =>
  digestHour ?? DEFAULT_DIGEST_HOUR;
