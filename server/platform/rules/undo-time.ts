/**
 * Seconds for which mails and bell delay a decision, and for which pages offer to undo it (product.md
 * §2).
 */
export const UNDO_SECONDS = 10;

/** Milliseconds by which a form that was sent in time may arrive late. */
export const LATE_MS = 5_000;

/** Returns the time until which a decision of this moment may be undone; null if it may not. */
export const undoUntil = (decidedAt: Date, canUndo: boolean): Date | null =>
  canUndo ? new Date(decidedAt.getTime() + UNDO_SECONDS * 1_000) : null;
