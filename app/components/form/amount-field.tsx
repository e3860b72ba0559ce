import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Field } from "./field";
import { acceptedText } from "./amount-keys";

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
