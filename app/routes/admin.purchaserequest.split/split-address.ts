import { NO_DIALOG } from "../admin.purchaserequest/order-list-address";

/** How the proof is shown; part of the URL, so that it works without scripts. */
export const TURNS = [0, 90, 180, 270] as const;
export const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** Removes the payment and how its proof is shown from the URL. */
export const NO_ORDER = { ...NO_DIALOG, turn: null, zoom: null } as const;

/** Changes of the URL that show another payment of the list. */
export const orderShown = (id: string) => ({ ...NO_ORDER, view: id });

/**
 * The payments before and after one in the list as it is shown. The first one follows a payment that
 * is not listed (any more).
 */
export function neighboursOf(
  records: readonly { id: string }[],
  id: string | null,
): { previous: string | null; next: string | null; place: number | null } {
  const at = records.findIndex((record) => record.id === id);
  return {
    previous: records[at - 1]?.id ?? null,
    next: records[at + 1]?.id ?? null,
    place: at < 0 ? null : at,
  };
}

/** After a decision: the payment that followed, else the one before, else the first one of the list. */
export const afterDecision = (then: FormDataEntryValue | null) =>
  typeof then === "string" && /^[0-9a-f-]{36}$/.test(then) ? orderShown(then) : NO_ORDER;
