import { FormProvider, getFormProps, useForm } from "@conform-to/react";
import { type FormEvent, useMemo, useState } from "react";
import type { Constraints } from "~/lib/constraints.server";
import type { FormReply } from "~/lib/form-reply";
import { leftAfter, problemsOf } from "./check-form";
import { FormFrame, type FormProps, replyFor, useConstraint, useTyped } from "./form-frame";

const NO_ERRORS: NonNullable<FormReply["error"]> = {};

/** The refusal of a form that the browser found incomplete. What the server sent back stays typed. */
const refusedHere = (before: FormReply | null, error: FormReply["error"]): FormReply => ({
  form: null,
  ...before,
  status: "error",
  code: "INVALID_INPUT",
  error,
  toasts: [],
  retryAfterSeconds: null,
});

/**
 * The refusal that a form shows, by the server or by the browser's own check, and which of its
 * messages are left: each goes when its field is corrected.
 */
function useMessages(answered: FormReply | null, constraints: Constraints | undefined) {
  const last = { answered, reply: answered, errors: answered?.error ?? NO_ERRORS };
  const [kept, setKept] = useState(last);
  const { reply, errors } = kept.answered === answered ? kept : last;
  // A new answer replaces what was shown before it.
  if (kept.answered !== answered) setKept(last);
  const onInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    const left = leftAfter(errors, name, new FormData(currentTarget), constraints);
    if (left !== errors) setKept({ answered, reply, errors: left });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A button may send the form as it is.
    if (submitter?.hasAttribute("formnovalidate")) return;
    const found = problemsOf(new FormData(event.currentTarget), constraints ?? {});
    if (!found) return;
    event.preventDefault();
    setKept({ answered, reply: refusedHere(answered, found), errors: found });
  };
  return { reply, errors, onInput, onSubmit };
}

/**
 * A form with fields. The browser checks the contract's constraints (all at once where the loader
 * gave their texts, see `constraintsIn`; else by HTML), the server returns the messages, and conform assigns
 * each message to its field, where it stays until the field is corrected. It works without JavaScript.
 */
export function PostForm({
  result,
  id,
  contract,
  noValidate = false,
  children,
  ...form
}: FormProps & {
  /** The key of the form's contract in the loader's `constraints` (see `constraintsOf`). */
  contract: string;
  /** The server reports missing fields, in the user's language; the browser does not. */
  noValidate?: boolean;
}) {
  const constraint = useConstraint(contract);
  const typed = useTyped(form.intent);
  const { reply, errors, ...listening } = useMessages(
    replyFor(result, form.intent) ?? typed,
    constraint,
  );
  const lastResult = useMemo(() => ({ error: errors }), [errors]);
  const [own] = useForm({
    ...(id !== undefined && { id }),
    ...(constraint && { constraint }),
    lastResult,
    defaultNoValidate: noValidate,
  });
  return (
    <FormProvider context={own.context}>
      {/* zod stays on the server: the browser checks the constraints whose texts the page has. */}
      <FormFrame
        {...form}
        {...getFormProps(own)}
        {...listening}
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
export function ButtonForm({ result, ...form }: FormProps) {
  const reply = replyFor(result, form.intent);
  return <FormFrame {...form} reply={reply} errors={reply?.error ?? NO_ERRORS} hasFields={false} />;
}
