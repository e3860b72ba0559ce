import type { PaymentMethod } from "@db/vocabulary";

/** Spaces, hyphens and dashes of any script, and the invisible signs that copying brings along. */
const SEPARATORS = /[\s\u00ad\u200b-\u200f\u2010-\u2015\u2060\u2212\ufeff-]+/g;

/**
 * A bank reference in its one spelling: upper case, without spaces and hyphens, so that one payment
 * cannot credit two orders in two spellings (design §6). Idempotent.
 */
export function normaliseReference(text: string): string {
  return text.toUpperCase().replace(SEPARATORS, "");
}

/** Whether a normalised reference can be one at all: 1 to 64 Latin letters, digits and / . _ : # */
export function isReference(reference: string): boolean {
  return /^(?=.*[A-Z0-9])[A-Z0-9/._:#]{1,64}$/.test(reference);
}

/**
 * Whether a normalised reference does not look like one of its method, a reason to look twice and
 * never to refuse: UPI transactions have 12 digits; of bank transfers NEFT has 16 letters and
 * digits, RTGS 22 and IMPS 12 digits.
 */
export function isUnusualReference(method: PaymentMethod, reference: string | null): boolean {
  if (reference === null || reference === "") return false;
  if (method === "UPI") return !/^\d{12}$/.test(reference);
  if (method === "BANK") return !/^(\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/.test(reference);
  return false;
}
