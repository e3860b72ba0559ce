import type { OrderStatus } from "@db/vocabulary";
import { restOf } from "@server/platform/rules/money/partial-payment";
import { isHoldOver } from "@server/platform/rules/hold-times";

/** A step in the life of an order (product.md §2, "One order"). */
export interface TimelineStep {
  step:
    | "KEPT"
    | "ENDED"
    | "CANCELLED"
    | "REPLACED"
    | "SENT"
    | "RELEASED"
    | "ON_RECORD"
    | "PART"
    | "REST"
    | "MISSING"
    | "CHECKING"
    | "ALLOCATED"
    | "REJECTED"
    | "REVERSED";
  /** It is null for a step that has not happened, or has no time of its own. */
  at: Date | null;
  /** STOPPED is a step that happened instead of the next one. */
  state: "DONE" | "STOPPED" | "NOW" | "NEXT";
}

/** The side that acts next. */
export type WaitsFor = "MEMBER" | "COMPANY" | null;

export interface TimelineFacts {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly holdEndsAt: Date;
  readonly submittedAt: Date | null;
  readonly holdReleasedAt: Date | null;
  /** Time at which the member was asked for the rest of a partial payment. */
  readonly restAskedAt: Date | null;
  readonly totalPaise: number;
  readonly receivedPaise: number | null;
  readonly decidedAt: Date | null;
  readonly reversedAt: Date | null;
  /** Time of a cancellation, and whether another order replaced this one. */
  readonly cancelled: { readonly at: Date; readonly isReplaced: boolean } | null;
  /** Arrival of a payment that the order could not take and that is not settled yet. */
  readonly onRecordAt: Date | null;
}

/** Statuses of an order that has its money: a payment that it did not take is separate. */
export const WITH_MONEY: readonly OrderStatus[] = ["PENDING", "APPROVED", "REVERSED"];

/**
 * Lists the steps of an order, oldest first: past ones, the present one, and those that follow if it is
 * approved.
 */
export function timelineOf(
  order: TimelineFacts,
  now: Date,
): { steps: TimelineStep[]; waitsFor: WaitsFor } {
  const done = (step: TimelineStep["step"], at: Date | null): TimelineStep => ({
    step,
    at,
    state: "DONE",
  });
  const stopped = (step: TimelineStep["step"], at: Date | null): TimelineStep => ({
    step,
    at,
    state: "STOPPED",
  });
  const open = (step: TimelineStep["step"], state: "NOW" | "NEXT"): TimelineStep => ({
    step,
    at: null,
    state,
  });

  // An order whose payment came while no tokens were left never held any.
  const wasHeld = order.holdEndsAt.getTime() !== order.createdAt.getTime();
  const begun = wasHeld ? [done("KEPT", order.createdAt)] : [];
  const isOver = order.status === "EXPIRED" || (order.status === "OPEN" && isHoldOver(order, now));
  const ended: TimelineStep[] = [];
  if (isOver && wasHeld) ended.push(stopped("ENDED", order.holdEndsAt));
  if (order.status === "CANCELLED") {
    const { at = null, isReplaced = false } = order.cancelled ?? {};
    ended.push(stopped(isReplaced ? "REPLACED" : "CANCELLED", at));
  }
  const sent = done("SENT", order.submittedAt);
  const follows = [open("CHECKING", "NEXT"), open("ALLOCATED", "NEXT")];

  if (order.onRecordAt && !WITH_MONEY.includes(order.status)) {
    const rejected =
      order.status === "REJECTED" ? [sent, stopped("REJECTED", order.decidedAt)] : [];
    return {
      steps: [
        ...begun,
        ...ended,
        ...rejected,
        done("SENT", order.onRecordAt),
        open("ON_RECORD", "NOW"),
        open("ALLOCATED", "NEXT"),
      ],
      waitsFor: "COMPANY",
    };
  }
  switch (order.status) {
    case "OPEN":
    case "EXPIRED":
      return { steps: [...begun, ...ended, open("SENT", "NOW"), ...follows], waitsFor: "MEMBER" };
    case "CANCELLED":
      return { steps: [...begun, ...ended], waitsFor: null };
    case "PENDING": {
      const released = order.holdReleasedAt ? [stopped("RELEASED", order.holdReleasedAt)] : [];
      const part = done("PART", order.restAskedAt);
      const checked = [open("CHECKING", "NOW"), open("ALLOCATED", "NEXT")];
      const asked = [open("REST", "NOW"), open("ALLOCATED", "NEXT")];
      // The time of the submission is that of the rest, once it is told.
      const told = [...begun, ...released, part, sent];
      const rest = restOf(order);
      if (rest === "ASKED") {
        return { steps: [...begun, sent, ...released, part, ...asked], waitsFor: "MEMBER" };
      }
      if (rest === "MISSING") {
        const missing = stopped("MISSING", order.decidedAt);
        return { steps: [...told, missing, ...asked], waitsFor: "MEMBER" };
      }
      const before = rest === "TOLD" ? told : [...begun, sent, ...released];
      return { steps: [...before, ...checked], waitsFor: "COMPANY" };
    }
    case "APPROVED":
      return { steps: [...begun, sent, done("ALLOCATED", order.decidedAt)], waitsFor: null };
    case "REJECTED":
      return { steps: [...begun, sent, stopped("REJECTED", order.decidedAt)], waitsFor: "MEMBER" };
    case "REVERSED":
      return {
        steps: [
          ...begun,
          sent,
          done("ALLOCATED", order.decidedAt),
          stopped("REVERSED", order.reversedAt),
        ],
        waitsFor: null,
      };
  }
}
