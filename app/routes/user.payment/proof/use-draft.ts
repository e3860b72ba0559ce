import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useMemo } from "react";
import { useIsLive } from "~/lib/orders/use-is-live";
import { enteredIn, isAfterProof, keepDraft, readDraft } from "./proof-draft";

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
