import type { OrderStatus } from "@db/vocabulary";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { PlainRefusalCode } from "@server/platform/rules/refusals/refuse";

/** Lists the statuses that can follow each status of an order (architecture.md §6). */
export const NEXT = {
  OPEN: ["PENDING", "EXPIRED", "CANCELLED"],
  EXPIRED: ["PENDING"],
  CANCELLED: ["PENDING"],
  PENDING: ["APPROVED", "REJECTED"],
  REJECTED: ["PENDING"],
  APPROVED: ["REVERSED"],
  REVERSED: [],
} as const satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>;

/**
 * Lists the statuses to which an undone decision returns (`orders.undo`); of a waiting order a rest was
 * rejected, or a part received. `can` does not allow these transitions.
 */
export const UNDONE = {
  APPROVED: "PENDING",
  REJECTED: "PENDING",
  PENDING: "PENDING",
} as const satisfies Readonly<Partial<Record<OrderStatus, OrderStatus>>>;

/** Tells whether an order can change from `from` to `to`. */
export function can(from: OrderStatus, to: OrderStatus): boolean {
  const next: readonly OrderStatus[] = NEXT[from];
  return next.includes(to);
}

const DECIDED = {
  APPROVED: "ORDER_ALREADY_DECIDED",
  REJECTED: "ORDER_ALREADY_DECIDED",
  REVERSED: "ORDER_ALREADY_DECIDED",
} as const;

const DECISION = {
  ...DECIDED,
  OPEN: "ORDER_NOT_SUBMITTED",
  EXPIRED: "ORDER_NOT_SUBMITTED",
  CANCELLED: "ORDER_NOT_SUBMITTED",
} as const;

/** Maps the current status to the refusal of a transition to `to`; else ORDER_NOT_OPEN. */
const WHY_NOT: Readonly<
  Record<OrderStatus, Readonly<Partial<Record<OrderStatus, PlainRefusalCode>>>>
> = {
  OPEN: {},
  EXPIRED: {},
  PENDING: { ...DECIDED, PENDING: "ORDER_ALREADY_SUBMITTED" },
  APPROVED: DECISION,
  REJECTED: DECISION,
  CANCELLED: {
    ...DECIDED,
    CANCELLED: "ORDER_ALREADY_CANCELLED",
    PENDING: "ORDER_ALREADY_SUBMITTED",
  },
  REVERSED: {
    OPEN: "ORDER_NOT_APPROVED",
    PENDING: "ORDER_NOT_APPROVED",
    REJECTED: "ORDER_NOT_APPROVED",
    EXPIRED: "ORDER_NOT_APPROVED",
    CANCELLED: "ORDER_NOT_APPROVED",
    REVERSED: "ORDER_ALREADY_REVERSED",
  },
};

/**
 * Refuses a transition that is not in {@link NEXT}: ORDER_ALREADY_DECIDED, ORDER_ALREADY_SUBMITTED,
 * ORDER_NOT_SUBMITTED, ORDER_NOT_APPROVED, ORDER_ALREADY_CANCELLED, ORDER_ALREADY_REVERSED or
 * ORDER_NOT_OPEN. Also called when a conditional update finds that the row has changed.
 */
export function assertCan(from: OrderStatus, to: OrderStatus): void {
  if (!can(from, to)) throw refuse(WHY_NOT[to][from] ?? "ORDER_NOT_OPEN");
}

/** Tells whether an order in this status holds tokens of the pool. */
export function holdsSupply(status: OrderStatus): boolean {
  return status === "OPEN" || status === "PENDING";
}
