/** The page of unallocated payments. */
export const unallocated = {
  title: "Unallocated payments",
  intro: "Allocate their tokens, pay a waiting order, or send them back.",
  free_one: "{{free}} token is left to allocate.",
  free_other: "{{free}} tokens are left to allocate.",
  empty:
    "No payment is unallocated. Money that its order does not need, or that has no order, is listed here.",
  noneFound: "No payment matches this search and these filters.",
  kinds: {
    label: "Which payments",
    all: "All payments",
    CLAIM: "Reported by members",
    CREDIT: "Received",
  },
  record: "Record a payment",
  daySums: "Day sums",
  columns: {
    proof: "Proof",
    action: "Action",
  },
  tokens_one: "{{quantity}} token",
  tokens_other: "{{quantity}} tokens",
  reported: "Member entered {{amount}}",
  sameReference: "Same number as {{orders}}",
  receivedUnneeded: "Received; not needed by the order",
  because: {
    SUPPLY_GONE_AFTER_PAYMENT: "Too few tokens were left",
    SUPPLY_GONE: "Too few tokens were left",
    SUPPLY_TOO_LOW: "Too few tokens were left",
    TOO_MANY_PENDING_ORDERS: "Too many payments were waiting",
    TOKEN_CAP_REACHED: "The member's token limit was reached",
    UNVERIFIED_CAP_REACHED: "The limit of an unverified member was reached",
    ORDER_ALREADY_DECIDED: "Other money paid the order",
  },
  viewProof: "View the proof of {{order}}",
  allocate: "Allocate",
  order: "Pay an order",
  refund: "Refund",
  dismiss: "Not received",
  allocateTitle: "Allocate tokens for {{order}}",
  explainAllocate_one:
    "This confirms the sum below, which arrived from {{name}} for an order of {{total}}, and allocates {{quantity}} token.",
  explainAllocate_other:
    "This confirms the sum below, which arrived from {{name}} for an order of {{total}}, and allocates up to {{quantity}} tokens.",
  explainPart:
    "The order is for {{ordered}}. Only {{quantity}} are left now: the rest of the money stays in this list until you send it back or pay a waiting order with it.",
  explainReported:
    "On record for this payment is {{amount}}, and the order's total is {{total}}. Enter what your bank shows.",
  allocateHint:
    "In rupees, as your bank shows it. Less than the total buys fewer tokens; what the order does not need stays in this list.",
  noneLeft: "No tokens are left now. The payment can wait here until there are some.",
  allocated: "{{quantity}} tokens allocated for {{order}}",
  allocatedPart: "{{quantity}} tokens allocated for {{order}}. {{rest}} is left.",
  refundTitle: "Record a refund for {{order}}",
  explainRefund:
    "Record money that you have sent back. The member gets the date and the reference by mail.",
  received: "Received",
  receivedHint: "In rupees, as your bank shows it. What you did not send back stays in this list.",
  refundAmount: "Amount sent back",
  refundReference: "Reference of the refund",
  refundedOn: "Sent on",
  refunded: "Refund for {{order}} recorded",
  refundedPart: "Refund for {{order}} recorded. {{rest}} of it is left.",
  dismissTitle: "The money for {{order}} did not arrive",
  explainDismiss: "The member gets the reason by mail, and can submit the payment again.",
  counted:
    "The payment's number {{reference}} is on record for {{order}} already. If both are the same payment, mark this one as not received.",
  counts: "The number {{reference}} is on record for {{order}} too.",
  explainSame: "The member gets no mail: their payment stays on record there.",
  partlyUsed:
    "A part of this money was allocated or sent back: it cannot be marked as not received.",
  dismissed: "Payment for {{order}} marked as not received",
};
