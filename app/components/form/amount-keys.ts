import { plainAmount } from "@server/platform/rules/money/units";
import { plainTyped } from "@server/platform/rules/text/typed";

interface Holder {
  value: string;
  /** Start and end of the selection; null for a number field, which holds nothing but a number. */
  at: readonly [number, number] | null;
}

/** Digits with one optional decimal point and at most two decimals (product.md §5). */
const TYPED_AMOUNT = /^\d*(\.\d{0,2})?$/;

/**
 * A field for an amount takes this of a text that is typed or pasted; null for nothing. A key is a digit
 * of any script or a point, unless a point or the decimals are there. A paste is taken as the amount that
 * it says, or as it is, so that it can be refused: no sign within it is dropped.
 */
export function acceptedText(inserted: string, { value, at }: Holder): string | null {
  const isKey = [...inserted].length === 1;
  if (!isKey) {
    const amount = plainAmount(inserted);
    return at === null && !TYPED_AMOUNT.test(amount) ? null : amount;
  }
  const key = plainTyped(inserted);
  if (!/^[\d.]$/.test(key)) return null;
  if (at === null || !TYPED_AMOUNT.test(value)) return key;
  return TYPED_AMOUNT.test(value.slice(0, at[0]) + key + value.slice(at[1])) ? key : null;
}
