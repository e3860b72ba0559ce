import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { REFERRAL_DAYS } from "@server/companies/rules/retention";
import { formatHour } from "@server/platform/rules/dates/dates";
import { formatQuantity, rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";

interface Props {
  settings: CompanySettingsView;
  result: unknown;
}

/** A setting with two values: a choice, and a button that saves it. */
function ChoiceForm({
  intent,
  name,
  settings,
  result,
  labels: [yes, no],
}: Props & {
  intent: "buying" | "approving";
  name: "unverifiedMayBuy" | "asksMoneyConfirmation";
  labels: readonly [string, string];
}) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t(`${intent}.title`)}</h2>
      <PostForm contract="settings" result={result} intent={intent} className="grid gap-4">
        <Select
          name={name}
          label={t(`${intent}.label`)}
          hint={t(`${intent}.hint`)}
          defaultValue={String(settings[name])}
          options={[
            { value: "true", label: yes },
            { value: "false", label: no },
          ]}
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Sets if members may buy before an admin has verified them. */
export function BuyingForm(props: Props) {
  const { t } = useTranslation("settings");
  return (
    <ChoiceForm
      intent="buying"
      name="unverifiedMayBuy"
      labels={[t("buying.may"), t("buying.mayNot")]}
      {...props}
    />
  );
}

/** Sets if admins confirm the money before approving a payment. */
export function ApprovingForm(props: Props) {
  const { t } = useTranslation("settings");
  return (
    <ChoiceForm
      intent="approving"
      name="asksMoneyConfirmation"
      labels={[t("approving.asks"), t("approving.asksNot")]}
      {...props}
    />
  );
}

/** Sets the share of the supply that members hold without a proof of payment, and for how long. */
export function LimitsForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("limits.title")}</h2>
      <PostForm contract="settings" result={result} intent="limits" className="grid gap-4">
        {/* The key resets the field: the saved value may differ from the input. */}
        <AmountField
          key={`share ${settings.unverifiedHoldBps}`}
          name="unverifiedHoldPercent"
          label={t("limits.share")}
          hint={t("limits.shareHint", {
            count: settings.unverifiedHoldTokens,
            tokens: formatQuantity(settings.unverifiedHoldTokens),
          })}
          defaultValue={String(settings.unverifiedHoldBps / 100)}
        />
        <Field
          key={`days ${settings.releaseAfterDays}`}
          name="releaseAfterDays"
          label={t("limits.days")}
          hint={t("limits.daysHint")}
          defaultValue={String(settings.releaseAfterDays)}
          inputMode="numeric"
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** Above which sum two admins approve. */
export function SecondAdminForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  const { secondAdminAbovePaise: sum } = settings;
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-2">{t("secondAdmin.title")}</h2>
      <p className="hint mb-4">{t("secondAdmin.text")}</p>
      <PostForm contract="secondAdmin" result={result} intent="second-admin" className="grid gap-4">
        {/* The key resets the field: the saved value may differ from the input. */}
        <AmountField
          key={`sum ${sum}`}
          name="secondAdminAbove"
          label={t("secondAdmin.above")}
          hint={t("secondAdmin.aboveHint")}
          defaultValue={sum === null ? "" : rupeesText(sum)}
          required={false}
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** From which hour the admins' daily mail is sent. */
export function DigestForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("digest.title")}</h2>
      <PostForm contract="settings" result={result} intent="digest" className="grid gap-4">
        <Select
          name="digestHour"
          label={t("digest.label")}
          hint={t("digest.hint")}
          defaultValue={String(settings.digestHour)}
          options={Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: formatHour(hour),
          }))}
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}

/** How long a visitor's first referral code is kept. */
export function ReferralForm({ settings, result }: Props) {
  const { t } = useTranslation("settings");
  const days = String(settings.referralDays);
  return (
    <section className="card p-4 md:p-6">
      <h2 className="mb-4">{t("referral.title")}</h2>
      <PostForm contract="settings" result={result} intent="referral" className="grid gap-4">
        {/* The key resets the field: the saved value may differ from the input. */}
        <Field
          key={days}
          name="referralDays"
          label={t("referral.label")}
          hint={t("referral.hint", REFERRAL_DAYS)}
          defaultValue={days}
          inputMode="numeric"
        />
        <SubmitButton className="justify-self-end">{t("common:save")}</SubmitButton>
      </PostForm>
    </section>
  );
}
