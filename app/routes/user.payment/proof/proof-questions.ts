import { type FormReply, typedIn } from "~/lib/forms/form-reply";

/** The codes of a proof that the member is asked about; they confirm it or correct it. */
const DOUBTS: readonly string[] = [
  "PAID_AMOUNT_DIFFERS",
  "REFERENCE_UNUSUAL_UPI",
  "REFERENCE_UNUSUAL_BANK",
];

/** Returns the text that a confirmation repeats: another number or amount is asked about anew. */
export const confirmationOf = (referenceNumber: string, paidAmount: string): string =>
  `${paidAmount.trim()} ${referenceNumber.trim()}`;

/**
 * Returns the values that a reply asks about and the confirmation that its button sends; null for
 * other replies.
 */
export function questionIn(
  reply: FormReply | null,
): { about: "amount" | "number" | "both"; confirms: string } | null {
  if (!reply || !DOUBTS.includes(reply.code)) return null;
  const isAmount = reply.error?.["paidAmount"] !== undefined;
  const isNumber = reply.error?.["referenceNumber"] !== undefined;
  return {
    about: isAmount && isNumber ? "both" : isAmount ? "amount" : "number",
    confirms: confirmationOf(
      typedIn(reply, "referenceNumber") ?? "",
      typedIn(reply, "paidAmount") ?? "",
    ),
  };
}
