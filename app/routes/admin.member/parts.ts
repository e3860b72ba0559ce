/** The parts of a member's page; `?part=` selects one, the first by default. */
export const PARTS = [
  "profile",
  "orders",
  "allocations",
  "referrals",
  "sessions",
  "messages",
  "activity",
] as const;
export type Part = (typeof PARTS)[number];
