/** Sums of payments by day. */
export const days = {
  title: "Day sums",
  intro:
    "What you received, by the day on which it was confirmed, and what became of it until now. On each line and in total, received is what was allocated, refunded and is unallocated.",
  back: "Back to the payments",
  from: "From",
  to: "To",
  show: "Show",
  day: "Day",
  method: "Method",
  payments: "Payments",
  received: "Received",
  allocated: "Allocated",
  refunded: "Refunded",
  open: "Unallocated",
  total: "Total",
  allMethods: "All methods",
  entries: "Entries",
  empty: "No money was confirmed on these days.",
  unmatchedTitle: "In bank statements, not matched to an order yet",
};
