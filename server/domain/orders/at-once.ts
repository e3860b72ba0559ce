/** The most orders that one action decides on, and one page shows. */
export const MOST_AT_ONCE = 100;
