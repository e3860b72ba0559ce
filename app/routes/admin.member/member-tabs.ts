/** The parts of a member's page; `?part=` selects one, the first by default. */
export const MEMBER_TABS = [
  "profile",
  "orders",
  "allocations",
  "referrals",
  "sessions",
  "notes",
  "messages",
  "activity",
] as const;
export type MemberTab = (typeof MEMBER_TABS)[number];
