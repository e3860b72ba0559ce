/** The head and the tools of the list of payments without an order; its words stay on the server. */
export const openPayments = {
  columns: {
    member: "Member",
    memberId: "User ID",
    order: "Order",
    tokens: "Quantity",
    method: "Payment",
    reference: "UTR",
    open: "Open",
    entered: "Entered",
    reason: "Why",
    since: "Since",
  },
  total_one: "{{shown}} payment",
  total_other: "{{shown}} payments",
  sum: "{{sum}} open",
};
