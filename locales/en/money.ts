/** The page of payments. */
export const money = {
  title: "Payments",
  tabs: {
    decide: "To decide",
    bank: "In the bank",
    unallocated: "Unallocated",
    decided: "Decided",
  },
};
