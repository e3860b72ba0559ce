/**
 * Seconds for which mails and bell delay a decision, and for which pages offer to undo it (product.md
 * §2).
 */
export const UNDO_SECONDS = 10;

/** Milliseconds by which a form that was sent in time may arrive late. */
export const LATE_MS = 5_000;

/** Seconds for one of many decisions: the first of them waits for the last, then for {@link UNDO_SECONDS}. */
const UNDO_SECONDS_OF_MANY = 40;

/** Returns the time until which a decision of this moment may be undone; null if it may not. */
export function undoUntil(
  decidedAt: Date,
  { canUndo, isOneOfMany }: { canUndo?: boolean; isOneOfMany?: boolean },
): Date | null {
  if (canUndo !== true) return null;
  const seconds = isOneOfMany === true ? UNDO_SECONDS_OF_MANY : UNDO_SECONDS;
  return new Date(decidedAt.getTime() + seconds * 1_000);
}
