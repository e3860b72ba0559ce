import MailCheck from "lucide-react/icons/mail-check";
import { Field } from "~/components/form/field";

/** Announces where a code was sent. */
export function CodeSent({ text }: { text: string }) {
  return (
    <div className="note note-success mb-4" role="status">
      <MailCheck size={20} aria-hidden />
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}

/** The field for a code that was sent; it accepts spaces and hyphens between the digits. */
export function SentCodeField({
  name = "otp",
  label,
  hint,
}: {
  name?: "otp" | "mobileOtp";
  label: string;
  hint?: string;
}) {
  return (
    <Field
      name={name}
      label={label}
      {...(hint && { hint })}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={24}
    />
  );
}
