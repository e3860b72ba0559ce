import type { FormReply } from "~/lib/forms/form-reply";
import { paths } from "~/lib/paths";
import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useMemo } from "react";
import { useIsLive } from "~/lib/orders/use-is-live";

/** The draft of a proof, kept by order in this tab until it is sent. */
const FIELDS = ["referenceNumber", "paidAmount", "receiptId", "receiptIdName"];

const keyOf = (orderNumber: string): string => `proof-draft ${orderNumber}`;

/**
 * Returns true for a location that follows a recorded payment: the next purchase, or the order
 * without its dialog. An ended session leads to the login, and its draft stays.
 */
export const isAfterProof = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  pathname === paths.user.buyToken ||
  (pathname === paths.user.payment && !/[?&]proof=/.test(search));

/** Returns the entered values; null if there are none. */
export function enteredIn(form: HTMLFormElement, total: string): Record<string, string> | null {
  const data = new FormData(form);
  const entered: Record<string, string> = {};
  for (const name of FIELDS) {
    const value = data.get(name);
    if (typeof value === "string" && value !== "") entered[name] = value;
  }
  const { paidAmount = total, ...rest } = entered;
  return paidAmount === total && Object.keys(rest).length === 0 ? null : entered;
}

/** Keeps what was entered, or forgets what was kept. A browser without room keeps nothing. */
export function keepDraft(orderNumber: string, entered: Record<string, string> | null): void {
  try {
    if (entered) sessionStorage.setItem(keyOf(orderNumber), JSON.stringify(entered));
    else sessionStorage.removeItem(keyOf(orderNumber));
  } catch {
    // Only the draft is lost.
  }
}

/** The draft of an order, as the answer of its form that fills it in; null if there is none. */
export function readDraft(orderNumber: string): FormReply | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(orderNumber)) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const initialValue = Object.fromEntries(
      Object.entries(kept).filter(([name]) => FIELDS.includes(name)),
    );
    return {
      status: "error",
      code: "DRAFT",
      form: "proof",
      error: {},
      initialValue,
      fields: Object.keys(initialValue),
      toasts: [],
      retryAfterSeconds: null,
    };
  } catch {
    return null;
  }
}

/** The draft of an order's proof: kept while it is entered, forgotten once it is sent. */
export function useDraft(box: RefObject<HTMLElement>, orderNumber: string, total: string) {
  const isLive = useIsLive();
  const draft = useMemo(() => (isLive ? readDraft(orderNumber) : null), [isLive, orderNumber]);
  const { state, formData, location } = useNavigation();
  const isSent =
    state === "loading" && formData?.get("intent") === "proof" && isAfterProof(location);
  useEffect(() => {
    if (isSent) keepDraft(orderNumber, null);
  }, [isSent, orderNumber]);
  const entered = () => {
    const form = box.current?.querySelector("form");
    return form ? enteredIn(form, total) : null;
  };
  return {
    draft,
    entered,
    keep: () => keepDraft(orderNumber, entered()),
    forget: () => keepDraft(orderNumber, null),
  };
}
