import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { Field, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Unsaved } from "./unsaved";

/** The company's identity at the foot of members' pages, and their support contact. */
export function CompanyTab({ settings }: { settings: CompanySettingsView }) {
  const { t } = useTranslation("settings");
  const saved = {
    legalName: settings.legalName ?? "",
    legalAddress: settings.legalAddress ?? "",
    supportEmail: settings.supportEmail ?? "",
    supportMobile: settings.supportMobile ?? "",
    whatsApp: settings.whatsApp ?? "",
  };
  // The key resets the field: the saved value may differ from the input.
  const at = (name: keyof typeof saved) => ({
    key: `${name} ${saved[name]}`,
    name,
    defaultValue: saved[name],
  });
  return (
    <PostForm contract="settings" intent="company" className="grid gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("imprint.title")}</h2>
          <p className="hint">{t("imprint.text")}</p>
          <Field {...at("legalName")} label={t("imprint.name")} autoComplete="organization" />
          <TextArea {...at("legalAddress")} label={t("imprint.address")} rows={3} />
        </section>
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("support.title")}</h2>
          <p className="hint">
            {t("support.text", { email: settings.companyEmail, mobile: settings.companyMobile })}
          </p>
          <Field {...at("supportEmail")} type="email" label={t("support.email")} />
          <Field {...at("supportMobile")} type="tel" label={t("support.mobile")} />
          <Field {...at("whatsApp")} type="tel" label={t("support.whatsApp")} />
        </section>
      </div>
      <Unsaved name="company" saved={saved} />
      <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
