/** Sums of payments by day. */
export const days = {
  title: "Day sums",
  intro:
    "What you received, by the day on which it was confirmed, and what became of it until now. On each line and in total, received is what was allocated, waits for the rest of its order, was refunded and is unallocated.",
  back: "Back to the payments",
  from: "From",
  to: "To",
  show: "Show",
  day: "Day",
  method: "Method",
  payments: "Payments",
  received: "Received",
  allocated: "Allocated",
  waiting: "Waiting for the rest",
  refunded: "Refunded",
  open: "Unallocated",
  total: "Total",
  allMethods: "All methods",
  entries: "Entries",
  empty:
    "No money was confirmed on these days. Each payment counts on the day on which you approve or record it.",
  unmatchedTitle: "In bank statements, not matched to an order yet",
  returnedTitle: "Sent back by the bank, by the day of the return",
  toPayment: "The payment",
  reconcile: {
    title: "The bank on {{day}}",
    intro:
      "What the bank shows is approved, waiting for the rest of its order, sent back, unallocated, or put away because it pays nothing here. Compare it with the bank's own total of the day, then sign.",
    empty: "No statement shows money on this day. Import the bank's statement first.",
    unknown: "Unknown account",
    bankPaise: "Bank's total",
    approvedPaise: "Approved",
    waitingPaise: "Waiting for the rest",
    refundedPaise: "Sent back",
    openPaise: "Unallocated",
    putAwayPaise: "Put away",
    was: "(signed: {{sum}})",
    excess:
      "{{sum}} more was approved or sent back than the bank shows. Settle it under In the bank.",
    wentBack: "Went back on this day",
    withoutEntry_one:
      "{{count}} payment, {{sum}}, was confirmed on this day without an entry of the bank.",
    withoutEntry_other:
      "{{count}} payments, {{sum}}, were confirmed on this day without an entry of the bank.",
    signed: "Signed",
    changed: "Changed since it was signed",
    by: "Signed by {{name}}, {{at}}",
    since: "Changed since then",
    sign: "Sign off",
    signOne: "Sign off {{name}}",
    wasSigned: "The day is signed",
  },
};
