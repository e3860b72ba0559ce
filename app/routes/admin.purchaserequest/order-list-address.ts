import { PAYMENT_METHODS } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/domain/orders/allowance";
import { listQuery } from "~/lib/list-query";

/** Decided orders, by the filter of the history. */
const DECIDED = ["APPROVED", "REJECTED", "REVERSED"] as const;

/** A page has ten rows (product.md §9); larger sizes suit decisions on many orders. */
export const PAGE_SIZES = [10, 25, 50, MOST_AT_ONCE] as const;

const DECISIONS = ["approve", "reject", "view"] as const;

const BULK = ["approve", "reject"] as const;

/** Removes every dialog from the URL. */
export const NO_DIALOG = {
  approve: null,
  reject: null,
  view: null,
  bulk: null,
  id: null,
  keys: null,
  select: null,
  undo: null,
} as const;

/** The list's filter in the URL; other parameters do not change which orders are listed. */
export function filterOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => ["search1", "method", "show"].includes(name));
  return new URLSearchParams(kept).toString();
}

/** The list and the dialog that the page's URL selects. */
export function orderListAddress(request: Request) {
  const asked = new URL(request.url).searchParams;
  const isHistory = asked.get("tab") === "history";
  const query = listQuery(request, {
    statuses: DECIDED,
    limits: PAGE_SIZES,
    names: { search: "search1", page: isHistory ? "historyPage" : "page" },
  });
  const { page, limit, search } = query;
  const status = isHistory ? (query.status ?? "APPROVED") : ("PENDING" as const);
  const method = PAYMENT_METHODS.find((one) => one === asked.get("method"));
  const isFlagged = asked.get("show") === "flagged";
  const decision = DECISIONS.find((one) => asked.get(one)) ?? "view";
  return {
    list: {
      page,
      limit,
      search,
      status,
      ...(method && { method }),
      ...(isFlagged && { isFlagged }),
    },
    isHistory,
    decision,
    /** The order id of a dialog about one order. */
    orderId: asked.get(decision),
    bulk: BULK.find((one) => one === asked.get("bulk")) ?? null,
    orderIds: [...new Set(asked.getAll("id"))].slice(0, MOST_AT_ONCE),
    isHelp: asked.has("keys"),
  };
}
