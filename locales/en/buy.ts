/** Buy Token. Exact words: product.md §2. */
export const buy = {
  title: "Buy Token",
  noToken: "Please select a token to proceed.",
  noTokenHint: "This company has not set a price yet. Please come back later.",
  price: "Price per token",
  supply: "Available private supply",
  amount: "Amount (INR)",
  amountHint: "Before the transaction fee",
  workOut: "Calculate the tokens",
  summary: "What you get",
  tokens: "Tokens",
  fee: "Transaction fee",
  total: "Approximate total (incl. fee)",
  remainder:
    "{{amount}} of this amount is too little for another token. You still pay it; enter {{exact}} to leave it out.",
  submit: "BUY NOW",
  pending: "Processing...",
  unanswered: "Failed to create purchase order.",
  finalSale:
    "All sales are final. Once your payment is approved, tokens cannot be returned or exchanged.",
  afterwards: "Your tokens are reserved for {{holdMinutes}} minutes while you pay.",
  replaces: "Another amount replaces this order.",
};
