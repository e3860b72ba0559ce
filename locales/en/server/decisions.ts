/**
 * Messages after a decision on a payment, translated on the server only. Exact words: product.md
 * §2.
 */
export const decisions = {
  approved: "Purchase approved successfully",
  rejected: "Purchase rejected successfully",
  reversed:
    "Purchase reversed successfully. Its payment is unallocated now: refund it, or note that it was not received.",
  /** The reasons of a rejection that a company without its own chooses from; its member reads them. */
  reasons: {
    notReceived: "We have not received this payment in our account.",
    differs: "The amount that we received differs from the total of your order.",
    reference: "The reference number does not belong to this payment.",
    proof: "The proof cannot be read, or is of another payment.",
    twice: "This payment was already counted for another order.",
    account: "The money came from an account in another person's name.",
  },
  undone: "{{order}} waits again; its member was not told",
  /** Changes of a submission while an admin looked at it. */
  changed: {
    method: "the method is {{after}}, not {{before}}",
    reference: "the reference is {{after}}, not {{before}}",
    paidAmount: "the amount entered is {{after}}, not {{before}}",
    account: "it was paid to {{after}}, not {{before}}",
    proof: {
      added: "a proof was added",
      removed: "there is no proof any more",
      replaced: "the proof is another file",
    },
    none: "none",
    nothing: "its details are the same",
    unknown: "the earlier details are not known any more",
  },
  /** Headings of exports. */
  submitted: "Submitted",
  decidedAt: "Decided",
};
