import { createHash } from "node:crypto";
import { findOrdersOfCompany } from "@db/queries/order-lists";
import {
  type AdminTransactionRecord,
  ApproveOrders,
  type DecisionOutcome,
  OrderRefs,
  RejectOrders,
  type SelectedOrder,
} from "@server/contracts/orders";
import { refusalFrom } from "@server/context/refusal-from";
import { refuse, type Refusal } from "@server/domain/refusals/refuse";
import { adminProcedure } from "@server/trpc";
import { approve } from "./approve-order";
import type { AdminContext } from "./decision";
import { adminTransactionRecord } from "./order-view";
import { reject } from "./reject-order";

/** Some orders as they stand at this moment, in the order asked for: before deciding, and while a list is open. */
export const selectedOrders = adminProcedure
  .input(OrderRefs)
  .query(({ ctx, input }): Promise<SelectedOrder[]> => selected(ctx, input.orderIds));

/** Approves each by the rules of approving one, in a transaction of its own. */
export const approveOrders = adminProcedure
  .input(ApproveOrders)
  .mutation(({ ctx, input }): Promise<DecisionOutcome[]> =>
    decideEach(ctx, input.orderIds, (one, orderId) =>
      approve({ ctx: one, input: { orderId }, path: "orders.approveMany" }),
    ),
  );

/** Rejects each, with the same reason. */
export const rejectOrders = adminProcedure
  .input(RejectOrders)
  .mutation(({ ctx, input: { orderIds, ...why } }): Promise<DecisionOutcome[]> =>
    decideEach(ctx, orderIds, (one, orderId) =>
      reject({ ctx: one, input: { ...why, orderId }, path: "orders.rejectMany" }),
    ),
  );

async function selected(ctx: AdminContext, orderIds: readonly string[]): Promise<SelectedOrder[]> {
  const found = await findOrdersOfCompany(ctx.db, ctx.company.id, orderIds);
  const byId = new Map(
    found.map(({ order, user, decidedBy }) => [
      order.id,
      { ...adminTransactionRecord(order, user), decidedBy },
    ]),
  );
  return orderIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * One after the other: they share the pool's row, and one that is refused holds up none. Each is
 * remembered under the action's key and its own id, so that sending the form again decides nothing
 * twice and says the same.
 */
async function decideEach(
  ctx: AdminContext,
  orderIds: readonly string[],
  decide: (ctx: AdminContext, orderId: string) => Promise<AdminTransactionRecord>,
): Promise<DecisionOutcome[]> {
  const refusals = new Map<string, Refusal>();
  for (const orderId of orderIds) {
    try {
      await decide({ ...ctx, idempotencyKey: keyOfRow(ctx.idempotencyKey, orderId) }, orderId);
    } catch (error) {
      refusals.set(orderId, refusalOfRow(ctx, error));
    }
  }
  const now = new Map((await selected(ctx, orderIds)).map((order) => [order.id, order]));
  return orderIds.map((orderId) => {
    const order = now.get(orderId);
    const refusal = refusals.get(orderId);
    return {
      orderId,
      order: order
        ? {
            orderNumber: order.orderNumber,
            status: order.status,
            finalAmountPaise: order.finalAmountPaise,
            totalQuantity: order.totalQuantity,
            userName: order.user.name,
          }
        : null,
      refusal: refusal ? { code: refusal.code, params: { ...refusal.params } } : null,
    };
  });
}

/** As long for every key: one of the longest with an id behind it would be too long to keep. */
const keyOfRow = (key: string | null, orderId: string): string | null =>
  key === null ? null : createHash("sha256").update(`${key}/${orderId}`).digest("hex");

/** A fault of ours in one row is logged like any other, and must not hide what came of the rest. */
function refusalOfRow(ctx: AdminContext, error: unknown): Refusal {
  const refusal = refusalFrom(error);
  if (refusal) return refusal;
  ctx.deps.logger.error({ err: error, requestId: ctx.requestId }, "unexpected");
  return refuse("UNEXPECTED");
}
