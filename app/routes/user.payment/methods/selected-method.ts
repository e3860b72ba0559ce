import { type PaymentMethod, SUBMITTABLE_METHODS } from "@db/vocabulary";
import { needsProof } from "@server/payments/rules/keys";
import type { PaymentOptions } from "@server/companies/contracts/beneficiaries";
import type { PayableData } from "../load-payment.server";

/** Tells whether the browser says that it is a phone's. */
export const isOnPhone = (headers: Headers): boolean =>
  headers.get("sec-ch-ua-mobile") === "?1" || /\bMobi/.test(headers.get("user-agent") ?? "");

/**
 * Returns the tab that opens first: the method by which the order, or else the member's last one, was
 * paid; UPI on a phone, whose UPI app opens with the sum (product.md §2).
 */
export function firstMethod(
  headers: Headers,
  { upi, methods, defaultMethod }: Pick<PaymentOptions, "upi" | "methods" | "defaultMethod">,
  paidBy: PaymentMethod | null,
) {
  const known = methods.find((one) => one === paidBy);
  if (known) return known;
  return upi && isOnPhone(headers) ? "UPI" : defaultMethod;
}

/** The selection in the URL: `?tab=upi&bank=…&proof=1`. */
export function selectedMethod(params: URLSearchParams, data: PayableData) {
  const { order, banks, defaultMethod } = data;
  const tab = params.get("tab")?.toUpperCase();
  const asked = SUBMITTABLE_METHODS.find((one) => one === tab) ?? defaultMethod;
  const method = asked === "BANK" && banks.length === 0 ? defaultMethod : asked;
  return {
    method,
    bank: banks.find(({ id }) => id === params.get("bank")) ?? banks[0] ?? null,
    // The dialog requires consent, unless a rest is paid; the procedure enforces it as well.
    isProofOpen:
      params.get("proof") === "1" &&
      (order.consentedAt !== null || order.rest !== null) &&
      needsProof(method),
  };
}

export type SelectedMethod = ReturnType<typeof selectedMethod>;
