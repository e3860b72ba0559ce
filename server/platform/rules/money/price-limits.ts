/** A price can be scheduled this many years of 365 days ahead. */
export const FARTHEST_YEARS = 5;
