import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { REWARD_STATES } from "@db/vocabulary";
import type { OwnReward, RewardTotals } from "@server/orders/contracts/rewards";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { ToneBadge } from "~/components/data/badge";
import { Empty } from "~/components/data/empty";
import { YearlyDownload } from "~/components/lists/export-link";
import { FilterSelect } from "~/components/lists/filter-select";
import { Pager } from "~/components/lists/pager";
import { paths, profilePath } from "~/lib/paths";
import { useDates } from "~/components/data/use-dates";
import { useSite } from "~/lib/use-site";
import type { Shown } from "./route";

const TONES = {
  HELD: "plain",
  PROMISED: "warning",
  ON_HOLD: "warning",
  ALLOCATED: "success",
  WITHDRAWN: "plain",
} as const;

/** The member's rewards: their sum, each by its day and state, and the year's statement. */
export function Rewards({ rewards, state, page, years }: Shown<"rewards">) {
  const { brand, companyName } = useSite();
  const { t } = useTranslation("referral");
  const dates = useDates();
  const { totals, records } = rewards;
  const tokens = (count: number) => `${formatQuantity(count)} ${brand.symbol}`;
  return (
    <>
      <section className="panel lead" aria-label={t("rewards")}>
        <p className="hint">{t("rewards")}</p>
        <p className="display-figure">{tokens(totals.ALLOCATED.tokens)}</p>
        <p>{t("expected", { tokens: tokens(totals.PROMISED.tokens + totals.ON_HOLD.tokens) })}</p>
        <p className="hint">{t("reward.next", { company: companyName })}</p>
      </section>
      <div className="grid gap-5 xl:col-span-full">
        <States totals={totals} state={state} />
        {records.length === 0 && (
          <Empty icon="gift">{t(state ? "reward.noneOfState" : "reward.none")}</Empty>
        )}
        <ul className="rows card px-5 empty:hidden">
          {records.map((reward) => (
            <li key={`${reward.orderedAt} ${reward.tokens}`} className="row">
              <span>
                <strong>{tokens(reward.tokens)}</strong>
                <span className="hint block">
                  <Next reward={reward} />
                </span>
              </span>
              <span>
                <ToneBadge tone={TONES[reward.state]}>
                  {t(`reward.states.${reward.state}`)}
                </ToneBadge>
                <span className="hint block">{dates.day(reward.orderedAt)}</span>
              </span>
            </li>
          ))}
        </ul>
        {records.some(({ state: one }) => one === "WITHDRAWN") && (
          <p className="hint">{t("reward.notGiven")}</p>
        )}
        <Pager page={page} lastPage={rewards.lastPage} shape={ADMIN_PAGER} />
      </div>
      <div className="aside xl:row-end-4">
        <div className="card px-5 py-1">
          {totals.ALLOCATED.rewards > 0 && (
            <details className="more">
              <summary>{t("statement.title")}</summary>
              <div className="grid gap-3">
                <p className="hint">{t("statement.explain")}</p>
                <YearlyDownload to={paths.user.referralStatement} years={years} />
              </div>
            </details>
          )}
          <Link className="link-out" to={paths.user.referralChecked}>
            {t("checked.title")}
          </Link>
        </div>
      </div>
    </>
  );
}

/** Filters by the states of which there are rewards. */
function States({ totals, state }: { totals: RewardTotals; state: Shown<"rewards">["state"] }) {
  const { t } = useTranslation("referral");
  const present = REWARD_STATES.filter((one) => totals[one].rewards > 0 || one === state);
  if (present.length < 2 && !state) return null;
  return (
    <FilterSelect
      name="status"
      label={t("reward.filter")}
      placeholder={t("reward.all")}
      value={state}
      options={present.map((one) => ({
        value: one,
        label: `${t(`reward.states.${one}`)} (${formatQuantity(totals[one].rewards)})`,
      }))}
    />
  );
}

/** When a reward is released, or why not. */
function Next({ reward }: { reward: OwnReward }) {
  const { companyName: company } = useSite();
  const { t } = useTranslation("referral");
  const dates = useDates();
  const { state, heldBecause, releaseAt, allocatedAt, reason, note } = reward;
  switch (state) {
    case "ON_HOLD":
      return (
        <>
          {releaseAt !== null && heldBecause.includes("DAYS") && (
            <>{t("reward.until", { date: dates.day(releaseAt) })} </>
          )}
          {heldBecause.includes("UNVERIFIED") && (
            <>
              {t("reward.unverified")}{" "}
              <Link className="link-out" to={profilePath("identity")}>
                {t("reward.verify")}
              </Link>{" "}
            </>
          )}
          {heldBecause.includes("RISK") && t("reward.risk", { company })}
        </>
      );
    case "ALLOCATED":
      return allocatedAt && t("reward.allocated", { date: dates.day(allocatedAt) });
    case "WITHDRAWN":
      return (
        <>
          {reason ? t(`reward.reasons.${reason}`, { company }) : t("reward.friend")}
          {note && <q className="block whitespace-pre-line wrap-anywhere">{note}</q>}
        </>
      );
    default:
      return t("reward.friend");
  }
}
