import type { OrderStatus } from "@db/vocabulary";
import { refuse } from "@server/domain/refusals/refuse";
import type { PlainRefusalCode } from "@server/domain/refusals/refuse";

/** An order's life (design §6): from each status, those it may go to. */
export const NEXT = {
  OPEN: ["PENDING", "EXPIRED", "CANCELLED"],
  EXPIRED: ["PENDING"],
  CANCELLED: ["PENDING"],
  PENDING: ["APPROVED", "REJECTED"],
  REJECTED: ["PENDING"],
  APPROVED: ["REVERSED"],
  REVERSED: [],
} as const satisfies Readonly<Record<OrderStatus, readonly OrderStatus[]>>;

/** The statuses an order may go to `to` from, for the WHERE of a conditional update. */
export function statusesBefore(to: OrderStatus): OrderStatus[] {
  return (Object.keys(NEXT) as OrderStatus[]).filter((from) => can(from, to));
}

/** Whether an order in `from` may go to `to`. */
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

/** What a person is told who wants an order in `to`, by the status it is in; else ORDER_NOT_OPEN. */
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
 * Refuses a step that {@link NEXT} does not have: ORDER_ALREADY_DECIDED, ORDER_ALREADY_SUBMITTED,
 * ORDER_NOT_SUBMITTED, ORDER_NOT_APPROVED, ORDER_ALREADY_CANCELLED, ORDER_ALREADY_REVERSED or
 * ORDER_NOT_OPEN. Call it too when a conditional update found its row already moved on.
 */
export function assertCan(from: OrderStatus, to: OrderStatus): void {
  if (!can(from, to)) throw refuse(WHY_NOT[to][from] ?? "ORDER_NOT_OPEN");
}

/** The order in its next status; refuses as {@link assertCan}. */
export function transition<Order extends { readonly status: OrderStatus }, To extends OrderStatus>(
  order: Order,
  to: To,
): Omit<Order, "status"> & { status: To } {
  assertCan(order.status, to);
  return { ...order, status: to };
}

/** Whether an order in this status keeps tokens out of the pool. */
export function holdsSupply(status: OrderStatus): boolean {
  return status === "OPEN" || status === "PENDING";
}

/** Whether an order in this status keeps its bank reference from other orders (design §6). */
export function keepsReference(status: OrderStatus): boolean {
  return status !== "REJECTED" && status !== "CANCELLED" && status !== "REVERSED";
}
