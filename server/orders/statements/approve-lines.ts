import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import { lockOrderByNumber } from "@server/orders/queries/orders";
import { databaseNow } from "@db/clock";
import {
  findEntry,
  lockPaymentsToLink,
  decideEvidence,
  mergePayment,
  type Payment,
} from "@server/payments";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import {
  ApproveLine,
  ApproveLines,
  type LineOutcome,
  LinkLine,
} from "@server/orders/contracts/statements";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { approveOnce } from "@server/orders/deciding/approve-order";
import { judgeAgain } from "@server/orders/risk/judge";
import { eachAlone } from "@server/orders/deciding/decide-many";
import {
  assertCompared,
  differencesFrom,
  moneyToLink,
} from "@server/orders/payments/entry-of-order";
import { bankSumOf } from "@server/orders/money/payment-numbers";
import { suggestOrders } from "./suggest-orders";

/**
 * Approves an order by an entry of exactly its total. Refuses with STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED and STATEMENT_SUM_DIFFERS, and as an approval does, such as with
 * SUBMISSION_CHANGED.
 */
export const approveByLine = adminProcedure
  .input(ApproveLine)
  .mutation(({ ctx, input: { reason: note, ...input } }): Promise<AdminOrderRecord> =>
    approveOnce({ ctx, input: { ...input, note, by: "ONE" }, path: "statements.approve" }),
  );

/**
 * Approves several orders, each by an entry that matches it for certain now, in transactions of their
 * own, one after the other. Others are refused with DECIDE_SINGLY; a refusal does not stop the rest.
 */
export const approveCertain = adminProcedure
  .input(ApproveLines)
  .mutation(async ({ ctx, input: { lines } }): Promise<LineOutcome[]> => {
    const open = await suggestOrders(ctx);
    const certain = new Map(
      open
        .filter(
          ({ outcome, candidates: [order] }) => outcome === "CERTAIN" && !order?.needsOwnDecision,
        )
        .map(({ id, candidates }) => [id, candidates[0]?.orderId]),
    );
    const byId = new Map(lines.map((line) => [line.lineId, line]));
    const outcomes = await eachAlone(ctx, [...byId.keys()], async (one, lineId) => {
      const line = byId.get(lineId);
      // A settled line is no longer open: the approval refuses it, or repeats its answer.
      const isKnown = open.some(({ id }) => id === lineId);
      if (!line || (isKnown && certain.get(lineId) !== line.orderId)) throw refuse("DECIDE_SINGLY");
      const path = "statements.approveCertain";
      await approveOnce({ ctx: one, input: { ...line, by: "BULK" }, path });
    });
    const orderIds = lines.map(({ orderId }) => orderId);
    const found = await findOrdersOfCompany(ctx.db, ctx.company.id, orderIds);
    return outcomes.map(({ id: lineId, refusal }) => {
      const orderId = byId.get(lineId)?.orderId ?? "";
      const known = found.find(({ order: { id } }) => id === orderId);
      const order = known && {
        orderNumber: known.order.orderNumber,
        memberName: known.user.name,
        totalPaise: known.order.totalPaise,
      };
      return { lineId, orderId, refusal, order: order ?? null };
    });
  });

/**
 * Links an entry, with all others of its number, to the payment of an order whose money was recorded
 * under another number, or without one: the whole payment, or one of its parts. Refuses with
 * ORDER_NOT_FOUND, OWN_ORDER, STATEMENT_ORDER_OPEN, STATEMENT_ORDER_PAID, STATEMENT_SUM_DIFFERS,
 * STATEMENT_ENTRY_DIFFERS without a reason if name, number or sum differ,
 * REFERENCE_USED if another order waits with the entry's payment or another member has named it,
 * STATEMENT_LINE_NOT_FOUND and STATEMENT_LINE_SETTLED.
 */
async function link(ctx: AdminContext, input: LinkLine): Promise<null> {
  const { db, company, actor } = ctx;
  const { lineId, purchaseId, isPart, reason } = input;
  const order = await lockOrderByNumber(db, company.id, purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertMayDecide(order, actor);
  const locked = await lockPaymentsToLink(db, company.id, { orderId: order.id, lineId });
  // This is read under the locks: another decision may have moved the entry to another payment.
  const entry = await findEntry(db, company.id, lineId);
  const from = locked.find(({ id }) => id === entry?.payment.id);
  const { received, sums, refusalOf } = await moneyToLink(ctx, order, locked, from);
  // Refusals that do not depend on the entry come first.
  const whyNone = refusalOf(0, false);
  if (whyNone && whyNone !== "STATEMENT_SUM_DIFFERS") throw refuse(whyNone);
  if (!entry) throw refuse("STATEMENT_LINE_NOT_FOUND");
  const { line } = entry;
  if (from?.status === "WAITING" || from?.status === "DOUBTED") throw refuse("REFERENCE_USED");
  if (from?.status !== "UNALLOCATED") throw refuse("STATEMENT_LINE_SETTLED");
  if (from.memberId !== null && from.memberId !== order.memberId) throw refuse("REFERENCE_USED");
  // All entries with its number are linked, since they show one payment.
  const shownPaise = (await bankSumOf(ctx, from))?.paise ?? line.amountPaise;
  const whyNot = refusalOf(shownPaise, isPart ?? false);
  if (whyNot) throw refuse(whyNot);
  const isSame = refusalOf(shownPaise, false) === null;
  const differs = await differencesFrom(ctx, order, entry, isSame ? [line.amountPaise] : []);
  assertCompared(differs, reason);
  // Chooses the payment of this sum, else the one with the largest sum that no entry shows yet.
  const restOf = (payment: Payment) =>
    (payment.receivedPaise ?? 0) - (sums.get(payment.id)?.paise ?? 0);
  const [into] = received.toSorted(
    (a, b) =>
      Number(restOf(b) === shownPaise) - Number(restOf(a) === shownPaise) || restOf(b) - restOf(a),
  );
  if (!into) throw refuse("STATEMENT_ORDER_OPEN");
  await mergePayment(db, from, into);
  await judgeAgain(ctx, [into.id]);
  const at = await databaseNow(db);
  await decideEvidence(db, into, { by: actor.id, at });
  await recordAudit(ctx, {
    action: "statement.line-matched",
    subjectType: "company",
    subjectId: company.id,
    after: {
      orderNumber: order.orderNumber,
      amountPaise: shownPaise,
      reference: line.reference,
      decidedAt: at.toISOString(),
      ...(reason !== undefined && { reason, differs }),
    },
  });
  return null;
}

export const linkLine = adminProcedure.input(LinkLine).mutation(oncePerKey(link));
