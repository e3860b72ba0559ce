import type { TFunction } from "i18next";
import { PAYMENT_METHODS, type PaymentMethod } from "@db/vocabulary";

/**
 * Names a payment method in the language of `t`, for pages of staff, their files and their mails.
 * English has the words of the calls (product.md §2).
 */
export function methodIn(t: TFunction, method: PaymentMethod): string;
export function methodIn(t: TFunction, method: PaymentMethod | null): string | null;
export function methodIn(t: TFunction, method: PaymentMethod | null): string | null {
  return method && t(`orderList:methods.${method}`);
}

/** Lists all methods for a filter, by their codes. */
export const methodChoices = (t: TFunction): { value: PaymentMethod; label: string }[] =>
  PAYMENT_METHODS.map((value) => ({ value, label: methodIn(t, value) }));
