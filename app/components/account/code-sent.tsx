import { Field } from "~/components/form/field";
import { SEND_AGAIN, useFormState } from "~/components/form/form-frame";

export const CodeSent = ({ text }: { text: string }) => (
  <p role="status" className="[overflow-wrap:anywhere]">
    {text}
  </p>
);

/** Asks for another code from the form that waits for one, with what is typed there. */
export function SendAgainButton({
  value = "1",
  pending,
  children,
}: {
  /** How it is sent, where a form offers several. */
  value?: string;
  pending: string;
  children: string;
}) {
  const { isPending, isAgain } = useFormState();
  return (
    <button
      type="submit"
      name={SEND_AGAIN}
      value={value}
      formNoValidate
      className="button button-quiet"
      disabled={isPending}
    >
      {isAgain ? pending : children}
    </button>
  );
}

/** The field for a code that was sent; it accepts spaces and hyphens between the digits. */
export function SentCodeField({
  name = "otp",
  label,
  ...first
}: {
  name?: "otp" | "mobileOtp";
  label: string;
  /** The page begins with it. */
  "data-focus-first"?: "";
}) {
  return (
    <Field
      name={name}
      {...first}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={24}
    />
  );
}
