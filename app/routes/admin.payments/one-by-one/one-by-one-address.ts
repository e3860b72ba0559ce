import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { NO_DIALOG } from "~/components/purchases/list/order-list-address";
import { NO_STEP } from "../payments-address";

/** Removes the payment and how its proof is shown from the URL. */
export const NO_PAYMENT_SHOWN = { ...NO_DIALOG, turn: null, zoom: null, at: null } as const;

/** The value of `at` that shows the page's last payment. */
const LAST = "last";

export const asksForLast = (params: URLSearchParams): boolean => params.get("at") === LAST;

export type AddressChanges = Readonly<Record<string, string | number | null>>;

/** Changes of the URL that show another payment of the list. */
export const showOrder = (id: string) => ({ ...NO_PAYMENT_SHOWN, view: id });

/** A page of the list, and how its number is called in the URL. */
export interface ListPage {
  records: readonly { id: string }[];
  page: number;
  lastPage: number;
  pageName: string;
}

/**
 * Changes of the URL that show the payments before and after one in the list as it is sorted and
 * filtered, over the ends of its page. The first of the page follows a payment that is not listed (any
 * more). `then` is what a decision sends: the payment that follows it, else the one before.
 */
export function neighboursOf(
  { records, page, lastPage, pageName }: ListPage,
  id: string | null,
): { previous: AddressChanges | null; next: AddressChanges | null; then: string | null } {
  const at = records.findIndex((record) => record.id === id);
  const before = records[at - 1];
  const after = records[at + 1];
  const turned = (to: number) => ({ ...NO_PAYMENT_SHOWN, [pageName]: to });
  const previous = before
    ? showOrder(before.id)
    : at === 0 && page > 1
      ? { ...turned(page - 1), at: LAST }
      : null;
  const next = after ? showOrder(after.id) : page < lastPage ? turned(page + 1) : null;
  // A decision on the last row moves the next page's first row to its place.
  const then = after?.id ?? (page < lastPage ? LAST : (before?.id ?? null));
  return { previous, next, then };
}

/** After a decision: the payment that followed, else the one before, else the first one of the list. */
export function afterDecision(then: FormDataEntryValue | null): AddressChanges {
  if (then === LAST) return { ...NO_PAYMENT_SHOWN, at: LAST };
  return typeof then === "string" && /^[0-9a-f-]{36}$/.test(then)
    ? showOrder(then)
    : NO_PAYMENT_SHOWN;
}

/** Returns the URL after a decision: the payment that followed, or the list. */
export function queueAfter(asked: URLSearchParams, then: FormDataEntryValue | null): string {
  const shown = asked.get("form") === "list" ? NO_PAYMENT_SHOWN : afterDecision(then);
  return paths.admin.payments + searchWith(asked, { ...NO_STEP, ...shown });
}
