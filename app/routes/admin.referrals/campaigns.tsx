import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDates } from "~/components/data/use-dates";
import { CAMPAIGN_REFERRERS } from "@db/vocabulary";
import type { CampaignRecord } from "@server/office/contracts/programme";
import { formatPercent, formatQuantity } from "@server/platform/rules/money/format";
import { FactList } from "~/components/data/fact-list";
import { AddressedDialog } from "~/components/dialog/dialog";
import { AmountField } from "~/components/form/amount-field";
import { Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import type { loader } from "./route";

/** The times in which the programme has terms of its own, each with what it cost. */
export function Campaigns() {
  const { campaigns } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const may = useMay();
  if (!campaigns) return null;
  const ended = may("campaigns.end")
    ? campaigns.records.find(({ id, state }) => id === params.get("end") && state !== "ENDED")
    : undefined;
  return (
    <div className="grid gap-5">
      <p className="hint">{t("campaigns.intro")}</p>
      {campaigns.records.length === 0 && <p className="note">{t("campaigns.none")}</p>}
      {campaigns.records.map((one) => (
        <Campaign key={one.id} one={one} mayEnd={may("campaigns.end")} />
      ))}
      {may("campaigns.add") && <AddForm />}
      {ended && <EndDialog key={ended.id} one={ended} />}
    </div>
  );
}

function Campaign({ one, mayEnd }: { one: CampaignRecord; mayEnd: boolean }) {
  const { t } = useTranslation("programme");
  const dates = useDates();
  const [params] = useSearchParams();
  return (
    <section className="card grid gap-3 p-5" aria-labelledby={`campaign-${one.id}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={`campaign-${one.id}`} className="break-words">
          {one.name}
        </h2>
        <strong>{t(`campaigns.states.${one.state}`)}</strong>
      </div>
      <FactList
        facts={[
          [t("campaigns.time"), `${dates.full(one.startsAt)} – ${dates.full(one.endsAt)}`],
          [t("campaigns.reward"), formatPercent(one.rewardBps)],
          [
            t("campaigns.bonus"),
            one.bonusBps === null ? t("campaigns.noBonus") : formatPercent(one.bonusBps),
          ],
          [
            t("campaigns.capTotal"),
            one.capTotal === null ? t("campaigns.noCap") : formatQuantity(one.capTotal),
          ],
          [t("campaigns.whoRefers"), t(`campaigns.who.${one.whoRefers}`)],
          [
            t("campaigns.brought"),
            t("campaigns.broughtText", {
              count: one.orders,
              orders: formatQuantity(one.orders),
              tokens: formatQuantity(one.bought),
            }),
          ],
          [
            t("campaigns.cost"),
            t("campaigns.costText", {
              rewards: formatQuantity(one.rewards),
              bonuses: formatQuantity(one.bonuses),
              waiting: formatQuantity(one.waiting),
            }),
          ],
        ]}
      />
      {mayEnd && one.state !== "ENDED" && (
        <Link
          className="button button-quiet justify-self-start"
          to={searchWith(params, { end: one.id })}
          preventScrollReset
        >
          {t("campaigns.end")}
        </Link>
      )}
    </section>
  );
}

function AddForm() {
  const { t } = useTranslation("programme");
  return (
    <PostForm contract="addCampaign" intent="addCampaign" className="card grid gap-4 p-5">
      <IdempotencyKey />
      <h2>{t("campaigns.add")}</h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field name="name" label={t("campaigns.name")} autoComplete="off" />
        <Select
          name="whoRefers"
          label={t("campaigns.whoRefers")}
          options={CAMPAIGN_REFERRERS.map((value) => ({
            value,
            label: t(`campaigns.who.${value}`),
          }))}
        />
        <Field
          name="startsAt"
          type="datetime-local"
          label={t("campaigns.startsAt")}
          hint={t("campaigns.startsAtHint")}
        />
        <Field name="endsAt" type="datetime-local" label={t("campaigns.endsAt")} />
        <AmountField name="referralRewardPercent" label={t("campaigns.rewardPercent")} />
        <AmountField
          name="bonusPercent"
          label={t("campaigns.bonusPercent")}
          hint={t("campaigns.bonusHint")}
          required={false}
        />
        <Field
          name="capTotal"
          label={t("campaigns.capTotal")}
          hint={t("campaigns.capTotalHint")}
          inputMode="numeric"
        />
      </div>
      <p className="note">{t("campaigns.waits")}</p>
      <SubmitButton className="justify-self-end">{t("campaigns.ask")}</SubmitButton>
    </PostForm>
  );
}

function EndDialog({ one }: { one: CampaignRecord }) {
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const closeTo = searchWith(params, { end: null });
  return (
    <AddressedDialog title={t("campaigns.endTitle", { name: one.name })} closeTo={closeTo}>
      <PostForm contract="endCampaign" intent="endCampaign" hidden={{ id: one.id }}>
        <IdempotencyKey />
        <Field
          name="endsAt"
          type="datetime-local"
          label={t("campaigns.endsAt")}
          hint={t("campaigns.endsAtHint")}
        />
        <p>{t("campaigns.keeps")}</p>
        <SubmitButton className="justify-self-end">{t("campaigns.ask")}</SubmitButton>
      </PostForm>
    </AddressedDialog>
  );
}
