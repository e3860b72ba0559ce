import { useTranslation } from "react-i18next";
import type { CompanyMail } from "@server/companies/contracts/companies";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

/** The sender name of the company's mails, and the reply address. */
export function Mail({ mail, result }: { mail: CompanyMail; result: unknown }) {
  const { t } = useTranslation("platform");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("mail.title")}</h2>
      <p className="mb-4 text-muted">{t("mail.shown", mail.shown)}</p>
      <PostForm contract="mail" result={result} intent="mail" className="grid gap-4 sm:max-w-xl">
        <Field
          name="senderName"
          label={t("mail.senderName")}
          hint={t("mail.senderHint")}
          defaultValue={mail.senderName ?? ""}
        />
        <Field
          name="replyTo"
          type="email"
          label={t("mail.replyTo")}
          hint={t("mail.replyHint")}
          defaultValue={mail.replyTo ?? ""}
        />
        <SubmitButton className="justify-self-start">{t("form.save")}</SubmitButton>
      </PostForm>
    </section>
  );
}
