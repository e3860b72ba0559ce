import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Field } from "./field";
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

/**
 * A field for rupees. Keys that are no digit or point are not taken; a paste is read whole. One that is
 * no amount stays as it is, and the form refuses it in words; a number field, which cannot hold it, says
 * `unreadable`. Without scripts the contract reads and refuses the same.
 */
export function AmountField({
  unreadable,
  ...field
}: ComponentProps<typeof Field> & { unreadable?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    const element = box.current;
    const take = (event: InputEvent) => {
      const { target, data: inserted } = event;
      if (inserted === null || !event.cancelable || !(target instanceof HTMLInputElement)) return;
      const { selectionStart: start, selectionEnd: end, value } = target;
      // A number field does not say where the cursor is.
      const at = start === null || end === null ? null : ([start, end] as const);
      const text = acceptedText(inserted, { value, at });
      setUnreadable(text === null && inserted.length > 1);
      if (text === inserted) return;
      event.preventDefault();
      // Unlike a new value, this can be undone, and the cursor stays behind it.
      if (text !== null) document.execCommand("insertText", false, text);
    };
    element?.addEventListener("beforeinput", take);
    return () => element?.removeEventListener("beforeinput", take);
  }, []);
  return (
    <div ref={box} className="contents">
      <Field
        inputMode="decimal"
        autoComplete="off"
        {...field}
        {...(isUnreadable && { problem: unreadable })}
      />
    </div>
  );
}
