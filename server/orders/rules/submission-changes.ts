import type { PaymentMethod } from "@db/vocabulary";

/** The facts that an admin compares with the bank account before deciding. */
export interface SubmittedFacts {
  readonly method: PaymentMethod | null;
  readonly reference: string | null;
  readonly paidAmountPaise: number | null;
  /** SHA-256 of the proof's bytes; null without one. */
  readonly proofSha256: string | null;
  /** Destination account number or UPI id; undefined if unknown. */
  readonly account: string | null | undefined;
}

export type SubmissionChange =
  | { field: "method"; before: PaymentMethod | null; after: PaymentMethod | null }
  | { field: "reference" | "account"; before: string | null; after: string | null }
  | { field: "paidAmount"; before: number | null; after: number | null }
  | { field: "proof"; change: "added" | "removed" | "replaced" };

/** Lists the facts that differ between two submissions of a payment, in the order of the dialog. */
export function submissionChanges(
  before: SubmittedFacts,
  after: SubmittedFacts,
): SubmissionChange[] {
  const changes: SubmissionChange[] = [];
  if (before.method !== after.method) {
    changes.push({ field: "method", before: before.method, after: after.method });
  }
  if (before.reference !== after.reference) {
    changes.push({ field: "reference", before: before.reference, after: after.reference });
  }
  if (before.paidAmountPaise !== after.paidAmountPaise) {
    changes.push({
      field: "paidAmount",
      before: before.paidAmountPaise,
      after: after.paidAmountPaise,
    });
  }
  if (before.proofSha256 !== after.proofSha256) {
    const change =
      before.proofSha256 === null ? "added" : after.proofSha256 === null ? "removed" : "replaced";
    changes.push({ field: "proof", change });
  }
  if (
    before.account !== undefined &&
    after.account !== undefined &&
    before.account !== after.account
  ) {
    changes.push({ field: "account", before: before.account, after: after.account });
  }
  return changes;
}
