/** Payment History. Exact words: product.md §2, §8. */
export const history = {
  title: "Payment History",
  showAll: "Show all payments",
  open: {
    title: "You have an open order",
    text: "You ordered {{quantity}} {{symbol}} for {{total}}. Time to pay:",
    over: "expired!",
    until: "until {{time}}",
    continue: "Continue to payment",
  },
  paid: "I already paid",
  unpaid: {
    title: "Orders without a payment",
    text: "Sent money for one of them? Give us the proof.",
  },
  method: "Method",
  total: "Total Amount",
  receipt: "Receipt",
  view: "View",
  viewOf: "View the receipt of {{id}}",
  submitAgain: "Submit again",
  waiting: {
    title: "Waiting for approval",
    text: "An admin compares your payment with the money received. We email you once it is decided, and this page then updates automatically.",
    since: "Sent {{when}}",
    again: "Refresh",
  },
  kept: {
    title: "On record, not yet allocated",
    text: "We have the details of these payments and settle each of them: by tokens, or by sending the money back.",
    facts: "{{total}} by {{method}}, received {{at}}",
  },
  decided: {
    APPROVED_one: "{{order}} was approved: {{quantity}} {{symbol}} is yours.",
    APPROVED_other: "{{order}} was approved: {{quantity}} {{symbol}} are yours.",
    REJECTED: "{{order}} was rejected.",
    REVERSED: "The approval of {{order}} was reversed.",
  },
  decidedOf: "Decision on {{id}}",
  methods: { BANK: "Bank", UPI: "UPI", MANUAL: "Manual", CRYPTO: "Crypto" },
};
