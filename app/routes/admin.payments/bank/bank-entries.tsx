import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineList } from "@server/orders/contracts/statements";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { SizeFilter } from "~/components/lists/order-filters";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { ReasonedCorrection } from "~/components/purchases/correct/correction";
import { FoundElsewhere } from "~/components/purchases/list/found-elsewhere";
import { searchWith } from "~/lib/lists/list-query";
import { importPath } from "~/lib/paths";
import { CertainEntries } from "./certain-entries";
import { ComparedEntries } from "./compared-entries";
import type { loadEntries } from "./entries.server";
import { DisagreeingEntries } from "./disagreeing-entries";
import { EntryCards } from "./entry-card";
import { NO_STEP } from "../payments-address";
import { ALARM, ENTRY_LISTS } from "./entry-list-address";
import { UnmatchedEntries } from "./unmatched-entries";
import { SettledEntries } from "./settled-entries";
import { useMay } from "~/lib/use-may";

/** Payments received by the bank's statements, beside the orders that they may pay. */
export const BankEntries = () => (
  <>
    <EntryLists {...useShown()} />
    <Entries />
  </>
);

/** Links to the lists of entries, each with its number; money that went back is first, where there is any. */
export function EntryLists({
  outcomes,
  apart,
  counts,
  shown,
}: Pick<LineList, "outcomes" | "apart"> & Partial<Pick<LineList, "counts">> & { shown?: string }) {
  const [params] = useSearchParams();
  const { t } = useTranslation("statements");
  const all: Partial<Record<string, number>> = { ...outcomes, ...counts };
  return (
    <nav aria-label={t("entries.groups.label")} className="flex flex-wrap gap-2">
      {ENTRY_LISTS.map((group) => {
        const count = all[group] ?? 0;
        const isAlarm = group === "WENT_BACK" && group !== shown;
        if (count === 0 && (isAlarm || !counts)) return null;
        return (
          <Link
            key={group}
            to={searchWith(params, { ...NO_STEP, show: group, page: null, sort: null })}
            className={`pager-link gap-1.5 ${isAlarm ? ALARM : ""}`}
            aria-current={group === shown ? "page" : undefined}
            preventScrollReset
          >
            {t(`entries.groups.${group}`)}
            <span className="tabular">
              (
              {group === "CERTAIN" && apart > 0
                ? t("entries.readyAndApart", {
                    ready: formatQuantity(count - apart),
                    apart: formatQuantity(apart),
                  })
                : formatQuantity(count)}
              )
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

function Entries() {
  const { lines, total, page, lastPage, shown, seen, isSearch, isSorted, ...list } = useShown();
  const { elsewhere, sort, isDescending } = list;
  const [params] = useSearchParams();
  const mayPutAway = useMay()("statements.putAwayMany");
  const { t } = useTranslation("statements");
  // An entry that may be for one order alone is not put away with others.
  const hasMore = total > 1 && lines.some(({ candidates }) => candidates.length !== 1);
  const isSettled = shown === "MATCHED" || shown === "SET_ASIDE";
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-3xl flex-[1_1_18rem] text-muted">
          {shown === "CERTAIN" && total > 0 && total === list.apart
            ? t("entries.ownDecision")
            : t(`entries.explain.${shown}`)}
        </p>
        <Link className="button button-small" to={importPath}>
          {t("choose.title")}
        </Link>
      </div>
      <div className="flex flex-wrap gap-2">
        <SearchBox label={t("entries.search")} />
        {shown === "CERTAIN" && <SizeFilter value={list.limit} />}
      </div>
      {!isSorted && <p className="hint">{t("entries.unsorted")}</p>}
      {lines.length === 0 && (
        <p className="note">{t(isSearch ? "entries.noneFound" : `entries.empty.${shown}`)}</p>
      )}
      <FoundElsewhere found={elsewhere} />
      {shown === "CERTAIN" && <CertainEntries lines={lines} />}
      {shown === "NONE" && <UnmatchedEntries lines={lines} />}
      {shown === "OTHER_SUM" && <DisagreeingEntries lines={lines} />}
      {shown === "CANDIDATES" && <ComparedEntries lines={lines} />}
      {shown === "WENT_BACK" && <EntryCards lines={lines} />}
      {isSettled && lines.length > 0 && (
        <SettledEntries status={shown} lines={lines} sorting={{ sort, isDescending, isSorted }} />
      )}
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
      {(shown === "NONE" || shown === "CANDIDATES") && seen !== null && hasMore && mayPutAway && (
        <div className="w-fit max-w-3xl has-[details[open]]:w-full">
          <ReasonedCorrection
            act="setAside"
            about={t(`entries.putAwayMany.${shown}`)}
            contract="putAwayMany"
            intent="putAwayMany"
            hidden={{ outcome: shown, search: params.get("search") ?? "", seen }}
            hint={t("entries.putAwayMany.explain")}
          />
        </div>
      )}
    </>
  );
}

/** The loader's list, and the group that it is. */
function useShown() {
  const list = useLoaderData<typeof loadEntries>();
  const [params] = useSearchParams();
  const asked = params.get("show");
  const shown = list.outcome ?? (asked === "SET_ASIDE" ? "SET_ASIDE" : "MATCHED");
  return { ...list, shown } as const;
}
