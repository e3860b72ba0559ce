import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "@server/platform/rules/money/format";
import { ADMIN_PAGER } from "@server/platform/rules/paging";
import { Pager } from "~/components/lists/pager";
import { SearchBox } from "~/components/lists/search-box";
import { FoundElsewhere } from "~/components/purchases/list/found-elsewhere";
import { searchWith } from "~/lib/lists/list-query";
import { importPath } from "~/lib/paths";
import { BulkResult } from "../bulk/bulk-result";
import { CertainEntries } from "./certain-entries";
import type { changeEntry, loadEntries } from "./entries.server";
import { EntryCards } from "./entry-card";
import { ENTRY_LISTS } from "./entry-list-address";
import { ApprovalResults } from "./approval-results";
import { UnmatchedEntries } from "./unmatched-entries";
import { SettledEntries } from "./settled-entries";
import { TextArea } from "~/components/form/field";
import { useReply } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { useMay } from "~/lib/use-may";

/** Payments received by the bank's statements, beside the orders that they may pay. */
export function BankEntries() {
  const result = useActionData<typeof changeEntry>();
  const [params] = useSearchParams();
  return (
    <>
      {result &&
        "outcomes" in result &&
        ("isUndone" in result ? (
          <BulkResult
            did="undo"
            outcomes={result.outcomes}
            undo={null}
            backTo={searchWith(params, {})}
          />
        ) : (
          <ApprovalResults outcomes={result.outcomes} undo={result.undo} />
        ))}
      <Groups />
      <Entries />
    </>
  );
}

/** The groups of entries are links, each with its number. */
function Groups() {
  const { counts, outcomes, shown } = useShown();
  const [params] = useSearchParams();
  const { t } = useTranslation("statements");
  return (
    <nav aria-label={t("entries.groups.label")} className="flex flex-wrap gap-2">
      {ENTRY_LISTS.map((group) => {
        const isOpen = group !== "MATCHED" && group !== "SET_ASIDE";
        const count = isOpen ? outcomes?.[group] : counts[group];
        return (
          <Link
            key={group}
            to={searchWith(params, { show: group, page: null, sort: null })}
            className="pager-link gap-1.5"
            aria-current={group === shown ? "page" : undefined}
            preventScrollReset
          >
            {t(`entries.groups.${group}`)}
            {count !== undefined && <span className="tabular">({formatQuantity(count)})</span>}
          </Link>
        );
      })}
    </nav>
  );
}

function Entries() {
  const { lines, total, page, lastPage, shown, seen, isSearch, isSorted, ...list } = useShown();
  const { elsewhere, sort, isDescending } = list;
  const { t } = useTranslation("statements");
  const isSettled = shown === "MATCHED" || shown === "SET_ASIDE";
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-3xl flex-[1_1_18rem] text-muted">{t(`entries.explain.${shown}`)}</p>
        <Link className="button button-small" to={importPath}>
          {t("choose.title")}
        </Link>
      </div>
      <SearchBox label={t("entries.search")} />
      {(shown === "NONE" || shown === "CANDIDATES") && seen !== null && total > 1 && (
        <PutAwayMany outcome={shown} total={total} seen={seen} />
      )}
      {!isSorted && <p className="hint">{t("entries.unsorted")}</p>}
      {lines.length === 0 && (
        <p className="note">{t(isSearch ? "entries.noneFound" : `entries.empty.${shown}`)}</p>
      )}
      <FoundElsewhere found={elsewhere} />
      {shown === "CERTAIN" && <CertainEntries lines={lines} />}
      {shown === "NONE" && <UnmatchedEntries lines={lines} />}
      {!isSettled && shown !== "CERTAIN" && shown !== "NONE" && <EntryCards lines={lines} />}
      {isSettled && lines.length > 0 && (
        <SettledEntries status={shown} lines={lines} sorting={{ sort, isDescending, isSorted }} />
      )}
      <Pager page={page} lastPage={lastPage} shape={ADMIN_PAGER} />
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

/** Puts away all entries that the group and the search find, on all pages, with one reason; folded. */
function PutAwayMany({
  outcome,
  total,
  seen,
}: {
  outcome: "NONE" | "CANDIDATES";
  total: number;
  /** The list as it was shown: nothing that came since is put away. */
  seen: string;
}) {
  const { t } = useTranslation("statements");
  const isRefused = useReply("putAwayMany") !== null;
  const [params] = useSearchParams();
  const mayPutAway = useMay()("statements.putAwayMany");
  if (!mayPutAway) return null;
  const facts = { count: total, entries: formatQuantity(total) };
  return (
    <details open={isRefused || undefined}>
      <summary className="link-out cursor-pointer">{t("entries.putAwayMany.title", facts)}</summary>
      <PostForm
        contract="putAwayMany"
        intent="putAwayMany"
        className="mt-3 grid max-w-3xl gap-3"
        hidden={{ outcome, search: params.get("search") ?? "", seen }}
      >
        <p>{t("entries.putAwayMany.explain")}</p>
        <IdempotencyKey />
        <TextArea
          name="reason"
          label={t("entries.noteLabel")}
          hint={t("entries.noteHint")}
          rows={2}
        />
        <SubmitButton tone="quiet" className="justify-self-start">
          {t("entries.putAwayMany.submit", facts)}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
