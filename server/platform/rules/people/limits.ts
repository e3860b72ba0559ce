/** Minimum age of members (architecture.md §7). */
export const MIN_AGE_YEARS = 18;

export const MIN_PASSWORD_LENGTH = 8;
/** Limits the work of hashing; allows long passphrases. */
export const MAX_PASSWORD_LENGTH = 128;
