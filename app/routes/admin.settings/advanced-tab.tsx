import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { REWARD_HOLD_DAYS } from "@server/companies/rules/retention";
import { formatHour } from "@server/platform/rules/dates/dates";
import { rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Unsaved } from "./unsaved";

/** Shows how payments are approved, when the daily mail is sent, and how long rewards are held. */
export function AdvancedTab({ settings }: { settings: CompanySettingsView }) {
  const { t } = useTranslation("settings");
  const { secondAdminAbovePaise: sum, smsCountries } = settings;
  const saved = {
    ...settings,
    secondAdminAbove: sum === null ? "" : rupeesText(sum),
    smsCountries: smsCountries?.join(", "),
  };
  return (
    <PostForm contract="advanced" intent="advanced" values={saved} className="grid gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("approving.title")}</h2>
          <Select
            name="asksMoneyConfirmation"
            label={t("approving.label")}
            hint={t("approving.hint")}
            options={[
              { value: "true", label: t("approving.asks") },
              { value: "false", label: t("approving.asksNot") },
            ]}
          />
          <AmountField
            name="secondAdminAbove"
            label={t("secondAdmin.above")}
            hint={t("secondAdmin.aboveHint")}
            required={false}
          />
          <p className="hint">{t("secondAdmin.text")}</p>
        </section>
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("referral.title")}</h2>
          <Field
            name="rewardHoldDays"
            label={t("referral.hold")}
            hint={t("referral.holdHint", REWARD_HOLD_DAYS)}
            inputMode="numeric"
          />
          <Field
            name="rewardVerifiedAbove"
            label={t("referral.verified")}
            hint={t("referral.verifiedHint")}
            inputMode="numeric"
            required={false}
          />
        </section>
        <section className="card grid gap-4 p-4 md:p-6">
          <h2>{t("digest.title")}</h2>
          <Select
            name="digestHour"
            label={t("digest.label")}
            hint={t("digest.hint")}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              label: formatHour(hour),
            }))}
          />
          {smsCountries && (
            <Field
              name="smsCountries"
              label={t("sms.label")}
              hint={t("sms.hint")}
              autoCapitalize="characters"
            />
          )}
        </section>
      </div>
      <Unsaved name="advanced" saved={saved} />
      <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
