import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { Field, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { Unsaved } from "./unsaved";

/** The company's identity at the foot of members' pages, their support contact, and its machines. */
export function CompanyTab({ settings }: { settings: CompanySettingsView }) {
  const { t } = useTranslation("settings");
  const may = useMay();
  return (
    <PostForm contract="settings" intent="company" values={settings} className="grid gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("imprint.title")}</h2>
          <p className="hint">{t("imprint.text")}</p>
          <Field name="legalName" label={t("imprint.name")} autoComplete="organization" />
          <TextArea name="legalAddress" label={t("imprint.address")} rows={3} />
        </section>
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("support.title")}</h2>
          <p className="hint">
            {t("support.text", { email: settings.companyEmail, mobile: settings.companyMobile })}
          </p>
          <Field name="supportEmail" type="email" label={t("support.email")} />
          <Field name="supportMobile" type="tel" label={t("support.mobile")} />
          <Field name="whatsApp" type="tel" label={t("support.whatsApp")} />
        </section>
      </div>
      {may("machines.list") && (
        <p>
          <Link className="link-out" to={paths.admin.machines}>
            {t("machines")}
          </Link>
        </p>
      )}
      <Unsaved name="company" saved={settings} />
      <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
