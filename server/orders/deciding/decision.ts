import type { Order } from "@db/schema";
import { type LockedPool, lockPool, moveBudget } from "@server/ledger";
import { takenOf } from "@server/ledger/rules/reward";
import { lockOrder, moveOf } from "@server/orders/queries/orders";
import type { Purchase } from "@server/platform/rules/money/partial-payment";
import { allocatePurchase } from "./purchase-allocations";
import {
  lockOrderWithPeople,
  lockPaymentWithPeople,
  type OrderWithPeople,
} from "@server/orders/queries/decisions";
import { moneyOf } from "@server/orders/money/order-money";
import type { OrderStatus } from "@db/vocabulary";
import { type AdminContext, conclude, type Outcome } from "@server/access";
import type { ApproveOrder } from "@server/orders/contracts/decisions";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { type ApprovedReward, rewardAtApproval, mayEarn } from "@server/orders/rules/reward-life";
import { rewardHoldOf } from "@server/companies/rules/retention";
import { assertCan } from "@server/orders/rules/lifecycle";
import { keysOf } from "@server/payments";
import { restOf } from "@server/platform/rules/money/partial-payment";
import { typedNumbers } from "@server/orders/money/join-payment";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { changesSince } from "@server/orders/reading/submission-changes";

/** Locks an order of the company and reads its people; undefined if the company has no such order. */
export const lockOrderById = (
  { db, company }: AdminContext,
  { orderId }: Pick<ApproveOrder, "orderId">,
): Promise<OrderWithPeople | undefined> => lockOrderWithPeople(db, company.id, orderId);

/**
 * Locks an order on which the actor may decide. Refuses with ORDER_NOT_FOUND (also for another
 * company's order), OWN_ORDER, the reason its status cannot change to `to`, or SUBMISSION_CHANGED if
 * `version` is not its present submission.
 */
export async function lockDecidable(
  ctx: AdminContext,
  input: Pick<ApproveOrder, "orderId" | "version">,
  to: OrderStatus,
): Promise<Order> {
  const { orderId, version } = input;
  const order = await lockOrder(ctx.db, ctx.company.id, orderId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertMayDecide(order, ctx.actor);
  assertCan(order.status, to);
  if (version !== undefined && version !== order.submissionVersion) {
    throw refuse("SUBMISSION_CHANGED", { changes: await changesSince(ctx, order, version) });
  }
  return order;
}

/** Locks an order as `lockDecidable` does, then its money, and reads its people. */
export async function lockWithMoney(...call: Parameters<typeof lockDecidable>) {
  const [ctx] = call;
  const order = await lockDecidable(...call);
  const { payment, ...people } = await lockPaymentWithPeople(ctx.db, order);
  return { order, ...people, money: await moneyOf(ctx, order, payment) };
}

/**
 * Refuses with SUBMISSION_CHANGED a further part by a number that an admin typed, if the member has
 * meanwhile told the rest with another one. An admin who sees that decides which of both arrived.
 */
export async function assertToldNumber(
  ctx: AdminContext,
  order: Order,
  { reference, lineId }: { reference?: string | undefined; lineId?: string | undefined },
): Promise<void> {
  const { companyId, paymentId, submissionVersion } = order;
  if (reference === undefined || lineId !== undefined || paymentId === null) return;
  if (restOf(order) !== "TOLD") return;
  const keys = (await keysOf(ctx.db, companyId, [paymentId])).get(paymentId) ?? [];
  if (typedNumbers(reference).some((key) => keys.includes(key))) return;
  throw refuse("SUBMISSION_CHANGED", {
    changes: await changesSince(ctx, order, submissionVersion - 1),
  });
}

/** Decides about the reward of an order that is approved, of `tokens` (`rewardAtApproval`). */
export const rewardOfApproval = (
  { company }: AdminContext,
  { order, referrer, now: at }: Pick<OrderWithPeople, "order" | "referrer" | "now">,
  tokens: number = order.heldReward,
): ApprovedReward =>
  rewardAtApproval(order, {
    tokens,
    at,
    rules: rewardHoldOf(company.settings),
    referrer: referrer && mayEarn(referrer) ? referrer : null,
  });

/** Returns the columns of a decision that approves an order, with what becomes of its reward. */
export const asApproved = (
  order: Pick<Order, "decisionCount">,
  reward: ApprovedReward,
  { at, by, undoUntil = null }: { at: Date; by: string; undoUntil?: Date | null },
) => ({
  status: "APPROVED" as const,
  heldQuantity: 0,
  heldReward: reward.held,
  ...reward.columns,
  decidedAt: at,
  decidedBy: by,
  decisionCount: order.decisionCount + 1,
  undoUntil,
  decisionReason: null,
  refundNote: null,
});

/**
 * States what an order takes of received money that pays `part` of it: in paise, in its columns and in
 * its audit entry.
 */
export function paidInPart(
  { totalPaise }: Pick<Order, "totalPaise">,
  receivedPaise: number,
  part: Purchase,
) {
  const { quantity, amountPaise, feePaise } = part;
  const appliedPaise = amountPaise + feePaise;
  const restPaise = receivedPaise - appliedPaise;
  const isPart = appliedPaise < totalPaise;
  const isOther = receivedPaise !== totalPaise;
  return {
    appliedPaise,
    /** Paise that the order does not need. */
    restPaise,
    change: {
      receivedPaise: isOther ? receivedPaise : null,
      ...(isPart && {
        approvedQuantity: quantity,
        approvedAmountPaise: amountPaise,
        approvedFeePaise: feePaise,
      }),
    },
    audited: {
      ...(isOther && { receivedPaise, restPaise }),
      ...(isPart && { allocatedTokens: quantity, restPaise }),
    },
  };
}

/**
 * Writes an approved order with what its approval leaves, and allocates its tokens. `taken` is what it has
 * of its campaign's budget, `pool` the pool where it is locked already: its row is locked last
 * (architecture.md §6).
 */
export async function storeApproval(
  ctx: AdminContext,
  order: Order,
  change: ReturnType<typeof asApproved> & Partial<Order>,
  {
    quantity,
    reward,
    taken = takenOf(order),
    pool,
    ...left
  }: Omit<Outcome, "change"> & {
    quantity: number;
    reward: ApprovedReward;
    taken?: number;
    pool?: LockedPool;
  },
): Promise<void> {
  const { db } = ctx;
  const approved = { ...order, ...change };
  await conclude(ctx, { change: moveOf(db, order, change), ...left });
  await moveBudget(db, order, takenOf(approved) - taken);
  const held = order.heldQuantity + order.heldReward;
  const locked = pool ?? (await lockPool(db, order.companyId));
  await allocatePurchase(db, locked, approved, { quantity, reward, held });
}
