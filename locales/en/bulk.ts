/** A decision on several purchases: what it would do, and to which. */
export const bulk = {
  approved_one: "{{count}} purchase would be approved",
  approved_other: "{{count}} purchases would be approved",
  rejected_one: "{{count}} purchase would be rejected",
  rejected_other: "{{count}} purchases would be rejected",
  flagged_one: "{{count}} flagged purchase is left out unless you give a reason",
  flagged_other: "{{count}} flagged purchases are left out unless you give a reason",
  flaggedHint: "Say why it is right although it is flagged. The activity keeps the reason.",
  reason: "Why it is right",
  reasonFor: "Why {{order}} is right",
  refused_one: "{{count}} purchase is left out",
  refused_other: "{{count}} purchases are left out",
  singly: "Decide on it alone",
  take: "Include {{order}}",
  second_one: "{{count}} of these needs a second admin: it would wait for that.",
  second_other: "{{count}} of these need a second admin: they would wait for that.",
};
