import type { OrderStatus } from "@db/vocabulary";
import { UNDONE } from "./lifecycle";
import type { PlainRefusalCode } from "@server/platform/rules/refusals/refuse";

/** How long mails and bell wait to tell a decision, and how long pages offer to undo it, in seconds (product.md §2). */
export const UNDO_SECONDS = 10;

/** A form that was sent in time may arrive so much later, in milliseconds. */
const LATE_MS = 5_000;

/** Until when a decision of this moment may be undone; null if it may not. */
export const undoUntil = (decidedAt: Date, canUndo: boolean): Date | null =>
  canUndo ? new Date(decidedAt.getTime() + UNDO_SECONDS * 1_000) : null;

interface Decided {
  readonly id: string;
  readonly status: OrderStatus;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly undoUntil: Date | null;
}

/** Names one decision on an order, for the messages that tell it. */
export const undoKeyOf = ({ id, decidedAt }: Pick<Decided, "id" | "decidedAt">): string =>
  `${id} ${decidedAt?.toISOString() ?? ""}`;

/**
 * Why a decision cannot be undone; null if it can, as far as the order tells. Only its own admin undoes
 * it, within the time in which its mails wait, and not once the member has read of it under the bell.
 * Whether a mail is on its way is known by the mails alone.
 */
export function whyNotUndone(
  order: Decided,
  {
    actorId,
    decidedAt,
    now,
    noticesReadAt,
  }: { actorId: string; decidedAt: string; now: Date; noticesReadAt: Date },
): PlainRefusalCode | null {
  if (!(order.status in UNDONE) || order.decidedAt === null) return "UNDO_TOO_LATE";
  if (order.decidedBy !== actorId) return "UNDO_OTHERS";
  // Decided anew since the form was shown.
  if (order.decidedAt.toISOString() !== decidedAt) return "UNDO_TOO_LATE";
  if (order.undoUntil === null || now.getTime() > order.undoUntil.getTime() + LATE_MS) {
    return "UNDO_TOO_LATE";
  }
  // The bell tells it from then on.
  return noticesReadAt >= order.undoUntil ? "UNDO_SEEN" : null;
}
