/**
 * The ways to settle an unallocated payment; each dialog's URL is the page's with
 * `?<settlement>=<id>`.
 */
export const SETTLEMENTS = ["allocate", "correct"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];
