/** Messages of every member's screen when an order changes. */
export const orders = {
  lines: "Your orders",
  followed: {
    OPEN: "Order {{order}} is open again.",
    APPROVED: "Your payment {{order}} was approved: {{quantity}} {{symbol}} are yours.",
    REJECTED: "Your payment {{order}} was rejected. The reason is in your payment history.",
    REVERSED: "The approval of {{order}} was reversed. The reason is in your payment history.",
    EXPIRED: "Order {{order}} has expired.",
    CANCELLED: "Order {{order}} is cancelled.",
  },
};
