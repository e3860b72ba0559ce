import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { REWARD_STATES, type RewardState } from "@db/vocabulary";
import type { OwnReward, RewardTotals } from "@server/orders/contracts/rewards";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ToneBadge } from "~/components/data/badge";
import { DataTable } from "~/components/lists/data-table";
import { profilePath, referralPath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

const TONES = {
  HELD: "plain",
  PROMISED: "warning",
  ON_HOLD: "warning",
  ALLOCATED: "success",
  WITHDRAWN: "danger",
} as const;

/** Tokens and rewards in each state; each leads to the list of its own. */
export function RewardTotalsList({
  totals,
  state,
}: {
  totals: RewardTotals;
  /** The state that the list shows; null for all. */
  state: RewardState | null;
}) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  return (
    <section className="card grid gap-3 p-5">
      <h2>{t("rewards")}</h2>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {REWARD_STATES.filter((one) => one !== "HELD").map((one) => (
          <li key={one} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link
              className="link-out"
              to={`${referralPath("rewards")}&status=${one}`}
              preventScrollReset
              aria-current={one === state ? "true" : undefined}
            >
              {t(`reward.states.${one}`)} ({formatQuantity(totals[one].rewards)})
            </Link>
            <span className="tabular">
              {formatQuantity(totals[one].tokens)} {brand.symbol}
            </span>
          </li>
        ))}
      </ul>
      {state && (
        <p>
          <Link className="link-out" to={referralPath("rewards")} preventScrollReset>
            {t("reward.all")}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Each reward with its state, and when it is released, or why not. */
export function RewardTable({ rewards }: { rewards: readonly OwnReward[] }) {
  const { brand } = useSite();
  const { t } = useTranslation("referral");
  return (
    <DataTable
      title={t("reward.title")}
      rows={rewards}
      keyOf={({ orderedAt, tokens }) => `${orderedAt} ${tokens}`}
      columns={[
        {
          label: t("reward.state"),
          place: "title",
          cell: ({ state }) => (
            <ToneBadge tone={TONES[state]}>{t(`reward.states.${state}`)}</ToneBadge>
          ),
        },
        {
          label: t("reward.tokens"),
          place: "figure",
          isNumber: true,
          cell: ({ tokens }) => `${formatQuantity(tokens)} ${brand.symbol}`,
        },
        {
          label: t("reward.bought"),
          cell: ({ orderedAt }) => formatDate(new Date(orderedAt)),
          isShort: true,
        },
        { label: t("reward.next"), place: "act", cell: (reward) => <Next reward={reward} /> },
      ]}
    />
  );
}

/** When a reward is released, or why not. */
function Next({ reward }: { reward: OwnReward }) {
  const { companyName: company } = useSite();
  const { t } = useTranslation("referral");
  const { state, heldBecause, releaseAt, allocatedAt, reason, note } = reward;
  switch (state) {
    case "ON_HOLD":
      return (
        <>
          {releaseAt !== null && heldBecause.includes("DAYS") && (
            <>{t("reward.until", { date: formatDate(new Date(releaseAt)) })} </>
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
      return allocatedAt && t("reward.allocated", { date: formatDate(new Date(allocatedAt)) });
    case "WITHDRAWN":
      return (
        <>
          {reason && t(`reward.reasons.${reason}`, { company })}
          {note && <q className="block whitespace-pre-line wrap-anywhere">{note}</q>}
        </>
      );
    default:
      return t(`reward.next${state}`, { company });
  }
}
