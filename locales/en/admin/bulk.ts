/** A decision on several purchases: what it would do, and to which. */
export const bulk = {
  found_one: "In the bank with this sum: {{count}} purchase",
  found_other: "In the bank with this sum: {{count}} purchases",
  notFound_one: "Not in the bank yet: {{count}} purchase",
  notFound_other: "Not in the bank yet: {{count}} purchases",
  otherSum_one: "Bank shows another sum: {{count}} purchase is decided alone",
  otherSum_other: "Bank shows another sum: {{count}} purchases are decided one by one",
  entry: "In the bank on {{day}}: {{shown}}",
  maybeEntry: "An entry of {{day}} may be it: {{shown}}. Compare it under 'In the bank'.",
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
  approveTitle: "Approve several purchases",
  rejectTitle: "Reject several purchases",
  nothing: "Please select at least one purchase.",
  explainApprove_one:
    "This approves {{count}} purchase of {{sum}} and allocates {{tokens}}. Its member is notified by email.",
  explainApprove_other:
    "This approves {{count}} purchases of {{sum}} in all and allocates {{tokens}}. Each member is notified by email.",
  explainReject_one:
    "This rejects {{count}} purchase of {{sum}}. Its tokens go back to the pool; the member reads the reason and may submit again.",
  explainReject_other:
    "This rejects {{count}} purchases of {{sum}} in all. Their tokens go back to the pool; each member reads the reason and may submit again.",
  counted:
    "Without JavaScript these numbers, and that of the button, stay those of the page as it was opened. What is ticked or has a reason is decided, and the results say what was done.",
  question_one: "I have seen the money of the one that is not in the bank yet in our account.",
  question_other:
    "I have seen the money of each of the {{count}} that are not in the bank yet in our account.",
  confirmApprove: "Approve {{count}}",
  confirmReject: "Reject {{count}}",
  resultTitle: "Results",
  result: "Result",
  resultApproved_one: "{{count}} purchase approved, {{sum}} in all.",
  resultApproved_other: "{{count}} purchases approved, {{sum}} in all.",
  resultRejected_one: "{{count}} purchase rejected, {{sum}} in all.",
  resultRejected_other: "{{count}} purchases rejected, {{sum}} in all.",
  resultRefused_one: "{{count}} was not decided; the reason is shown beside it.",
  resultRefused_other: "{{count}} were not decided; the reason is shown beside each.",
  resultUndone_one: "{{count}} purchase of {{sum}} waits again; its member was not told.",
  resultUndone_other:
    "{{count}} purchases of {{sum}} in all wait again; their members were not told.",
  undoable_one: "The member is told in {{seconds}} seconds; until then you can undo it.",
  undoable_other:
    "The members are told in {{seconds}} seconds; until then you can undo these {{count}}.",
  unknown: "Not found",
  back: "Back to the list",
};
