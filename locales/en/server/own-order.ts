/** Texts of the page of a member's own order (product.md §2), translated on the server only. */
export const ownOrder = {
  title: "Order {{orderNumber}}",
  facts: "{{quantity}} {{symbol}} for {{total}}",
  back: "Payment History",
  steps: "Progress",
  help: "Something is not right?",
  refresh: "Refresh",
  pay: "Continue to payment",
  paid: "I already paid",
  buy: "Buy Token",
  toOrder: "Go to {{orderNumber}}",
  tokens: "See your tokens",
  tell: "Tell a friend",
  again: "Submit again",
  usual: "Usually approved within {{time}}.",
  reason: "Reason: {{reason}}",
  contact: "Questions? {{name}} · {{email}} · {{mobile}}",
  states: {
    OPEN: {
      head: "Your turn: pay {{total}}",
      text: "Your {{quantity}} {{symbol}} are kept until {{time}}. Pay, then send us the proof.",
    },
    EXPIRED: {
      head: "The {{holdMinutes}} minutes are over. You can still pay.",
      text: "If you have paid, send us the proof. If not, you need not do anything.",
    },
    CANCELLED: {
      head: "This order is cancelled. Please do not pay for it.",
      text: "Have you already paid? Send us the proof: your money is not lost.",
    },
    PENDING: {
      head: "Your payment is being checked",
      text: "Nothing to do. We'll email you as soon as {{company}} has compared it with the money received.",
    },
    REST: {
      head: "Your turn: pay the remaining {{missing}}",
      text: "Pay it to the same account, with the order number as the note. You need not send the details again.",
    },
    ON_RECORD: {
      head: "Your payment is on record",
      text: "There were not enough tokens for this order, or you had reached a limit. {{company}} checks the payment and then allocates what is left, waits for tokens, or sends the money back. Please do not pay again. We'll email you.",
      refused:
        "What arrived of it is on record. We send it back, or pay another waiting order of yours with it, and write to you then. Please do not pay again.",
    },
    APPROVED: {
      head_one: "{{quantity}} {{symbol}} is yours",
      head_other: "{{quantity}} {{symbol}} are yours",
      text: "Nothing to do. Your receipt is below.",
    },
    REJECTED: {
      head: "This payment was rejected",
      text: "You got no tokens for it. If the money left your account, it is still yours: correct the details and submit again, or ask {{company}} to send it back.",
    },
    REVERSED: {
      head: "The approval was reversed",
      text: "The tokens of this order are no longer yours. Ask {{company}} about your money if nothing is said here.",
    },
  },
  problems: {
    write: "Write the mail",
    body: "Order: {{orderNumber}}\nTotal: {{total}}\nUTR or transaction number: {{reference}}\n\n{{question}}",
    sum: {
      title: "I paid another sum",
      text: "Tell us what you paid. Too little: we ask you for the rest. Too much: the rest is sent back or buys more tokens.",
      body: "I paid: ",
    },
    twice: {
      title: "I paid twice",
      text: "No payment is lost. Tell us both transaction numbers: one pays this order, the other is sent back or pays another order.",
      body: "The numbers of both payments: ",
    },
    ask: {
      title: "Ask about this order",
      text: "{{company}} reads your mail with the order at hand.",
      body: "My question: ",
    },
  },
};
