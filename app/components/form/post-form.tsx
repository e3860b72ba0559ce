import { FormProvider, getFormProps, useForm } from "@conform-to/react";
import { FormFrame, type FormProps, replyFor, useConstraint } from "./form-frame";

/** Clears the last refusal, which conform otherwise keeps until the next result. */
const NOTHING_REFUSED = { error: {} };

/**
 * A form with fields. The browser checks the contract's constraints by HTML, the server returns the
 * messages, and conform assigns each message to its field. All of it works without JavaScript.
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
  const reply = replyFor(result, form.intent);
  const constraint = useConstraint(contract);
  const [own] = useForm({
    ...(id !== undefined && { id }),
    ...(constraint && { constraint }),
    lastResult: reply ?? NOTHING_REFUSED,
    defaultNoValidate: noValidate,
  });
  return (
    <FormProvider context={own.context}>
      {/* Once scripts run, conform leaves all checks to zod, which stays on the server. */}
      <FormFrame {...form} {...getFormProps(own)} noValidate={noValidate} reply={reply} hasFields>
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
  return <FormFrame {...form} reply={replyFor(result, form.intent)} hasFields={false} />;
}
