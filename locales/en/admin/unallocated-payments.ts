/** Headings and tools of the list of unallocated payments. */
export const unallocatedPayments = {
  columns: {
    member: "Member",
    memberId: "User ID",
    order: "Order",
    tokens: "Quantity",
    method: "Payment",
    reference: "UTR",
    open: "Unallocated",
    entered: "Entered",
    reason: "Why",
    since: "Since",
  },
  total_one: "{{shown}} payment",
  total_other: "{{shown}} payments",
  sum: "{{sum}} unallocated",
};
