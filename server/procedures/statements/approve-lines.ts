import { findOrdersOfCompany } from "@db/queries/order-details";
import { lockOrderByNumber } from "@db/queries/orders";
import { receivedFor } from "@db/queries/payment-credits";
import { listLinesOf } from "@db/queries/statements";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import {
  ApproveLine,
  ApproveLines,
  type LineOutcome,
  LinkLine,
} from "@server/contracts/statements";
import { idempotent } from "@server/context/idempotent";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { refuse } from "@server/domain/refusals/refuse";
import { whyNotLinked } from "@server/domain/statements/linked";
import { adminProcedure } from "@server/procedures/trpc";
import { approvePaid } from "../orders/approve-order";
import { lockPaymentReferences } from "../payments/payment-numbers";
import { keyOfRow, refusalOfRow } from "../orders/decide-many";
import { matchOpenLines } from "./list-lines";
import { matchLine, paidByLine } from "./paid-by-line";
import { lineIn } from "./settle-line";

/**
 * Approves an order by an entry of exactly its total. Refuses with STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED, STATEMENT_SUM_DIFFERS and what an approval refuses with, such as
 * SUBMISSION_CHANGED.
 */
export const approveByLine = adminProcedure
  .input(ApproveLine)
  .mutation(({ ctx, input }): Promise<AdminOrderRecord> =>
    approvePaid("ONE", input.lineId)({ ctx, input, path: "statements.approve" }),
  );

/**
 * Approves several orders, each by an entry that matches it for certain now, one after the other in
 * transactions of their own. Others are left out with DECIDE_SINGLY; a refusal does not stop the rest.
 */
export const approveCertain = adminProcedure
  .input(ApproveLines)
  .mutation(async ({ ctx, input: { lines } }): Promise<LineOutcome[]> => {
    const open = await matchOpenLines(ctx);
    const certain = new Map(
      open
        .filter(({ outcome }) => outcome === "CERTAIN")
        .map(({ id, candidates }) => [id, candidates[0]?.orderId]),
    );
    const outcomes: Omit<LineOutcome, "order">[] = [];
    for (const line of lines) {
      const { lineId, orderId } = line;
      const one = { ...ctx, idempotencyKey: keyOfRow(ctx.idempotencyKey, lineId) };
      try {
        // A settled line is no longer open: the approval says so, or repeats its answer.
        const isKnown = open.some(({ id }) => id === lineId);
        if (isKnown && certain.get(lineId) !== orderId) throw refuse("DECIDE_SINGLY");
        const path = "statements.approveCertain";
        await approvePaid("BULK", lineId)({ ctx: one, input: line, path });
        outcomes.push({ lineId, orderId, refusal: null });
      } catch (error) {
        const { code, params } = refusalOfRow(ctx, error);
        outcomes.push({ lineId, orderId, refusal: { code, params: { ...params } } });
      }
    }
    const ids = outcomes.map(({ orderId }) => orderId);
    const found = await findOrdersOfCompany(ctx.db, ctx.company.id, ids);
    const orders = new Map(found.map(({ order, user }) => [order.id, { order, user }]));
    return outcomes.map((outcome) => {
      const known = orders.get(outcome.orderId);
      const order = known && {
        orderNumber: known.order.orderNumber,
        memberName: known.user.name,
        totalPaise: known.order.totalPaise,
      };
      return { ...outcome, order: order ?? null };
    });
  });

/**
 * Gives an entry to an order whose money was recorded before the statement came: the whole payment, or
 * one of its parts. Refuses with ORDER_NOT_FOUND, OWN_ORDER, STATEMENT_ORDER_OPEN, STATEMENT_ORDER_PAID,
 * STATEMENT_SUM_DIFFERS, REFERENCE_USED where a payment for another order has the entry's number,
 * STATEMENT_LINE_NOT_FOUND and STATEMENT_LINE_SETTLED.
 */
export const linkLine = adminProcedure.input(LinkLine).mutation(
  idempotent(async ({ ctx, input: { lineId, purchaseId, isPart } }): Promise<null> => {
    const { db, company } = ctx;
    // Whoever gives a line to this order, or takes one away, holds its lock.
    const order = await lockOrderByNumber(db, company.id, purchaseId);
    if (!order) throw refuse("ORDER_NOT_FOUND");
    assertMayDecide(order, ctx.actor);
    const [received, linked] = await Promise.all([
      receivedFor(db, order),
      listLinesOf(db, company.id, order.id),
    ]);
    const { approvedAmountPaise, approvedFeePaise, totalPaise } = order;
    const takenPaise =
      approvedAmountPaise === null ? totalPaise : approvedAmountPaise + (approvedFeePaise ?? 0);
    const fits = (amountPaise: number) =>
      whyNotLinked(
        { amountPaise, isPart: isPart ?? false },
        { received, linked: linked.map((line) => line.amountPaise), takenPaise },
      );
    // What is known without the entry is said first.
    const whyNone = fits(0);
    if (whyNone && whyNone !== "STATEMENT_SUM_DIFFERS") throw refuse(whyNone);
    await lockPaymentReferences(ctx, order, { paid: paidByLine(lineId), isOnRecord: true });
    const line = await lineIn(ctx, lineId, "OPEN");
    const whyNot = fits(line.amountPaise);
    if (whyNot) throw refuse(whyNot);
    await matchLine(ctx, line, order);
    return null;
  }),
);
