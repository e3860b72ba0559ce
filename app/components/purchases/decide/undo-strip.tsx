import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Caller } from "@server/http/router";
import type { OrderStatus } from "@db/vocabulary";
import { UNDO_SECONDS } from "@server/platform/rules/undo-time";
import { IdempotencyKey } from "~/components/form/submit-button";
import { useUndoKey } from "../keys/use-undo-key";
import { undoableMany } from "./decided-many";

/**
 * Finds what the URL offers to undo: the decisions on several orders since a moment, or the last one on a
 * single order, by a word that no moment follows. Null for none.
 */
export async function undoableIn(request: Request, api: Caller) {
  const asked = new URL(request.url).searchParams.get("undo");
  if (asked === null) return { last: null, many: null };
  const undoable = await api.orders.undoable();
  const many = undoableMany(
    undoable.filter(({ isOneOfMany, decidedAt }) => isOneOfMany && decidedAt >= asked),
  );
  const [last, ...before] = undoable.filter(({ isOneOfMany }) => !isOneOfMany);
  if (many || !last) return { last: null, many };
  return { last: { ...last, before: before.length, idempotencyKey: crypto.randomUUID() }, many };
}

/** The text of a decision by the status of its order; one that waits had its rest rejected. */
const UNDO_OF: Partial<Record<OrderStatus, "undoApproval" | "undoRest">> = {
  APPROVED: "undoApproval",
  PENDING: "undoRest",
};

/** The form that undoes the last decision; nothing if there is none. */
export function UndoLast({
  decision,
}: {
  decision: Awaited<ReturnType<typeof undoableIn>>["last"];
}) {
  const { t } = useTranslation("purchases");
  if (!decision) return null;
  const { orderId, orderNumber: order, status, decidedAt, isPart, before } = decision;
  const seconds = Math.min(UNDO_SECONDS, decision.secondsLeft);
  const text = t(isPart ? "undoPart" : (UNDO_OF[status] ?? "undoRejection"), { order, seconds });
  return (
    <UndoStrip
      key={decidedAt}
      intent="undo"
      seconds={seconds}
      idempotencyKey={decision.idempotencyKey}
      text={before > 0 ? `${text} ${t("undoBefore", { count: before })}` : text}
    >
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="decidedAt" value={decidedAt} />
    </UndoStrip>
  );
}

/**
 * Offers to undo until the decision's mails are sent. A plain form, without scripts too. Another decision
 * needs another `key`: its time begins anew.
 */
export function UndoStrip({
  intent,
  seconds,
  idempotencyKey,
  text,
  children,
}: {
  intent: string;
  seconds: number;
  idempotencyKey: string;
  text: string;
  /** The hidden fields of what is undone. */
  children: ReactNode;
}) {
  const { t } = useTranslation("purchases");
  useUndoKey();
  // The time counts from when the strip appeared, also where the page is read again meanwhile.
  const [shownFor] = useState(seconds);
  return (
    <form
      method="post"
      className="undo fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-30 mx-auto flex w-fit max-w-[min(40rem,calc(100%-2rem))] animate-[undo-ends_0s_linear_forwards] max-sm:flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-(--radius-card) border border-(--border-strong) bg-raised px-4 py-2.5 shadow-(--shadow-lg)"
      style={{ animationDelay: `${shownFor}s` }}
    >
      <input type="hidden" name="intent" value={intent} />
      <IdempotencyKey value={idempotencyKey} />
      {children}
      <p role="status">{text}</p>
      <button type="submit" className="button button-small flex-none" data-hotkey="u">
        {t("undo")}
      </button>
    </form>
  );
}
