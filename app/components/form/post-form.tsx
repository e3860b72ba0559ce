import { FormProvider, getFormProps, useForm } from "@conform-to/react";
import { type FormEvent, useMemo, useState } from "react";
import type { FormReply } from "~/lib/forms/form-reply";
import { FormFrame, type FormProps, useConstraint, useReply } from "./form-frame";

const NO_ERRORS: NonNullable<FormReply["error"]> = {};

/**
 * The messages of a form's refusal that are left: each goes when its field is typed in, and
 * `confirmPassword`'s also with `password`.
 */
function useMessages(reply: FormReply | null) {
  const all = reply?.error ?? NO_ERRORS;
  const [left, setLeft] = useState({ reply, errors: all });
  const errors = left.reply === reply ? left.errors : all;
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const typed = (target as HTMLInputElement).name;
    const others = Object.entries(errors).filter(
      ([name]) => name !== typed && name.toLowerCase() !== `confirm${typed}`.toLowerCase(),
    );
    if (others.length < Object.keys(errors).length) {
      setLeft({ reply, errors: Object.fromEntries(others) });
    }
  };
  return { errors, onInput };
}

/**
 * A form with fields. The browser checks the contract's constraints by HTML, the server returns the
 * messages, and conform assigns each message to its field, where it stays until the field is typed
 * in. It works without JavaScript.
 */
export function PostForm({
  otherwise = null,
  id,
  contract,
  noValidate = false,
  className = "grid gap-4",
  children,
  ...form
}: FormProps & {
  /** The key of the form's contract in the loader's `constraints` (see `constraintsOf`). */
  contract: string;
  /** The server reports missing fields, in the user's language; the browser does not. */
  noValidate?: boolean;
  /** The reply that it shows before its own refusal: a draft, or the refusal of a step after it. */
  otherwise?: FormReply | null | undefined;
  /** The values that its fields hold until they are typed in, by their names. */
  values?: object | undefined;
}) {
  const constraint = useConstraint(contract);
  const reply = useReply(form.intent) ?? otherwise;
  const { errors, onInput } = useMessages(reply);
  const lastResult = useMemo(() => ({ error: errors }), [errors]);
  const [own] = useForm({
    ...(id !== undefined && { id }),
    ...(constraint && { constraint }),
    lastResult,
    defaultNoValidate: noValidate,
  });
  return (
    <FormProvider context={own.context}>
      <FormFrame
        {...form}
        {...getFormProps(own)}
        className={className}
        onInput={onInput}
        noValidate={noValidate}
        reply={reply}
        errors={errors}
        hasFields
      >
        {children}
      </FormFrame>
    </FormProvider>
  );
}

/**
 * A form with a button and hidden values only. It has no input to validate and no field messages,
 * so it does not use conform's `useForm`. Refusals appear above the button.
 */
export function ButtonForm(form: FormProps) {
  const reply = useReply(form.intent);
  return <FormFrame {...form} reply={reply} errors={reply?.error ?? NO_ERRORS} hasFields={false} />;
}
