/** What a member's page is divided into; `?part=` names one, and the first is there without. */
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
