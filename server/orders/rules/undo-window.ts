import { LATE_MS } from "@server/platform/rules/undo-time";
import type { OrderStatus } from "@db/vocabulary";
import { UNDONE } from "./lifecycle";
import type { PlainRefusalCode } from "@server/platform/rules/refusals/refuse";

interface Decided {
  readonly id: string;
  readonly status: OrderStatus;
  readonly decidedAt: Date | null;
  readonly restAskedAt: Date | null;
  readonly decidedBy: string | null;
  readonly undoUntil: Date | null;
}

type Moments = Pick<Decided, "decidedAt" | "restAskedAt">;

/** Returns the time of the decision on an order; of one that waits for its rest, when its part was received. */
export const decisionAt = ({ decidedAt, restAskedAt }: Moments): Date | null =>
  decidedAt ?? restAskedAt;

/** Names one decision on an order, for its messages. */
export const undoKeyOf = (order: Moments & Pick<Decided, "id">): string =>
  `${order.id} ${decisionAt(order)?.toISOString() ?? ""}`;

/**
 * Returns the reason for which a decision cannot be undone; null if the order allows it. Only its own
 * admin undoes it, within the time in which its mails wait, and not once the member has seen it under
 * the bell. Only the mail queue knows whether a mail is on its way.
 */
export function undoRefusal(
  order: Decided,
  {
    actorId,
    decidedAt,
    now,
    noticesReadAt,
  }: { actorId: string; decidedAt: string; now: Date; noticesReadAt: Date },
): PlainRefusalCode | null {
  const at = decisionAt(order);
  if (!(order.status in UNDONE) || at === null) return "UNDO_TOO_LATE";
  // The order was decided again since the form was shown.
  if (at.toISOString() !== decidedAt) return "UNDO_TOO_LATE";
  if (order.decidedBy !== actorId) return "UNDO_OTHERS";
  if (order.undoUntil === null || now.getTime() > order.undoUntil.getTime() + LATE_MS) {
    return "UNDO_TOO_LATE";
  }
  // The bell shows it from then on.
  return noticesReadAt >= order.undoUntil ? "UNDO_SEEN" : null;
}
