import { PAYMENT_METHODS, PAYMENT_SORTS } from "@db/vocabulary";
import { LIST_SIZES, listQuery, RANGES } from "~/lib/lists/list-query";
import { rangesOf } from "~/lib/lists/list-ranges";

/** Kinds of unallocated payments, as the contract names them. */
export const PAYMENT_KINDS = ["CLAIM", "CREDIT"] as const;

/** Removes every dialog from the URL. */
export const NO_DIALOG = { allocate: null, refund: null, dismiss: null } as const;

/** The list that the page's URL selects; the longest wait is first. */
export function paymentListAddress(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { page, limit, search } = listQuery(request, { limits: LIST_SIZES });
  const text = asked.get("sort") ?? "";
  const kind = PAYMENT_KINDS.find((one) => one === asked.get("kind"));
  const method = PAYMENT_METHODS.find((one) => one === asked.get("method"));
  return {
    page,
    limit,
    search,
    ...(kind && { kind }),
    ...(method && { method }),
    ...rangesOf(asked),
    sort: PAYMENT_SORTS.find((one) => one === text.replace(/^-/, "")) ?? "since",
    isDescending: text.startsWith("-"),
  };
}

/** Returns true if the URL filters the list. */
export const isFiltered = (asked: URLSearchParams): boolean =>
  ["search", "kind", "method", ...RANGES].some((name) => asked.get(name));
