import { Link } from "@remix-run/react";
import { MailCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Gate } from "~/components/brand/gate";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/form-reply";

interface Props {
  /** The action's answer. */
  result: unknown;
  /** This page, and the login it belongs to. */
  here: string;
  loginTo: string;
}

/** Two steps to a new password, for members and for admins. */
export function ResetPassword({ result, here, loginTo }: Props) {
  const { t } = useTranslation("reset");
  const sentTo = emailIn(result);
  return (
    <Gate isPlain>
      {sentTo === null ? (
        <>
          <h1 className="mb-5">{t("stepOne")}</h1>
          <PostForm result={result} intent="request" className="grid gap-4">
            <Field name="email" label={t("email")} type="email" autoComplete="username" required />
            <SubmitButton pending={t("sending")}>{t("send")}</SubmitButton>
          </PostForm>
        </>
      ) : (
        <>
          <h1 className="mb-4">{t("stepTwo")}</h1>
          <div className="note note-success mb-4" role="status">
            <MailCheck size={20} aria-hidden />
            <p>{t("sent", { email: sentTo })}</p>
          </div>
          <PostForm result={result} intent="reset" className="grid gap-4">
            <Field name="email" label={t("email")} type="email" defaultValue={sentTo} readOnly />
            <Field
              name="otp"
              label={t("otp")}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
            <Field
              name="newPassword"
              label={t("password")}
              type="password"
              autoComplete="new-password"
              hint={t("hint")}
              minLength={8}
              required
            />
            <Field
              name="confirmNewPassword"
              label={t("confirm")}
              type="password"
              autoComplete="new-password"
              required
            />
            <SubmitButton pending={t("submitting")}>{t("submit")}</SubmitButton>
          </PostForm>
          <p className="mt-2">
            <Link className="link-out" to={here} reloadDocument>
              {t("again")}
            </Link>
          </p>
        </>
      )}
      <p className="mt-2">
        <Link className="link-out" to={loginTo}>
          {t("back")}
        </Link>
      </p>
    </Gate>
  );
}

/** The address of the second step: just asked for, or of a form that came back refused. */
function emailIn(result: unknown): string | null {
  if (isFormReply(result)) return result.intent === "reset" ? (result.values["email"] ?? "") : null;
  if (typeof result !== "object" || result === null || !("sentTo" in result)) return null;
  return typeof result.sentTo === "string" ? result.sentTo : null;
}
