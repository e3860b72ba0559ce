import MailCheck from "lucide-react/icons/mail-check";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { SEND_AGAIN, useFormState } from "~/components/form/form-frame";

export function CodeSent({ text }: { text: string }) {
  return (
    <div className="note note-success mb-4" role="status">
      <MailCheck />
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}

/** Asks for another code from the form that waits for one, with what is typed there. */
export function SendAgainButton({ pending, children }: { pending: string; children: string }) {
  const { isPending, isAgain } = useFormState();
  return (
    <button
      type="submit"
      name={SEND_AGAIN}
      value="1"
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
}: {
  name?: "otp" | "mobileOtp";
  label: string;
}) {
  const { t } = useTranslation();
  return (
    <Field
      name={name}
      label={label}
      hint={t("newestCode")}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={24}
    />
  );
}
