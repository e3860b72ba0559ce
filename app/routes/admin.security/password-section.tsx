import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NewPassword } from "~/components/account/new-password";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** The admin's own password. */
export function PasswordSection() {
  const { t } = useTranslation("security");
  return (
    <section className="card grid gap-4 p-4 md:p-6">
      <h2>{t("ownPassword.title")}</h2>
      <p className="max-w-prose">{t("ownPassword.explain")}</p>
      <PostForm
        contract="ownPassword"
        noValidate
        result={useActionData()}
        intent="password"
        unanswered={t("ownPassword.failed")}
        className="grid gap-4 sm:max-w-md"
      >
        <Field
          name="currentPassword"
          type="password"
          label={t("password")}
          autoComplete="current-password"
        />
        <NewPassword />
        <SubmitButton className="justify-self-start" pending={t("ownPassword.submitting")}>
          {t("ownPassword.submit")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
