import { useTranslation } from "react-i18next";
import type { Company } from "@server/companies/contracts/companies";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import {
  DEFAULT_RELEASE_DAYS,
  DEFAULT_UNVERIFIED_HOLD_BPS,
} from "@server/companies/rules/allowance";
import { formatPercent } from "@server/platform/rules/money/format";
import { POOL_BPS, type SupplySplit } from "@server/sites/rules/pools";
import { AmountField } from "~/components/form/amount-field";
import { Checkbox, Field, Select, TextArea } from "~/components/form/field";

/** Fields of the token, its supply and the terms of its sale. */

interface Asked {
  /** The current values; none for a new company. */
  company?: Company;
}

export function SaleFields({ company }: Asked) {
  const { t } = useTranslation("platform");
  return (
    <>
      <Field name="tokenSymbol" label={t("companies.symbol")} maxLength={10} />
      <Field name="tokenName" label={t("form.tokenName")} hint={t("form.tokenNameHint")} />
      <Field
        name="totalSupply"
        label={t("form.totalSupply")}
        hint={
          company
            ? t("form.supplyHint")
            : t("form.soldHint", { share: formatPercent(POOL_BPS.REFERRAL) })
        }
        inputMode="numeric"
      />
      <AmountField
        name="price"
        label={t("form.price")}
        hint={t("form.priceHint")}
        defaultValue={decimals(company?.priceMicroRupees, 1_000_000)}
      />
      <AmountField
        name="platformChargePercent"
        label={t("form.fee")}
        hint={t("form.feeHint")}
        defaultValue={decimals(company?.feeBps, 100)}
      />
    </>
  );
}

export function TermsFields({ company }: Asked) {
  const { t } = useTranslation("platform");
  return (
    <>
      <AmountField
        name="referralRewardPercent"
        label={t("form.reward")}
        defaultValue={decimals(company?.referralRewardBps ?? 500, 100)}
      />
      <Field
        name="launchAt"
        type="datetime-local"
        label={t("form.launchAt")}
        hint={t("form.launchHint")}
        defaultValue={company?.launchAt ? dateTimeFieldValue(new Date(company.launchAt)) : ""}
      />
      <Field
        name="maxPendingOrders"
        label={t("form.maxPending")}
        defaultValue={String(company?.maxPendingOrders ?? 5)}
        inputMode="numeric"
      />
      <Field
        name="maxHeldTokens"
        label={t("form.maxHeld")}
        hint={t("form.maxHeldHint")}
        inputMode="numeric"
      />
      <AmountField
        name="unverifiedHoldPercent"
        label={t("form.unverifiedHold")}
        hint={t("form.unverifiedHoldHint")}
        defaultValue={decimals(company?.unverifiedHoldBps ?? DEFAULT_UNVERIFIED_HOLD_BPS, 100)}
      />
      <Field
        name="releaseAfterDays"
        label={t("form.releaseAfter")}
        defaultValue={String(company?.releaseAfterDays ?? DEFAULT_RELEASE_DAYS)}
        inputMode="numeric"
      />
      <Select
        name="unverifiedMayBuy"
        label={t("form.unverified")}
        defaultValue={String(company?.unverifiedMayBuy ?? true)}
        options={[
          { value: "true", label: t("form.yes") },
          { value: "false", label: t("form.no") },
        ]}
      />
      <TextArea
        name="apiOrigins"
        label={t("form.apiOrigins")}
        hint={t("form.apiOriginsHint")}
        defaultValue={company?.apiOrigins.join("\n")}
        rows={2}
        spellCheck={false}
      />
      {company && company.apiOrigins.length > 0 && (
        <Checkbox name="noApiOrigins" label={t("form.noApiOrigins")} />
      )}
      {company?.launchAt && <Checkbox name="noLaunchDate" label={t("form.noLaunchDate")} />}
      {company?.maxHeldTokens && <Checkbox name="noTokenCap" label={t("form.noTokenCap")} />}
    </>
  );
}

/** The split of the total supply; the shares sold and rewarded come from the referral programme. */
export function SplitFields({ split }: { split: SupplySplit }) {
  const { t } = useTranslation("platform");
  const shares = [
    ["publicCellPercent", "PUBLIC"],
    ["referralPercent", "REFERRAL"],
    ["angelInvestorPercent", "ANGEL"],
    ["founderTeamPercent", "FOUNDER"],
    ["airdropPercent", "AIRDROP"],
  ] as const;
  return (
    <fieldset className="mt-6 grid grid-cols-2 gap-4 sm:grid-cols-3">
      <legend className="mb-1 font-semibold">{t("form.split")}</legend>
      <p className="hint col-span-full">{t("form.splitHint")}</p>
      {shares.map(([name, pool]) => (
        <AmountField
          key={name}
          name={name}
          label={t(`pools.${pool}`)}
          defaultValue={decimals(split[pool], 100)}
        />
      ))}
    </fieldset>
  );
}

/** An integer number of parts as a decimal for input: 1250000 millionths are "1.25". */
const decimals = (parts: number | null | undefined, whole: number): string =>
  parts === null || parts === undefined ? "" : String(parts / whole);
