import { useReply } from "~/components/form/form-frame";
import { useTranslation } from "react-i18next";
import type { CompanyAdmin } from "@server/companies/contracts/companies";
import { ButtonForm, PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Field } from "~/components/form/field";
import { useSite } from "~/lib/use-site";

/** The company's admins, and a form that invites another by mail. */
export function Admins({ admins, hasHost }: { admins: readonly CompanyAdmin[]; hasHost: boolean }) {
  const isRefused = useReply("invite") !== null;
  const { host } = new URL(useSite().origin);
  const { t } = useTranslation("platform");
  return (
    <section id="admins" className="card p-4 md:p-6">
      <h2 className="mb-4">{t("page.admins")}</h2>
      {!hasHost && <p className="hint mb-4">{t("form.noHost", { host })}</p>}
      <ul className="mb-5 grid gap-3">
        {admins.map((admin) => (
          <li key={admin.id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-semibold">{admin.name}</p>
              <p className="break-all text-muted">{admin.email}</p>
            </div>
            {admin.hasPassword ? (
              <span className="badge badge-success">{t("page.active")}</span>
            ) : (
              <ButtonForm
                intent="invite-again"
                className="flex flex-wrap items-center gap-3"
                hidden={{ adminId: admin.id }}
              >
                <span className="badge badge-warning">{t("page.waits")}</span>
                <SubmitButton tone="quiet">{t("page.again")}</SubmitButton>
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
      <details open={isRefused || undefined}>
        <summary className="button button-quiet cursor-pointer list-none">
          {t("page.invite")}
        </summary>
        <PostForm contract="invite" intent="invite" className="mt-4 grid gap-4 sm:max-w-xl">
          <Field name="adminName" label={t("form.adminName")} />
          <Field
            name="adminEmail"
            type="email"
            label={t("form.adminEmail")}
            hint={t("form.adminHint")}
          />
          <Field name="mobile" type="tel" label={t("companies.mobile")} />
          <SubmitButton className="justify-self-start">{t("page.invite")}</SubmitButton>
        </PostForm>
      </details>
    </section>
  );
}
