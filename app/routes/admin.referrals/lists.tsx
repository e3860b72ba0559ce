import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import {
  REWARD_STATES,
  type ReferrerSort,
  type RewardSort,
  type RewardState,
} from "@db/vocabulary";
import type { Referrer } from "@server/office/contracts/programme";
import type { RewardRecord } from "@server/orders/contracts/rewards";
import { formatDate } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { ErrorText } from "~/components/form/error-text";
import { TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { type Column, DataTable, SortHeads } from "~/components/lists/data-table";
import { YearlyDownload } from "~/components/lists/export-link";
import { FilterSelect, HiddenListParams } from "~/components/lists/filter-select";
import { SearchBox } from "~/components/lists/search-box";
import { isShift, useSelection } from "~/components/purchases/keys/use-selection";
import { searchWith } from "~/lib/lists/list-query";
import { sortedHead } from "~/lib/lists/sorted-heads";
import { useIsLive } from "~/lib/orders/use-is-live";
import { memberPath, orderPath, paths } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import type { loader } from "./route";

/** Columns that begin with the most. */
const FIRST_DESCENDING: ReadonlySet<ReferrerSort> = new Set([
  ...(["invited", "buyers", "bought", "paid", "rewards"] as const),
]);

/** The members who invited others, by what these bought. */
export function ReferrerTable() {
  const { referrers, search, sort, isDescending } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const mayPrint = useMay()("programme.statement");
  if (!referrers) return null;
  const headed = (name: ReferrerSort) => {
    const { heads, sort: order } = sortedHead([{ label: t(`columns.${name}`), sort: name }], {
      ...{ params, pageName: "page", sort, isDescending, firstDescending: FIRST_DESCENDING },
    });
    return { label: t(`columns.${name}`), head: <SortHeads heads={heads} />, sort: order };
  };
  const figure = (name: "invited" | "buyers" | "bought" | "rewards") => ({
    ...headed(name),
    isNumber: true,
    cell: (row: Referrer) => formatQuantity(row[name]),
  });
  const columns: Column<Referrer>[] = [
    {
      ...headed("name"),
      place: "title",
      cell: (row) => (
        <>
          {row.isThere ? (
            <Link to={memberPath(row.id)} className="cell-link">
              {row.name}
            </Link>
          ) : (
            row.name
          )}
          {"\n"}
          <span className="mono hint">{row.memberId}</span>
        </>
      ),
    },
    figure("invited"),
    figure("buyers"),
    figure("bought"),
    {
      ...headed("paid"),
      isNumber: true,
      place: "figure",
      cell: (row) => formatRupees(row.paidPaise),
    },
    {
      ...figure("rewards"),
      place: "detail",
      cell: (row) => (
        <>
          {formatQuantity(row.rewards)} <span className="phone-only">{t("rewarded")}</span>
        </>
      ),
    },
    ...(mayPrint
      ? [
          {
            label: t("statement.link"),
            isAction: true,
            place: "act" as const,
            cell: (row: Referrer) => (
              <Link
                className="link-out"
                to={searchWith(params, { statement: row.id })}
                aria-label={t("statement.of", { name: row.name })}
                preventScrollReset
              >
                {t("statement.link")}
              </Link>
            ),
          },
        ]
      : []),
  ];
  const asked = referrers.records.find(({ id }) => id === params.get("statement"));
  return (
    <>
      <SearchBox label={t("search")} />
      <DataTable
        title={t("tabs.referrers")}
        isTitleHidden
        rows={referrers.records}
        keyOf={(row) => row.id}
        columns={columns}
        empty={t(search === "" ? "none" : "noMatch")}
      />
      {asked && mayPrint && <StatementDialog referrer={asked} />}
    </>
  );
}

function StatementDialog({ referrer: { id, name } }: { referrer: Referrer }) {
  const { years } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const labels = {
    year: t("statement.year"),
    pdf: t("statement.pdf"),
    csv: t("statement.csv"),
  };
  return (
    <AddressedDialog
      title={t("statement.of", { name })}
      closeTo={searchWith(params, { statement: null })}
    >
      <p className="mb-4">{t("statement.explain")}</p>
      <YearlyDownload to={paths.admin.referralStatement} years={years} labels={labels}>
        <input type="hidden" name="member" value={id} />
      </YearlyDownload>
    </AddressedDialog>
  );
}

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

/** The parameters of the dialog over the list. */
export const NO_DECISION = { act: null, reward: null, select: null };
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
    { label: t("reward.buyer"), cell: ({ buyer }) => <Person {...buyer} /> },
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
      isWide: true,
      place: "detail",
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

export const ACTS = ["release", "withdraw"] as const;

/** Asks for the reason of a release or a withdrawal; afterwards lists those that were refused. */
export function DecideDialog({ act, result }: { act: (typeof ACTS)[number]; result: unknown }) {
  const { rewards, idempotencyKey } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  const [params] = useSearchParams();
  const ids = new Set(params.getAll("reward"));
  const chosen = rewards?.records.filter(({ orderId }) => ids.has(orderId)) ?? [];
  const closeTo = searchWith(params, NO_DECISION);
  const tokens = chosen.reduce((sum, one) => sum + one.tokens, 0);
  const outcomes = outcomesIn(result);
  const refused = outcomes?.filter(({ refusal }) => refusal !== null) ?? [];
  const titled = t(`${act}.title`, { count: chosen.length });
  if (outcomes) {
    return (
      <AddressedDialog title={titled} closeTo={closeTo}>
        <p role="status" className="mb-3 font-semibold">
          {t(`${act}.done`, { count: outcomes.length - refused.length })}{" "}
          {t("refused", { count: refused.length })}
        </p>
        <ul className="grid gap-2">
          {refused.map(({ orderId, orderNumber, refusal }) => (
            <li key={orderId}>
              <strong className="mono">{orderNumber}</strong>{" "}
              <ErrorText inline>{refusal}</ErrorText>
            </li>
          ))}
        </ul>
      </AddressedDialog>
    );
  }
  return (
    <AddressedDialog title={titled} closeTo={closeTo}>
      {chosen.length === 0 ? (
        <p>{t("noneSelected")}</p>
      ) : (
        <PostForm contract="decide" result={result} intent={act} className="grid gap-4">
          <IdempotencyKey value={idempotencyKey} />
          <p>{t(`${act}.explain`, { count: tokens, tokens: formatQuantity(tokens) })}</p>
          <ul className="grid max-h-[40dvh] gap-2 overflow-y-auto">
            {chosen.map((row) => (
              <li key={row.orderId} className="flex flex-wrap justify-between gap-2">
                <input type="hidden" name="orderIds" value={row.orderId} />
                <span>
                  <strong className="mono">{row.orderNumber}</strong> {row.referrer.name}
                </span>
                <span className="tabular">{formatQuantity(row.tokens)}</span>
              </li>
            ))}
          </ul>
          <TextArea
            name="reason"
            label={t("reason")}
            hint={t(`${act}.hint`)}
            maxLength={500}
            data-focus-first=""
          />
          <DialogButtons closeTo={closeTo}>
            <SubmitButton tone={act === "withdraw" ? "danger" : "main"}>
              {t(`${act}.button`)}
            </SubmitButton>
          </DialogButtons>
        </PostForm>
      )}
    </AddressedDialog>
  );
}

interface RefusedReward {
  orderId: string;
  orderNumber: string;
  /** In words; null if it was decided. */
  refusal: string | null;
}

/** The outcomes of a decision of which a part was refused; null for any other answer. */
const outcomesIn = (result: unknown): readonly RefusedReward[] | null =>
  typeof result === "object" && result !== null && "outcomes" in result
    ? (result.outcomes as readonly RefusedReward[])
    : null;
