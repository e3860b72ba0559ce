import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { Field, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

interface Props {
  settings: CompanySettingsView;
  result: unknown;
}

/** The countries to whose mobiles text messages are sent. */
export function SmsForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  if (!settings.smsCountries) return null;
  const countries = settings.smsCountries.join(", ");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("sms.title")}</h2>
      <PostForm contract="settings" result={result} intent="sms" className="grid gap-4">
        {/* The key resets the field: the saved value may differ from the input. */}
        <Field
          key={countries}
          name="smsCountries"
          label={t("sms.label")}
          hint={t("sms.hint")}
          defaultValue={countries}
          autoCapitalize="characters"
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** The support contact of members. */
export function SupportForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("support.title")}</h2>
      <p className="hint mb-4">
        {t("support.text", { email: settings.companyEmail, mobile: settings.companyMobile })}
      </p>
      <PostForm contract="settings" result={result} intent="support" className="grid gap-4">
        {/* The key resets the field: the saved value may differ from the input. */}
        <Field
          key={`email ${settings.supportEmail}`}
          name="supportEmail"
          type="email"
          label={t("support.email")}
          defaultValue={settings.supportEmail ?? ""}
        />
        <Field
          key={`mobile ${settings.supportMobile}`}
          name="supportMobile"
          type="tel"
          label={t("support.mobile")}
          defaultValue={settings.supportMobile ?? ""}
        />
        <Field
          key={`whatsApp ${settings.whatsApp}`}
          name="whatsApp"
          type="tel"
          label={t("support.whatsApp")}
          defaultValue={settings.whatsApp ?? ""}
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Edits the company's legal name and address, shown at the foot of members' pages. */
export function ImprintForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("imprint.title")}</h2>
      <p className="hint mb-4">{t("imprint.text")}</p>
      <PostForm contract="settings" result={result} intent="imprint" className="grid gap-4">
        {/* The key resets the field: the saved value may differ from the input. */}
        <Field
          key={`name ${settings.legalName}`}
          name="legalName"
          label={t("imprint.name")}
          autoComplete="organization"
          defaultValue={settings.legalName ?? ""}
        />
        <TextArea
          key={`address ${settings.legalAddress}`}
          name="legalAddress"
          label={t("imprint.address")}
          rows={3}
          defaultValue={settings.legalAddress ?? ""}
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}
