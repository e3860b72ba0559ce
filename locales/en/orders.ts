/** Messages of every member's screen when an order changes. */
export const orders = {
  lines: "Your orders",
  over: "expired!",
  view: "View your order",
  tell: "Tell a friend",
  sent: {
    title_one: "is on the way to you",
    title_other: "are on the way to you",
    text: "We have your payment details for {{total}}. Nothing to do. We'll email you.",
  },
  approved: {
    title_one: "is yours",
    title_other: "are yours",
    text: "{{order}} was approved.",
  },
  followed: {
    OPEN: "Order {{order}} is open again.",
    APPROVED: "Your payment {{order}} was approved: {{quantity}} {{symbol}} are yours.",
    REJECTED: "Your payment {{order}} was rejected. The reason is on its page.",
    REVERSED: "The approval of {{order}} was reversed. The reason is on its page.",
    EXPIRED: "Order {{order}} has expired.",
    CANCELLED: "Order {{order}} is cancelled.",
  },
};
