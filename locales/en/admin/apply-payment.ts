/** An unallocated payment pays a waiting order of the same member. */
export const applyPayment = {
  title: "Pay a waiting order with this money",
  intro:
    "An unallocated payment can pay another order of the same member that waits for its decision. The order takes its total and is approved; what is left can be sent back or pay a further order.",
  back: "Back to the payments",
  order: "Paid for",
  member: "Member",
  payment: "Payment",
  open: "Unallocated",
  reported: "Member reports",
  received: "Received",
  receivedHint: "In rupees, as your bank shows it. All of it is recorded as received.",
  choose: "Waiting orders of {{name}}",
  choice: "{{order}}: {{quantity}} {{symbol}} for {{total}}",
  explain:
    "The payment that the member submitted for the order stays in the list, to be sent back or marked as not received. The member is told by mail and under the bell.",
  none: "The member has no waiting order that this money pays whole: send it back, or wait.",
  settled: "This payment is settled already, or not known. The list has what is still unallocated.",
  question: "I have seen this sum in our account.",
  submit: "Approve the order by this money",
  refund: "Send it back instead",
  done: "Order {{order}} approved: {{quantity}} tokens allocated",
};
