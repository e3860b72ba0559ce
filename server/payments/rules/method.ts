import type { PaymentMethod } from "@db/vocabulary";

/** Tells whether a method requires a reference and a file (product.md §2: all but manual payment). */
export function needsProof(method: PaymentMethod): boolean {
  return method !== "MANUAL";
}
