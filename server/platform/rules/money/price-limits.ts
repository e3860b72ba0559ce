/** How far ahead a price can be scheduled, in years of 365 days. */
export const FARTHEST_YEARS = 5;
