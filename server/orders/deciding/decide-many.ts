import { createHash } from "node:crypto";
import { createLimiter } from "@db/limiter";
import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import { findOrderLines } from "@server/orders/queries/order-lines";
import { listUnproven } from "@server/orders/queries/person-orders";
import { identityRulesOf } from "@server/companies/rules/identity";
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
    const [bankSums, { lines }, unproven] = await Promise.all([
      otherBankSums(
        ctx,
        found.map(({ order }) => order),
      ),
      findOrderLines(ctx.db, ctx.company.id, orderIds),
      listUnproven(
        ctx.db,
        identityRulesOf(ctx.company.settings),
        ctx.company.id,
        found.map(({ order }) => order.memberId),
      ),
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
          unproven: unproven.get(order.memberId) ?? null,
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

/** Decides about orders (`eachAlone`), and returns each as it is then. */
export async function decideEach(
  ctx: AdminContext,
  { orderIds, versions = {} }: ApproveOrders,
  decide: (ctx: AdminContext, order: ApproveOrder) => Promise<AdminOrderRecord>,
  { atOnce }: { atOnce: number },
): Promise<DecisionOutcome[]> {
  const decided = await eachAlone(
    ctx,
    orderIds,
    (one, orderId) => decide(one, { orderId, version: versions[orderId] }),
    atOnce,
  );
  const refused = decided.flatMap(({ id, done }) => (done ? [] : [id]));
  const present = new Map((await selected(ctx, refused)).map((order) => [order.id, order]));
  return decided.map(({ id, done, refusal }) => {
    const order = done ?? present.get(id);
    return {
      orderId: id,
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
      refusal,
    };
  });
}

/**
 * Decides about each of several rows, `atOnce` at a time; a refusal does not stop the others. Each has a
 * key derived from the call's key and its id, so a retry decides nothing twice and returns the same results.
 */
export function eachAlone<T>(
  ctx: AdminContext,
  ids: readonly string[],
  decide: (one: AdminContext, id: string) => Promise<T>,
  atOnce = 1,
): Promise<{ id: string; done: T | null; refusal: DecisionOutcome["refusal"] }[]> {
  const limiter = createLimiter([{ atOnce }]);
  const decideOne = async (id: string) => {
    try {
      const idempotencyKey = keyOfRow(ctx.idempotencyKey, id);
      const one = { ...ctx, idempotencyKey, isOneOfMany: true };
      return { id, done: await decide(one, id), refusal: null };
    } catch (error) {
      const { code, params } = refusalOfRow(ctx, error);
      return { id, done: null, refusal: { code, params: { ...params } } };
    }
  };
  return Promise.all(ids.map((id) => limiter.run(() => decideOne(id))));
}

/** Derives a key of fixed length: the longest key with an id appended would be too long to store. */
const keyOfRow = (key: string | null, id: string): string | null =>
  key === null ? null : createHash("sha256").update(`${key}/${id}`).digest("hex");

/**
 * Returns the refusal of one row. Logs an unexpected error, so that it does not hide the results of
 * the others.
 */
function refusalOfRow(ctx: AdminContext, error: unknown): Refusal {
  const refusal = refusalFrom(error);
  if (refusal) return refusal;
  const { id: personId, role, companyId } = ctx.actor;
  const facts = { requestId: ctx.requestId, role, personId, companyId };
  ctx.deps.logger.error({ err: error, ...facts }, "unexpected");
  return refuse("UNEXPECTED");
}
