import { useTranslation } from "react-i18next";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** Step 1: who, and where the code goes. */
export function RequestCode({ result }: { result: unknown }) {
  const { t } = useTranslation("people");
  return (
    <>
      <h1 className="mb-5">{t("register.stepOne")}</h1>
      <PostForm result={result} intent="request" className="grid gap-4">
        <Field
          name="name"
          label={t("register.name")}
          autoComplete="name"
          required
          maxLength={100}
        />
        <Field
          name="email"
          label={t("register.email")}
          type="email"
          autoComplete="email"
          required
        />
        <Field
          name="mobile"
          label={t("register.mobile")}
          type="tel"
          autoComplete="tel"
          placeholder={t("register.mobilePlaceholder")}
          required
        />
        <SubmitButton pending={t("register.requesting")}>{t("register.request")}</SubmitButton>
      </PostForm>
    </>
  );
}
