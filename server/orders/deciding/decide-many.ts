import { createHash } from "node:crypto";
import { createLimiter } from "@db/limiter";
import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import { findOrderLines } from "@server/orders/queries/order-lines";
import {
  type ApproveOrder,
  ApproveOrders,
  type DecisionOutcome,
  DryRun,
  OrderRefs,
  type RehearsedOrder,
  RejectOrders,
} from "@server/orders/contracts/decisions";
import type {
  AdminOrderRecord,
  OrderLine,
  SelectedOrder,
} from "@server/orders/contracts/order-lists";
import { refusalFrom, adminProcedure, type AdminContext } from "@server/access";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { assertCan } from "@server/orders/rules/lifecycle";
import { needsSingleDecision } from "@server/orders/rules/submission";
import { refuse, type Refusal } from "@server/platform/rules/refusals/refuse";
import { isAboveSum } from "@server/companies";
import { approveOnce } from "./approve-order";
import { otherBankSums } from "@server/orders/money/bank-sum";
import { adminOrderRecord } from "@server/orders/reading/order-view";
import { rejectOnce } from "./reject-order";

/**
 * Returns the current state of some orders, in the order requested: before a decision, and while a list
 * is open.
 */
export const selectedOrders = adminProcedure
  .input(OrderRefs)
  .query(({ ctx, input }): Promise<SelectedOrder[]> => selected(ctx, input.orderIds));

/**
 * Approves each order by the rules for a single one. A refused order does not stop the others. Orders
 * whose flags need a decision of their own are refused with DECIDE_SINGLY.
 */
export const approveOrders = adminProcedure
  .input(ApproveOrders)
  .mutation(({ ctx, input: { reasons = {}, ...several } }): Promise<DecisionOutcome[]> =>
    decideEach(
      ctx,
      several,
      (one, order) =>
        approveOnce({
          ctx: one,
          input: { ...order, by: "BULK", note: reasons[order.orderId] },
          path: "orders.approveMany",
        }),
      { atOnce: APPROVALS_AT_ONCE },
    ),
  );

/** Returns the result that a decision on several orders would have now, without deciding anything. */
export const dryRun = adminProcedure
  .input(DryRun)
  .query(async ({ ctx, input: { orderIds, decision } }): Promise<RehearsedOrder[]> => {
    const found = await findOrdersOfCompany(ctx.db, ctx.company.id, orderIds);
    const isApproval = decision === "approve";
    const [bankSums, { lines }] = await Promise.all([
      otherBankSums(
        ctx,
        found.map(({ order }) => order),
      ),
      findOrderLines(ctx.db, ctx.company.id, orderIds),
    ]);
    const rehearsed = await Promise.all(
      found.map(async ({ order, user, decidedBy }): Promise<RehearsedOrder> => {
        const refusal = whyNot(() => {
          assertMayDecide(order, ctx.actor);
          assertCan(order.status, isApproval ? "APPROVED" : "REJECTED");
          const isSingle = needsSingleDecision(order.flags) || bankSums.has(order.id);
          if (isApproval && isSingle) throw refuse("DECIDE_SINGLY");
        });
        const line = lines.get(order.id) ?? null;
        const bankPaise = bankSums.get(order.id) ?? null;
        return {
          ...adminOrderRecord(order, user),
          decidedBy,
          refusal,
          bankPaise,
          line,
          evidence: evidenceOf(order.totalPaise - (order.receivedPaise ?? 0), line, bankPaise),
          needsSecondAdmin: isApproval && refusal === null && (await isAboveSum(ctx, order)),
        };
      }),
    );
    const byId = new Map(rehearsed.map((order) => [order.id, order]));
    return orderIds.flatMap((id) => byId.get(id) ?? []);
  });

/**
 * Returns the bank's entry that proves an order's payment. An entry that has only an order's number and
 * sum proves nothing: an admin decides on it (`statements.approve`).
 */
function evidenceOf(
  missingPaise: number,
  line: OrderLine | null,
  bankPaise: number | null,
): RehearsedOrder["evidence"] {
  if (bankPaise !== null || (line && line.amountPaise !== missingPaise)) return "OTHER_SUM";
  return line?.isMatched ? "FOUND" : "NOT_FOUND";
}

/** Returns the refusal of a check; null if it passes. */
function whyNot(check: () => void): DecisionOutcome["refusal"] {
  try {
    check();
    return null;
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    return { code: refusal.code, params: { ...refusal.params } };
  }
}

/** Rejects each order with the same reason. */
export const rejectOrders = adminProcedure
  .input(RejectOrders)
  .mutation(({ ctx, input: { orderIds, versions, ...why } }): Promise<DecisionOutcome[]> =>
    decideEach(
      ctx,
      { orderIds, versions },
      (one, order) =>
        rejectOnce({ ctx: one, input: { ...why, ...order }, path: "orders.rejectMany" }),
      { atOnce: 1 },
    ),
  );

async function selected(ctx: AdminContext, orderIds: readonly string[]): Promise<SelectedOrder[]> {
  if (orderIds.length === 0) return [];
  const found = await findOrdersOfCompany(ctx.db, ctx.company.id, orderIds);
  const byId = new Map(
    found.map(({ order, user, decidedBy }) => [
      order.id,
      { ...adminOrderRecord(order, user), decidedBy },
    ]),
  );
  return orderIds.flatMap((id) => byId.get(id) ?? []);
}

/** Number of approvals at the same time: while one holds the pool's row, the others read and check. */
const APPROVALS_AT_ONCE = 4;

/**
 * Decides `atOnce` orders at a time, since all share the pool's row; a refusal does not stop the
 * others. Each decision is stored under a key derived from the call's key and the order's id, so a
 * retry decides nothing twice and returns the same results.
 */
export async function decideEach(
  ctx: AdminContext,
  { orderIds, versions = {} }: ApproveOrders,
  decide: (ctx: AdminContext, order: ApproveOrder) => Promise<AdminOrderRecord>,
  { atOnce }: { atOnce: number },
): Promise<DecisionOutcome[]> {
  const decided = new Map<string, AdminOrderRecord>();
  const refusals = new Map<string, Refusal>();
  const limiter = createLimiter([{ atOnce }]);
  const decideOne = async (orderId: string) => {
    try {
      const one = { ...ctx, idempotencyKey: keyOfRow(ctx.idempotencyKey, orderId) };
      decided.set(orderId, await decide(one, { orderId, version: versions[orderId] }));
    } catch (error) {
      refusals.set(orderId, refusalOfRow(ctx, error));
    }
  };
  await Promise.all(orderIds.map((orderId) => limiter.run(() => decideOne(orderId))));
  for (const order of await selected(ctx, [...refusals.keys()])) decided.set(order.id, order);
  return orderIds.map((orderId) => {
    const order = decided.get(orderId);
    const refusal = refusals.get(orderId);
    return {
      orderId,
      order: order
        ? {
            orderNumber: order.orderNumber,
            status: order.status,
            finalAmountPaise: order.finalAmountPaise,
            missingPaise: order.missingPaise,
            totalQuantity: order.totalQuantity,
            userName: order.user.name,
          }
        : null,
      refusal: refusal ? { code: refusal.code, params: { ...refusal.params } } : null,
    };
  });
}

/** Derives a key of fixed length: the longest key with an id appended would be too long to store. */
export const keyOfRow = (key: string | null, orderId: string): string | null =>
  key === null ? null : createHash("sha256").update(`${key}/${orderId}`).digest("hex");

/**
 * Returns the refusal of one order. Logs an unexpected error, so that it does not hide the results of
 * the others.
 */
export function refusalOfRow(ctx: AdminContext, error: unknown): Refusal {
  const refusal = refusalFrom(error);
  if (refusal) return refusal;
  const { id: personId, role, companyId } = ctx.actor;
  const facts = { requestId: ctx.requestId, role, personId, companyId };
  ctx.deps.logger.error({ err: error, ...facts }, "unexpected");
  return refuse("UNEXPECTED");
}
