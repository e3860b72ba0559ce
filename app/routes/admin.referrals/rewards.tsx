import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import { REWARD_STATES, type RewardSort, type RewardState } from "@db/vocabulary";
import type { RewardRecord } from "@server/orders/contracts/rewards";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatQuantity } from "@server/platform/rules/money/format";
import { type Column, DataTable, SortHeads } from "~/components/lists/data-table";
import { FilterSelect, HiddenListParams } from "~/components/lists/filter-select";
import { SearchBox } from "~/components/lists/search-box";
import { isShift, useSelection } from "~/components/purchases/keys/use-selection";
import { searchWith } from "~/lib/lists/list-query";
import { sortedHead } from "~/lib/lists/sorted-heads";
import { useIsLive } from "~/lib/orders/use-is-live";
import { memberPath, orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { ACTS, NO_DECISION } from "./decision";
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
      <Icon size={16} aria-hidden />
      {t(`states.${state}`)}
    </span>
  );
}

/** Says since when or until when a reward is in its state, and why. */
function StateNote({ reward }: { reward: RewardRecord }) {
  const { t } = useTranslation("programme");
  const { state, releaseAt, heldBecause, reason, note, decidedAt } = reward;
  const parts = [
    ...(state === "ON_HOLD"
      ? heldBecause.map((why) =>
          t(`because.${why}`, { day: releaseAt ? formatDate(new Date(releaseAt)) : "" }),
        )
      : []),
    ...(reason ? [t(`reasons.${reason}`)] : []),
    ...(note ? [note] : []),
    ...(decidedAt ? [formatDate(new Date(decidedAt))] : []),
  ];
  return parts.length > 0 && <span className="hint wrap-anywhere">{parts.join(" · ")}</span>;
}

const Person = ({ id, name, memberId }: RewardRecord["referrer"]) => (
  <>
    <Link to={memberPath(id)} className="cell-link">
      {name}
    </Link>
    {"\n"}
    <span className="mono hint">{memberId}</span>
  </>
);

/** Rewards that an admin may still decide about. */
const isOpen = ({ state }: RewardRecord) => state === "ON_HOLD" || state === "PROMISED";

const OF_DIALOG: ReadonlySet<string> = new Set(Object.keys(NO_DECISION));

const NEWEST_FIRST: ReadonlySet<RewardSort> = new Set(["date", "tokens", "release"]);

/** The rewards with their states, which an admin withdraws or releases, several at once. */
export function RewardTable() {
  const { rewards, search, state, rewardSort, isDescending } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const isLive = useIsLive();
  const mayDecide = useMay()("orders.rewards.release");
  const open = rewards?.records.filter(isOpen).map(({ orderId }) => orderId) ?? [];
  const selection = useSelection(params.has("select") ? open : []);
  if (!rewards) return null;
  const picked = open.filter((id) => selection.ids.has(id));
  const headed = (name: RewardSort) => {
    const label = t(`reward.${name}`);
    const { heads, sort } = sortedHead([{ label, sort: name }], {
      ...{ params, pageName: "page", sort: rewardSort, isDescending },
      ...{ firstDescending: NEWEST_FIRST, isSorted: rewards.isSorted },
    });
    return { label, head: <SortHeads heads={heads} />, sort };
  };
  const tick: Column<RewardRecord> = {
    label: t("select"),
    place: "tick",
    head: <span className="sr-only">{t("select")}</span>,
    cell: (row) =>
      isOpen(row) ? (
        <input
          type="checkbox"
          className="tick"
          name="reward"
          value={row.orderId}
          aria-label={t("selectOne", { order: row.orderNumber })}
          checked={selection.ids.has(row.orderId)}
          onChange={({ nativeEvent }) =>
            isShift(nativeEvent)
              ? selection.extend(open, row.orderId)
              : selection.toggle(row.orderId)
          }
        />
      ) : (
        <></>
      ),
  };
  const isTicked = mayDecide && open.length > 0;
  const columns: Column<RewardRecord>[] = [
    ...(isTicked ? [tick] : []),
    {
      ...headed("order"),
      isShort: true,
      cell: (row) => (
        <Link to={orderPath(row.orderId)} className="mono cell-link">
          {row.orderNumber}
        </Link>
      ),
    },
    { ...headed("date"), isShort: true, cell: (row) => formatDate(new Date(row.orderedAt)) },
    { ...headed("referrer"), place: "title", cell: ({ referrer }) => <Person {...referrer} /> },
    { label: t("reward.buyer"), place: "more", cell: ({ buyer }) => <Person {...buyer} /> },
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
    <>
      <div className="flex flex-wrap gap-3">
        <SearchBox label={t("searchRewards")} />
        <FilterSelect
          name="state"
          label={t("state")}
          value={state ?? ""}
          options={[
            { value: "", label: t("everyState") },
            ...REWARD_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
        />
      </div>
      {!rewards.isSorted && <p className="hint">{t("unsorted")}</p>}
      <Form method="get" className="grid gap-3" preventScrollReset>
        <HiddenListParams without={OF_DIALOG} />
        <DataTable
          title={t("tabs.rewards")}
          isTitleHidden
          rows={rewards.records}
          keyOf={(row) => row.orderId}
          columns={columns}
          empty={t(isFiltered ? "noRewardMatches" : "noRewards")}
        />
        {isTicked && (
          <div className="bulk-bar" role="group" aria-label={t("select")}>
            {isLive ? (
              <>
                <label className="checkbox">
                  <input
                    type="checkbox"
                    checked={picked.length === open.length}
                    onChange={() => selection.toggleAll(open)}
                  />
                  <span>{t("selectPage")}</span>
                </label>
                <p className="tabular" aria-live="polite">
                  {t("selected", { count: picked.length })}
                </p>
              </>
            ) : (
              <noscript>
                <a href={searchWith(params, { ...NO_DECISION, select: "page" })}>
                  {t("selectPage")}
                </a>
              </noscript>
            )}
            <span className="flex flex-wrap gap-2 md:ml-auto">
              {ACTS.map((act) => (
                <button
                  key={act}
                  type="submit"
                  name="act"
                  value={act}
                  className={`button button-small ${act === "release" ? "" : "button-quiet"}`}
                  disabled={isLive && picked.length === 0}
                >
                  {t(`${act}.button`)}
                </button>
              ))}
            </span>
          </div>
        )}
      </Form>
    </>
  );
}
