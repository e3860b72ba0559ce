import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";

/** Which notices are mailed too. */
export function MailChoice({ mails, result }: { mails: boolean; result: unknown }) {
  const { t } = useTranslation("profile");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("mails.title")}</h2>
      <p className="hint mb-3">{t("mails.text")}</p>
      <PostForm contract="mails" result={result} intent="mails" className="grid gap-3">
        <Checkbox
          key={String(mails)}
          name="mails"
          label={t("mails.label")}
          defaultChecked={mails}
        />
        <SubmitButton className="justify-self-start">{t("mails.save")}</SubmitButton>
      </PostForm>
      <p className="mt-4">
        <Link className="link-out" to={paths.user.notices}>
          {t("mails.all")}
        </Link>
      </p>
    </section>
  );
}
