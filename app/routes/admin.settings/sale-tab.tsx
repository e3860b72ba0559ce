import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { CompanySettingsView } from "@server/companies/contracts/company-settings";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import { formatPercent, rupeesText } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { AmountField } from "~/components/form/amount-field";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { Unsaved } from "./unsaved";

/** The stored values of the form's fields. */
const savedIn = (settings: CompanySettingsView) => ({
  price: settings.priceMicroRupees === null ? "" : String(settings.priceMicroRupees / 1_000_000),
  platformChargePercent: String(settings.feeBps / 100),
  referralRewardPercent: String(settings.referralRewardBps / 100),
  launchAt: settings.launchAt ? dateTimeFieldValue(new Date(settings.launchAt)) : "",
  startsAt: "",
  unverifiedMayBuy: settings.unverifiedMayBuy,
  minimumOrder: settings.minimumOrderPaise === null ? "" : rupeesText(settings.minimumOrderPaise),
  maxHeldTokens: settings.maxHeldTokens,
});

/** The terms of the sale. A change of price, fee, reward or launch is shown again before it is made. */
export function SaleTab({
  settings,
  hasPlan,
}: {
  settings: CompanySettingsView;
  /** True if not all tokens unlock at the launch. */
  hasPlan: boolean;
}) {
  const { t } = useTranslation("settings");
  const dates = useDates();
  const [params] = useSearchParams();
  const { fee, reward, launch } = settings.bounds;
  const saved = savedIn(settings);
  // The address has what was typed while the changes are confirmed.
  const asked = Object.fromEntries(params);
  const share = (bounds: typeof fee) =>
    bounds
      ? t("terms.bounds", { least: formatPercent(bounds.least), most: formatPercent(bounds.most) })
      : t("terms.closed");
  return (
    <PostForm
      contract="sale"
      intent="sale"
      values={{ ...saved, ...asked }}
      className="card grid gap-5 p-4 md:p-6"
    >
      <h2>{t("tabs.sale")}</h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <AmountField name="price" label={t("terms.price")} hint={t("terms.priceHint")} />
        <AmountField
          name="platformChargePercent"
          label={t("terms.fee")}
          hint={`${t("terms.feeHint")} ${share(fee)}`}
          disabled={!fee}
        />
        <AmountField
          name="referralRewardPercent"
          label={t("terms.reward")}
          hint={[
            t("terms.rewardHint"),
            reward &&
              settings.priceMicroRupees === null &&
              t("terms.rewardPreset", { percent: formatPercent(settings.referralRewardBps) }),
            share(reward),
          ]
            .filter(Boolean)
            .join(" ")}
          disabled={!reward}
        />
        <Field
          name="launchAt"
          type="datetime-local"
          label={t("terms.launch")}
          hint={
            !launch
              ? t("terms.closed")
              : hasPlan
                ? t("plan.launchHint")
                : launch.latest
                  ? t("terms.latest", { at: dates.full(launch.latest) })
                  : t(settings.launchAt ? "terms.launchHint" : "terms.noLaunchHint")
          }
          disabled={!launch}
        />
        <Field
          name="startsAt"
          type="datetime-local"
          label={t("terms.startsAt")}
          hint={t("terms.startsAtHint")}
        />
        <p className="note md:col-span-2">{t("terms.keeps")}</p>
        <Select
          name="unverifiedMayBuy"
          label={t("buying.label")}
          hint={t("buying.hint")}
          options={[
            { value: "true", label: t("buying.may") },
            { value: "false", label: t("buying.mayNot") },
          ]}
        />
        <AmountField
          name="minimumOrder"
          label={t("terms.minimum")}
          hint={t("terms.minimumHint")}
          required={false}
        />
        <Field
          name="maxHeldTokens"
          label={t("terms.cap")}
          hint={t("terms.capHint")}
          inputMode="numeric"
        />
      </div>
      <Unsaved name="sale" saved={saved} />
      <SubmitButton className="justify-self-start">{t("common:save")}</SubmitButton>
    </PostForm>
  );
}
