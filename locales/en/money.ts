/** The page of payments. */
export const money = {
  title: "Payments",
  tabs: {
    decide: "To decide",
    bank: "In the bank",
    unallocated: "Without an order",
    decided: "Decided",
  },
};
