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
  DecideLines,
  type LineOutcome,
  type LineView,
  LinkLine,
} from "@server/orders/contracts/statements";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { waitOnce } from "@server/orders/payments/approve-received";
import { answerOf } from "@server/orders/rules/answer-of-entry";
import { formatRupees } from "@server/platform/rules/money/format";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { amountInPaise } from "@server/platform/rules/money/units";
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
import { suggestOrders } from "@server/orders/reading/suggest-orders";

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
 * Decides on several orders, each by an entry that gives this answer now (`answerOf`), in transactions of
 * their own, one after the other. Others, and one with another flag than is named, are refused with
 * DECIDE_SINGLY, and another sum than the bank shows with BANK_SHOWS_ANOTHER_SUM; a refusal does not stop
 * the rest.
 */
export const decideMany = adminProcedure
  .input(DecideLines)
  .mutation(async ({ ctx, input: { lines, ...decision } }): Promise<LineOutcome[]> => {
    const open = new Map((await suggestOrders(ctx)).map((line) => [line.id, line]));
    const byId = new Map(lines.map((line) => [line.lineId, line]));
    const outcomes = await eachAlone(ctx, [...byId.keys()], async (one, lineId) => {
      const line = byId.get(lineId);
      if (line) await decideLine(one, decision, line, open.get(lineId));
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
        missingPaise: missingOf(known.order),
      };
      return { lineId, orderId, refusal, order: order ?? null };
    });
  });

/** Decides on one order by its entry, which is undefined once it is settled. */
async function decideLine(
  ctx: AdminContext,
  { answer, flag, reason: note }: Omit<DecideLines, "lines">,
  { received = "", ...line }: DecideLines["lines"][number],
  open: LineView | undefined,
): Promise<void> {
  const path = "statements.decideMany";
  const found = open && answerOf(open);
  // A settled line is no longer open: the decision refuses it, or repeats its answer.
  if (open && (found?.answer !== answer || found.order.orderId !== line.orderId)) {
    throw refuse("DECIDE_SINGLY");
  }
  if (answer === "FLAGGED") {
    if (!flag || !note) throw refuse("REASON_REQUIRED");
    if (found && !found.order.flags.includes(flag)) throw refuse("DECIDE_SINGLY");
    await approveOnce({ ctx, input: { ...line, note, by: "BULK" }, path });
    return;
  }
  if (answer === "CERTAIN" || answer === "COMPARED") {
    await approveOnce({ ctx, input: { ...line, by: "BULK" }, path });
    return;
  }
  const { orderId, version } = line;
  const receivedPaise = amountInPaise(received);
  const payment = open ? null : (await findEntry(ctx.db, ctx.company.id, line.lineId))?.payment;
  if (payment !== null && (payment?.orderId !== orderId || payment.status !== "CONFIRMED")) {
    throw refuse("STATEMENT_LINE_SETTLED");
  }
  if (found && found.bankPaise !== receivedPaise) {
    const [shown, sum] = [formatRupees(found.bankPaise), formatRupees(receivedPaise)];
    throw refuse("BANK_SHOWS_ANOTHER_SUM", { shown, sum });
  }
  await (answer === "REST"
    ? waitOnce({ ctx, input: { orderId, version, received }, path })
    : approveOnce({ ctx, input: { orderId, version, receivedPaise, by: "ONE" }, path }));
}

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
