import type { PaymentMethod, SubmittableMethod } from "@db/vocabulary";
import { isReference, normaliseReference } from "@server/domain/orders/reference";
import { refuse } from "@server/domain/refusals/refuse";
import type { PlainRefusalCode } from "@server/domain/refusals/refuse";

/** Whether a method is proved by a reference and a file (spec §2: all but manual payment). */
export function needsProof(method: PaymentMethod): boolean {
  return method !== "MANUAL";
}

/** What is said where the privacy policy was not agreed to; the spec words it by method (§5). */
export function consentRefusal(method: PaymentMethod): PlainRefusalCode {
  return method === "UPI" ? "CONSENT_REQUIRED_UPI" : "CONSENT_REQUIRED";
}

export interface SubmissionInput {
  readonly method: SubmittableMethod;
  readonly reference?: string | null | undefined;
  readonly receiptId?: string | null | undefined;
  /** What the member says was paid, in paise; null or absent when not said. */
  readonly paidAmountPaise?: number | null | undefined;
}

export interface CheckedSubmission {
  readonly method: SubmittableMethod;
  /** Normalised; null for manual payment. */
  readonly reference: string | null;
  readonly receiptId: string | null;
  readonly paidAmountPaise: number | null;
}

/**
 * The rules of the proof (spec §5): bank and UPI payments need a reference and an uploaded file; a
 * manual payment needs neither, and keeps none. Refuses with the first of REFERENCE_REQUIRED,
 * REFERENCE_INVALID, PAID_AMOUNT_INVALID and RECEIPT_REQUIRED, all of them in its `fields`
 * (referenceNumber, paidAmount, receiptId).
 */
export function checkSubmission(input: SubmissionInput): CheckedSubmission {
  const { method } = input;
  const paidAmountPaise = input.paidAmountPaise ?? null;
  const proved = needsProof(method);
  const reference = proved ? normaliseReference(input.reference ?? "") : null;
  const receiptId = proved ? (input.receiptId ?? "") : null;

  const fields: Record<string, [PlainRefusalCode]> = {};
  if (reference === "") fields["referenceNumber"] = ["REFERENCE_REQUIRED"];
  else if (reference !== null && !isReference(reference)) {
    fields["referenceNumber"] = ["REFERENCE_INVALID"];
  }
  if (paidAmountPaise !== null && !(Number.isSafeInteger(paidAmountPaise) && paidAmountPaise > 0)) {
    fields["paidAmount"] = ["PAID_AMOUNT_INVALID"];
  }
  if (receiptId === "") fields["receiptId"] = ["RECEIPT_REQUIRED"];

  const [first] = Object.values(fields);
  if (first) throw refuse(first[0], {}, { fields });
  return { method, reference, receiptId, paidAmountPaise };
}
