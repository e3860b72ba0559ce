import { Link, useLoaderData } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import { REWARD_STATES, type RewardSort, type RewardState } from "@db/vocabulary";
import type { RewardRecord } from "@server/orders/contracts/rewards";
import { formatQuantity } from "@server/platform/rules/money/format";
import { PersonCell } from "~/components/data/person-cell";
import { useDates } from "~/components/data/use-dates";
import { type Column, DataTable } from "~/components/lists/data-table";
import { FilterSelect } from "~/components/lists/filter-select";
import { SearchBox } from "~/components/lists/search-box";
import { useSortedHead } from "~/components/lists/sorted-head";
import { orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { tickColumn } from "~/components/lists/selection";
import { DecidableList, RewardTick, useRewardSelection } from "./decision";
import type { loader } from "./route";

const STATE_LOOKS = {
  HELD: ["plain", Clock],
  PROMISED: ["plain", Clock],
  ON_HOLD: ["warning", Clock],
  ALLOCATED: ["success", CircleCheck],
  WITHDRAWN: ["danger", CircleX],
} as const;

function StateBadge({ state }: { state: RewardState }) {
  const { t } = useTranslation("programme");
  const [tone, Icon] = STATE_LOOKS[state];
  return (
    <span className={`badge badge-${tone}`}>
      <Icon size={16} />
      {t(`states.${state}`)}
    </span>
  );
}

/** Says since when or until when a reward is in its state, and why. */
function StateNote({ reward }: { reward: RewardRecord }) {
  const { t } = useTranslation("programme");
  const dates = useDates();
  const { state, releaseAt, heldBecause, reason, note, decidedAt } = reward;
  const parts = [
    ...(state === "ON_HOLD"
      ? heldBecause.map((why) =>
          t(`because.${why}`, { day: releaseAt ? dates.day(releaseAt) : "" }),
        )
      : []),
    ...(reason ? [t(`reasons.${reason}`)] : []),
    ...(note ? [note] : []),
    ...(decidedAt ? [dates.day(decidedAt)] : []),
  ];
  return parts.length > 0 && <span className="hint wrap-anywhere">{parts.join(" · ")}</span>;
}

/** Rewards that an admin may still decide about. */
const isOpen = ({ state }: RewardRecord) => state === "ON_HOLD" || state === "PROMISED";

const NEWEST_FIRST: readonly RewardSort[] = ["date", "tokens", "release"];

/** The rewards with their states, which an admin withdraws or releases, several at once. */
export function RewardTable() {
  const { rewards, search, state, byReward } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const dates = useDates();
  const mayDecide = useMay()("orders.rewards.release");
  const open = rewards?.records.filter(isOpen).map(({ orderId }) => orderId) ?? [];
  const selection = useRewardSelection(open);
  const headOf = useSortedHead({
    ...byReward,
    firstDescending: NEWEST_FIRST,
    isSorted: rewards?.isSorted,
  });
  if (!rewards) return null;
  const headed = (name: RewardSort) => headOf([t(`reward.${name}`), name]);
  const tick = tickColumn<RewardRecord>(t("select"), (row) =>
    isOpen(row) ? <RewardTick reward={row} open={open} selection={selection} /> : <></>,
  );
  const columns: Column<RewardRecord>[] = [
    ...(mayDecide && open.length > 0 ? [tick] : []),
    {
      ...headed("order"),
      isShort: true,
      cell: (row) => (
        <Link to={orderPath(row.orderId)} className="mono cell-link">
          {row.orderNumber}
        </Link>
      ),
    },
    { ...headed("date"), isShort: true, cell: (row) => dates.day(row.orderedAt) },
    {
      ...headed("referrer"),
      place: "title",
      cell: ({ referrer }) => <PersonCell person={referrer} />,
    },
    { label: t("reward.buyer"), place: "more", cell: ({ buyer }) => <PersonCell person={buyer} /> },
    {
      ...headed("tokens"),
      isNumber: true,
      place: "figure",
      cell: (row) => formatQuantity(row.tokens),
    },
    { ...headed("state"), place: "act", cell: (row) => <StateBadge state={row.state} /> },
    {
      ...headed("release"),
      label: t("reward.note"),
      place: "more",
      cell: (row) => <StateNote reward={row} />,
    },
  ];
  const isFiltered = search !== "" || state !== null;
  return (
    <div className="dense contents">
      <div className="flex flex-wrap gap-3">
        <SearchBox label={t("searchRewards")} />
        <FilterSelect
          name="state"
          label={t("state")}
          value={state}
          placeholder={t("everyState")}
          options={REWARD_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </div>
      {!rewards.isSorted && <p className="hint">{t("unsorted")}</p>}
      <DecidableList open={open} selection={selection} mayDecide={mayDecide}>
        <DataTable
          title={t("tabs.rewards")}
          isTitleHidden
          rows={rewards.records}
          keyOf={(row) => row.orderId}
          columns={columns}
          empty={t(isFiltered ? "noRewardMatches" : "noRewards")}
        />
      </DecidableList>
    </div>
  );
}
