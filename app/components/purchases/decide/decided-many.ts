import type { OrderStatus } from "@db/vocabulary";
import type { UndoableDecision } from "@server/orders/contracts/review";
import { UNDO_SECONDS } from "@server/platform/rules/undo-time";

/** The outcome of one purchase, with its refusal as text; the status is null where it is not known. */
export type ShownOutcome = {
  orderId: string;
  order: {
    orderNumber: string;
    userName: string;
    finalAmountPaise: number;
    status: OrderStatus | null;
    missingPaise: number | null;
  } | null;
  refusal: string | null;
};

type Did = "approve" | "reject" | "undo" | "wait";

/** The result of a decision on several purchases. */
export interface DecidedMany {
  did: Did;
  outcomes: readonly ShownOutcome[];
  undo: UndoableMany | null;
}

/** The texts of what was done, by its number and sum. */
export const DONE = {
  approve: "resultApproved",
  reject: "resultRejected",
  undo: "resultUndone",
  wait: "resultWaits",
} as const satisfies Record<Did, string>;

/** Adds up, in paise, what was decided; of a wait, what is missing. */
export const sumOfDone = ({ did, outcomes }: Pick<DecidedMany, "did" | "outcomes">): number =>
  outcomes.reduce((paise, { order, refusal }) => {
    const done = refusal === null ? order : null;
    return paise + (done?.[did === "wait" ? "missingPaise" : "finalAmountPaise"] ?? 0);
  }, 0);

/** Returns the decisions, the newest first, that can still be undone together; null for none. */
export function undoableMany(found: readonly UndoableDecision[]) {
  const [first] = found;
  if (!first) return null;
  const did: Did = first.status === "APPROVED" ? "approve" : "reject";
  return {
    did: first.isPart ? ("wait" as const) : did,
    paise: found.reduce((sum, one) => sum + one.paise, 0),
    leftPaise: found.reduce((sum, one) => sum + one.leftPaise, 0),
    leftCount: found.filter(({ leftPaise }) => leftPaise > 0).length,
    decisions: found.map(({ orderId, decidedAt }) => ({ orderId, decidedAt })),
    since: found.at(-1)?.decidedAt,
    // Told later than offered: the time counts from when the result is seen.
    seconds: Math.min(UNDO_SECONDS, ...found.map(({ secondsLeft }) => secondsLeft)),
    idempotencyKey: crypto.randomUUID(),
  };
}
export type UndoableMany = NonNullable<ReturnType<typeof undoableMany>>;
