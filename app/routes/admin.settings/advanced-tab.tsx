import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import {
  DEFAULT_MESSAGE_DAYS,
  DEFAULT_REFERRAL_DAYS,
  MESSAGE_DAYS,
  REFERRAL_DAYS,
  REWARD_HOLD_DAYS,
} from "@server/companies/rules/retention";
import { formatHour } from "@server/platform/rules/dates/dates";
import { formatQuantity, rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Unsaved } from "./unsaved";

/** The days and years that most companies leave as they are: those that this one has changed. */
function changedTimes({ referralDays, messageDays, proofYears }: CompanySettingsView) {
  return [
    referralDays !== DEFAULT_REFERRAL_DAYS && (["referralDays", REFERRAL_DAYS] as const),
    messageDays !== DEFAULT_MESSAGE_DAYS && (["messageDays", MESSAGE_DAYS] as const),
    proofYears !== null && (["proofYears", {}] as const),
  ].filter((one) => one !== false);
}

/** Shows how payments are approved, when the daily mail is sent, and how long rewards are held. */
export function AdvancedTab({ settings }: { settings: CompanySettingsView }) {
  const { t } = useTranslation("settings");
  const dates = useDates();
  const { secondAdminAbovePaise: sum, lastRetention: last, smsCountries } = settings;
  const times = changedTimes(settings);
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
        {times.length > 0 && (
          <section className="card grid gap-4 p-4 md:p-6">
            <h2>{t("times.title")}</h2>
            {times.map(([name, limits]) => (
              <Field
                key={name}
                name={name}
                label={t(`times.${name}`)}
                hint={t(`times.${name}Hint`, limits)}
                inputMode="numeric"
                required={name !== "proofYears"}
              />
            ))}
            {last && (
              <p className="hint">
                {t("times.last", {
                  when: dates.full(last.at),
                  messages: formatQuantity(last.messages),
                  proofs: formatQuantity(last.proofs),
                })}
              </p>
            )}
          </section>
        )}
      </div>
      <Unsaved name="advanced" saved={saved} />
      <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
