import MailCheck from "lucide-react/icons/mail-check";
import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";

/** Announces where a code was sent, and whether it takes a minute (decision 44). */
export function CodeSent({ text, isSlow = false }: { text: string; isSlow?: boolean }) {
  const { t } = useTranslation("common");
  return (
    <div className="note note-success mb-4" role="status">
      <MailCheck size={20} aria-hidden />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {text}
        {isSlow && ` ${t("codeIsSlow")}`}
      </p>
    </div>
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
  return (
    <Field
      name={name}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={24}
    />
  );
}
