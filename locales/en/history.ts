/** Payment History. Exact words: product.md §2, §8. */
export const history = {
  title: "Payment History",
  showAll: "Show all payments",
  open: {
    continue: "Continue to payment",
  },
  paid: "I already paid",
  method: "Method",
  total: "Total Amount",
  receipt: "Receipt",
  view: "View",
  viewOf: "View the receipt of {{id}}",
  submitAgain: "Submit again",
  methods: { BANK: "Bank", UPI: "UPI", MANUAL: "Manual", CRYPTO: "Crypto" },
};
