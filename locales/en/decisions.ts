/** What is said after a decision on a payment, translated on the server only. Exact words: product.md §2. */
export const decisions = {
  approved: "Purchase approved successfully",
  rejected: "Purchase rejected successfully",
  reversed: "Purchase reversed successfully",
};
