import { ORDER_SORTS, PAYMENT_METHODS } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import { LIST_SIZES, listQuery, RANGES, chosenIn, sortingIn } from "~/lib/lists/list-query";
import { rangesOf } from "~/lib/lists/list-ranges";

/** Decided orders, by the filter of the history. */
const DECIDED = ["APPROVED", "REJECTED", "REVERSED"] as const;

const DECISIONS = ["approve", "reject", "view"] as const;

const BULK = ["approve", "reject"] as const;

/** Removes every dialog from the URL. */
export const NO_DIALOG = {
  approve: null,
  reject: null,
  view: null,
  bulk: null,
  next: null,
  id: null,
  keys: null,
  select: null,
  undo: null,
} as const;

/** Removes what one of the two lists alone is sorted and narrowed by. */
export const NO_SORT = { sort: null, from: null, to: null } as const;

const FILTERS: ReadonlySet<string> = new Set(["search1", "method", "show", ...RANGES]);

/** The parts of a list; by default it has what an admin can decide, flagged or not. */
const SHOWN = ["flagged", "rest"] as const;

/** A search finds orders whatever they wait for. */
function waitsForIn(show: (typeof SHOWN)[number] | undefined, search: string) {
  if (show === "rest") return { waitsFor: "REST" as const };
  return search === "" ? { waitsFor: "DECISION" as const } : {};
}

/** By default the longest wait is first, and the last decision. */
function sortingOf(asked: URLSearchParams, isHistory: boolean) {
  if (isHistory) return sortingIn(asked, ORDER_SORTS, { sort: "decided", isDescending: true });
  const open = ORDER_SORTS.filter((sort) => sort !== "decided" && sort !== "decidedBy");
  return sortingIn(asked, open, { sort: "date", isDescending: false });
}

/** The list's filter in the URL; other parameters do not change which orders are listed. */
export function filterOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => FILTERS.has(name));
  return new URLSearchParams(kept).toString();
}

/**
 * Returns true if the URL selects decided orders; Manage Purchase and payments name that tab
 * differently.
 */
export const isHistoryIn = (asked: URLSearchParams): boolean =>
  ["history", "decided"].includes(asked.get("tab") ?? "");

/** The list and the dialog that the page's URL selects. */
export function orderListAddress(request: Request) {
  const asked = new URL(request.url).searchParams;
  const isHistory = isHistoryIn(asked);
  const query = listQuery(request, {
    statuses: DECIDED,
    limits: LIST_SIZES,
    names: { search: "search1", page: isHistory ? "historyPage" : "page" },
  });
  const { page, limit, search } = query;
  const status = isHistory ? (query.status ?? "APPROVED") : ("PENDING" as const);
  const method = chosenIn(asked, "method", PAYMENT_METHODS);
  const show = chosenIn(asked, "show", SHOWN);
  const decision = DECISIONS.find((one) => asked.get(one)) ?? "view";
  return {
    list: {
      page,
      limit,
      search,
      status,
      ...(method && { method }),
      ...(show === "flagged" && { isFlagged: true }),
      ...(!isHistory && waitsForIn(show, search)),
      ...rangesOf(asked),
    },
    ...sortingOf(asked, isHistory),
    /** Returns true if the URL asks for the totals of a long list. */
    isWhole: asked.get("total") === "all",
    isHistory,
    decision,
    /** The order id of a dialog about one order. */
    orderId: asked.get(decision),
    bulk: chosenIn(asked, "bulk", BULK) ?? null,
    orderIds: [...new Set(asked.getAll("id"))].slice(0, MOST_AT_ONCE),
    isHelp: asked.has("keys"),
  };
}
