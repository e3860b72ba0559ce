import { PAYMENT_METHODS, PAYMENT_SORTS } from "@db/vocabulary";
import { LIST_SIZES, listQuery, RANGES, chosenIn, sortingIn } from "~/lib/lists/list-query";
import { rangesOf } from "~/lib/lists/list-ranges";

/** Kinds of unallocated payments, as the contract names them. */
export const PAYMENT_KINDS = ["CLAIM", "CREDIT"] as const;

/** The dialogs about a payment; each is the page's URL with `?<settlement>=<id>`. */
export const SETTLEMENTS = ["allocate", "refund", "dismiss"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** Removes every dialog from the URL. */
export const NO_DIALOG = { allocate: null, refund: null, dismiss: null } as const;

/** The list that the page's URL selects; the longest wait is first. */
export function paymentListAddress(request: Request) {
  const asked = new URL(request.url).searchParams;
  const { page, limit, search } = listQuery(request, { limits: LIST_SIZES });
  const kind = chosenIn(asked, "kind", PAYMENT_KINDS);
  const method = chosenIn(asked, "method", PAYMENT_METHODS);
  return {
    page,
    limit,
    search,
    ...(kind && { kind }),
    ...(method && { method }),
    ...rangesOf(asked),
    ...sortingIn(asked, PAYMENT_SORTS, { sort: "since", isDescending: false }),
  };
}

/** Returns true if the URL filters the list. */
export const isFiltered = (asked: URLSearchParams): boolean =>
  ["search", "kind", "method", ...RANGES].some((name) => asked.get(name));
