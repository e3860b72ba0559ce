import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/form-reply";

interface Props {
  email: string;
  /** A code is on its way: the second step. */
  isCodeSent: boolean;
  result: unknown;
}

/** A new password takes a mailed code and the present one. */
export function PasswordForm({ email, isCodeSent, result }: Props) {
  const { t } = useTranslation("profile");
  const isSecondStep = isCodeSent || (isFormReply(result) && result.intent === "password");
  return (
    <section className="card p-4 md:p-6" id="password">
      <h2 className="mb-2">{t("password.title")}</h2>
      <p className="mb-4 text-muted">{t("password.explain", { email })}</p>
      <PostForm result={result} intent="code" isToasted unanswered={t("password.unsent")}>
        <SubmitButton tone={isSecondStep ? "quiet" : "main"} pending={t("password.sending")}>
          {t("password.send")}
        </SubmitButton>
      </PostForm>
      {isSecondStep && (
        <PostForm
          result={result}
          intent="password"
          isToasted
          unanswered={t("password.unchanged")}
          className="mt-5 grid gap-4 sm:max-w-md"
        >
          <Field
            name="otp"
            label={t("password.otp")}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <Field
            name="currentPassword"
            type="password"
            label={t("currentPassword")}
            autoComplete="current-password"
          />
          <Field
            name="newPassword"
            type="password"
            label={t("password.next")}
            hint={t("password.nextHint")}
            autoComplete="new-password"
            minLength={8}
            required
          />
          <Field
            name="confirmNewPassword"
            type="password"
            label={t("password.confirm")}
            autoComplete="new-password"
            required
          />
          <p className="hint">{t("password.others")}</p>
          <SubmitButton className="justify-self-start" pending={t("password.submitting")}>
            {t("password.submit")}
          </SubmitButton>
        </PostForm>
      )}
    </section>
  );
}
