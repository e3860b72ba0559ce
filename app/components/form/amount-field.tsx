import type { ComponentProps } from "react";
import { Field } from "./field";

/**
 * A field for rupees or a percentage: text with a phone's decimal keys. A number field would change by
 * the mouse wheel and lose what it cannot hold. What is typed stays as it is; the contract reads it, or
 * the form refuses it in words.
 */
export const AmountField = (field: ComponentProps<typeof Field>) => (
  <Field inputMode="decimal" autoComplete="off" {...field} />
);
