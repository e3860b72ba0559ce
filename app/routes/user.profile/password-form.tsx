import { useTranslation } from "react-i18next";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { Field } from "~/components/form/field";
import { SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/forms/form-reply";

interface Props {
  email: string;
  /** True once a code was sent: the second step. */
  isCodeSent: boolean;
  result: unknown;
}

/** Changing the password requires a mailed code and the current password. */
export function PasswordForm({ email, isCodeSent, result }: Props) {
  const { t } = useTranslation("profile");
  const isCodeStep = isCodeSent || (isFormReply(result) && result.form === "password");
  return (
    <section className="card p-4 md:p-6" id="password">
      <h2 className="mb-2">{t("password.title")}</h2>
      <p className="mb-4 text-muted">{t("password.explain", { email })}</p>
      <ButtonForm result={result} intent="code" unanswered={t("password.unsent")}>
        <SubmitButton tone={isCodeStep ? "quiet" : "main"} pending={t("password.sending")}>
          {t("password.send")}
        </SubmitButton>
      </ButtonForm>
      {isCodeStep && (
        <PostForm
          contract="password"
          noValidate
          result={result}
          intent="password"
          unanswered={t("password.unchanged")}
          className="mt-5 grid gap-4 sm:max-w-md"
        >
          <Field
            name="otp"
            label={t("password.otp")}
            inputMode="numeric"
            autoComplete="one-time-code"
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
          />
          <Field
            name="confirmNewPassword"
            type="password"
            label={t("password.confirm")}
            autoComplete="new-password"
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
