import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/contracts/company-settings";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

interface Props {
  settings: CompanySettingsView;
  result: unknown;
}

/** Whether members may buy before an admin has verified them. */
export function BuyingForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("buying.title")}</h2>
      <PostForm contract="settings" result={result} intent="buying" className="grid gap-4">
        <Select
          name="unverifiedMayBuy"
          label={t("buying.label")}
          hint={t("buying.hint")}
          defaultValue={String(settings.unverifiedMayBuy)}
          options={[
            { value: "true", label: t("buying.may") },
            { value: "false", label: t("buying.mayNot") },
          ]}
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Whether admins confirm the money before approving a payment. */
export function ApprovingForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("approving.title")}</h2>
      <PostForm contract="settings" result={result} intent="approving" className="grid gap-4">
        <Select
          name="asksMoneyConfirmation"
          label={t("approving.label")}
          hint={t("approving.hint")}
          defaultValue={String(settings.asksMoneyConfirmation)}
          options={[
            { value: "true", label: t("approving.asks") },
            { value: "false", label: t("approving.asksNot") },
          ]}
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
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}
