/** The texts tell staff which payment has a number, instead of a refusal's general text. */
export const numbers = {
  refusals: {
    OPEN: "The number {{reference}} is on record for {{order}}, and {{open}} of that money is unallocated. If it did not arrive for {{order}}, mark it as not received under Payments, 'Unallocated'. Otherwise reject this payment; that money can pay a waiting order there.",
    BACK: "The money with the number {{reference}} was received for {{order}} and sent back. Reject this payment.",
    USED: "The money with the number {{reference}} was received for {{order}} already. Reject this payment.",
    NAMED:
      "The payment's number {{reference}} is on record for {{order}} already. Of one payment that is kept twice, mark this one as not received.",
    AGAIN:
      "{{order}} was submitted with the number {{reference}} again after this money was received. Decide on that payment first.",
    TAKEN:
      "The number {{reference}} is on record for {{order}} already. If that is another payment, reject it or mark it as not received there first.",
  },
  /** Refusals whose number is one. */
  one: {
    SUPPLY_TOO_LOW: "Only one token is left. Please enter a smaller amount.",
    TOO_MANY_PENDING_ORDERS:
      "You have a payment waiting for approval. Please wait until it is decided.",
    TOKEN_CAP_REACHED: "One member may have at most one token waiting for approval.",
    UNVERIFIED_CAP_REACHED:
      "Until your account is verified, you can order at most one token before you send a proof of payment.",
  },
};
