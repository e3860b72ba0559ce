/**
 * Texts about an order on its page (product.md §2), translated on the server only: its timeline,
 * the question before its cancellation, and the end of its quote.
 */
export const timeline = {
  title: "Timeline",
  now: "now",
  yours: "your next step",
  next: "to come",
  steps: {
    KEPT: "Tokens kept for you",
    ENDED: "Time to pay was over: tokens no longer kept",
    CANCELLED: "Order cancelled",
    REPLACED: "Replaced by another order",
    SENT: "Proof sent",
    RELEASED: "Tokens given back, since nobody decided in time",
    ON_RECORD: "On record: to be settled",
    PART: "{{received}} received",
    REST: "{{missing}} still to be paid",
    CHECKING: "Being checked",
    ALLOCATED: "Tokens allocated",
    REJECTED: "Rejected",
    REVERSED: "Approval reversed",
  },
  manualSent: "Payment confirmed by you",
  quoteEnded:
    "The price of this order is no longer guaranteed: one token now costs {{present}}, not {{quoted}}. Already paid? Submit the payment: it is taken, and the company decides.",
  quoteEndedFee:
    "The terms of this order are no longer guaranteed: the fee is now {{present}}, not {{quoted}}. Already paid? Submit the payment: it is taken, and the company decides.",
  quoteEndedClosed:
    "The price of this order is no longer guaranteed: the company has no price at present. Already paid? Submit the payment: it is taken, and the company decides.",
  onRecordNext:
    "There were not enough tokens for this order, or you had reached a limit. {{company}} checks the payment and then allocates what is left, waits for tokens, or sends the money back. We will email you.",
  settledReleased:
    "Its tokens are no longer reserved for you, since nobody decided in time. You get them with the company's approval if enough are left then. Please do not pay again.",
};
