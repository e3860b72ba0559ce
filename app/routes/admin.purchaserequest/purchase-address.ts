import { PAYMENT_METHODS } from "@db/vocabulary";
import { MOST_AT_ONCE } from "@server/domain/orders/at-once";
import { listQuery } from "~/lib/list-query";

/** Decided ones, as the history filters them. */
const DECIDED = ["APPROVED", "REJECTED", "REVERSED"] as const;

/** Ten rows are the spec's page (§9); who decides on many asks for more. */
export const PAGE_SIZES = [10, 25, 50, MOST_AT_ONCE] as const;

const DECISIONS = ["approve", "reject", "view"] as const;

const BULK = ["approve", "reject"] as const;

/** Takes every dialog out of the address. */
export const NO_DIALOG = {
  approve: null,
  reject: null,
  view: null,
  bulk: null,
  id: null,
  keys: null,
  select: null,
} as const;

/** The filter alone, as the address has it: what else it names does not change who is on the list. */
export function filterOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => ["search1", "method", "show"].includes(name));
  return new URLSearchParams(kept).toString();
}

/** What the page's address asks for: which list, and which dialog over it. */
export function purchaseAddress(request: Request) {
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
    /** The order of the dialog about one. */
    orderId: asked.get(decision),
    bulk: BULK.find((one) => one === asked.get("bulk")) ?? null,
    orderIds: [...new Set(asked.getAll("id"))].slice(0, MOST_AT_ONCE),
    isHelp: asked.has("keys"),
  };
}
