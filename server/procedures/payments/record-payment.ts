import { violatedConstraint } from "@db/client";
import { allowanceOf } from "@db/queries/allowance";
import { findOrderByNumber } from "@db/queries/order-details";
import {
  type Buyer,
  findBuyerFacts,
  lockBuyer,
  lockOrderByNumber,
  moveOrder,
  type Order,
} from "@db/queries/orders";
import {
  applyClaim,
  claimOf,
  findUnappliedFor,
  keepUnapplied,
  listPaymentsFor,
} from "@db/queries/payment-claims";
import { addOtherPayment } from "@db/queries/payment-credits";
import {
  type OrderToRecord,
  PaymentsOf,
  type RecordedPayment,
  RecordPayment,
  type Recording,
} from "@server/contracts/payments";
import { idempotentBy } from "@server/context/idempotent";
import { refusalFrom } from "@server/context/refusal-from";
import { amountInPaise } from "@server/domain/money/units";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { can } from "@server/domain/orders/lifecycle";
import { presentTerms, STANDING_QUOTES } from "@server/domain/orders/standing-quote";
import {
  asSubmitted,
  flagsOf,
  isReference,
  leavesClaim,
  normaliseReference,
} from "@server/domain/orders/submission";
import type { RefusalCode } from "@server/domain/refusals/codes";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";
import { takeHold, withOverdueTokens } from "../orders/hold";
import { notifyRecorded, notifyUnapplied } from "../orders/notify-members";
import { submittedEntry } from "../orders/order-audit";
import { assertRoomFor } from "../orders/place-order";
import { changesSince } from "../orders/submission-changes";
import { assertSum, matchLine, paidByLine } from "../statements/paid-by-line";
import { lineIn } from "../statements/settle-line";
import { isUnknown, lockEach } from "./payment-numbers";

/** An order by its number, with the payments on record for it. Refuses with ORDER_NOT_FOUND. */
export const orderToRecord = adminProcedure
  .input(PaymentsOf)
  .query(async ({ ctx, input }): Promise<OrderToRecord> => {
    const found = await findOrderByNumber(ctx.db, ctx.company.id, input.purchaseId);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    const { order, member } = found;
    const payments = await listPaymentsFor(ctx.db, ctx.company.id, order.id);
    return {
      orderId: order.id,
      orderNumber: order.orderNumber,
      status: order.status,
      version: order.submissionVersion,
      quantity: order.quantity,
      totalPaise: order.totalPaise,
      method: order.paymentMethod,
      member,
      recording: await recordingFor(ctx, order),
      payments: payments.map(({ at, openPaise, ...payment }) => ({
        ...payment,
        at: at.toISOString(),
        openPaise: openPaise === null ? null : Number(openPaise),
      })),
    };
  });

/** What an admin knows of a payment, as it is stored. */
interface Known {
  method: RecordPayment["paymentMethod"];
  reference: string;
  receivedPaise: number;
}

function known({ paymentMethod, received, ...input }: RecordPayment): Known {
  const reference = normaliseReference(input.reference);
  if (!isReference(reference)) {
    throw refuse("REFERENCE_INVALID", {}, { fields: { reference: ["REFERENCE_INVALID"] } });
  }
  return { method: paymentMethod, reference, receivedPaise: amountInPaise(received) };
}

const used = () => refuse("REFERENCE_USED", {}, { fields: { reference: ["REFERENCE_USED"] } });

/**
 * The order of a payment, its member locked before it, and the reference and that of its entry, which no
 * other payment on record has.
 */
async function lockToRecord(ctx: AdminContext, input: RecordPayment, { reference }: Known) {
  const { db, company } = ctx;
  const found = await findOrderByNumber(db, company.id, input.purchaseId);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  const buyer = await lockBuyer(db, company.id, found.member.id);
  const order = await lockOrderByNumber(db, company.id, input.purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertMayDecide(order, ctx.actor);
  if (input.version !== order.submissionVersion) {
    throw refuse("SUBMISSION_CHANGED", { changes: await changesSince(ctx, order, input.version) });
  }
  const line = input.lineId === undefined ? undefined : paidByLine(input.lineId);
  const numbers = [reference, (await line?.reference(ctx)) ?? reference];
  await lockEach(ctx, numbers, async (number) => {
    if (!(await isUnknown(ctx, number))) throw used();
  });
  return { buyer, order, recording: await recordingFor(ctx, order) };
}

/** What recording a payment does to this order. One that waits without an order is not replaced. */
async function recordingFor({ db, company }: AdminContext, order: Order): Promise<Recording> {
  if (!can(order.status, "PENDING")) return "OPEN";
  const kept = await findUnappliedFor(db, company.id, order.memberId, order.orderNumber);
  return kept ? "OPEN" : "WAITS";
}

/**
 * Records a payment that no member submitted. An order that was not paid then waits for its decision
 * as if its member had submitted it, with its tokens taken again. For one that has a payment, or whose
 * member may not buy any more, the money is open. An entry of a bank's statement is given to the order
 * of open money; a waiting order is approved by it. Refuses with ORDER_NOT_FOUND (also for another
 * company's order), OWN_ORDER, SUBMISSION_CHANGED, REFERENCE_INVALID, REFERENCE_USED, AMOUNT_INVALID,
 * STATEMENT_LINE_NOT_FOUND, STATEMENT_LINE_SETTLED and STATEMENT_SUM_DIFFERS.
 */
const record = withOverdueTokens(
  idempotentBy(
    {},
    async ({
      ctx,
      input,
      keep,
    }: {
      ctx: AdminContext;
      input: RecordPayment;
      keep: (answer: RecordedPayment) => Promise<void>;
    }): Promise<RecordedPayment> => {
      const payment = known(input);
      const { buyer, order, recording } = await lockToRecord(ctx, input, payment);
      const { id: orderId, orderNumber } = order;
      if (buyer && recording === "WAITS") {
        const answer = { orderId, orderNumber, recorded: "WAITS" as const };
        await submitFor(ctx, { buyer, order, payment, lineId: input.lineId }, () => keep(answer));
        return answer;
      }
      await recordOpen(ctx, order, payment, input.lineId);
      return { orderId, orderNumber, recorded: "OPEN" };
    },
  ),
);

/** An entry that an admin records as a payment: open, and of its sum. */
async function lineOf(ctx: AdminContext, { receivedPaise }: Known, lineId: string | undefined) {
  if (lineId === undefined) return undefined;
  const line = await lineIn(ctx, lineId, "OPEN");
  assertSum(line, receivedPaise);
  return line;
}

/** What the audit log tells of it. */
const auditFacts = (order: Order, payment: Known) => ({
  subjectType: "order" as const,
  subjectId: order.id,
  after: {
    orderNumber: order.orderNumber,
    method: payment.method,
    reference: payment.reference,
    receivedPaise: payment.receivedPaise,
  },
});

/** Lets an order wait for its decision, as its member's submission would. */
async function submitFor(
  ctx: AdminContext,
  {
    buyer,
    order,
    payment,
    lineId,
  }: { buyer: Buyer; order: Order; payment: Known; lineId: string | undefined },
  keep: () => Promise<void>,
): Promise<void> {
  const { db, company } = ctx;
  const [others, facts] = await Promise.all([
    allowanceOf(db, company.id, buyer.id, order.orderNumber, STANDING_QUOTES),
    findBuyerFacts(db, company.id, buyer.id),
  ]);
  // The money is there, as with a proof.
  assertRoomFor(ctx, { buyer, others }, { quantity: order.quantity, isProved: true });
  await lineOf(ctx, payment, lineId);
  const { method, reference, receivedPaise } = payment;
  const submittedAt = buyer.now;
  const present = presentTerms({ ...order, newerOrders: others.newerOrders }, company, submittedAt);
  const change = {
    ...asSubmitted(order, present, submittedAt),
    paymentMethod: method,
    reference,
    proofMediaId: null,
    paidAmountPaise: receivedPaise,
    flags: flagsOf({
      ...{ method, reference, submittedAt, paidAmountPaise: receivedPaise },
      totalPaise: order.totalPaise,
      holdEndsAt: order.holdEndsAt,
      isProofRepeated: false,
      isReferenceReused: false,
      isReferenceRecorded: false,
      isQuoteEnded: present !== null,
    }),
  };
  const waiting: Order = { ...order, ...change };
  try {
    const moved = await moveOrder(db, order, change);
    if (!moved) throw refuse("ORDER_ALREADY_SUBMITTED");
    await applyClaim(db, claimOf(waiting));
    await recordAudit(ctx, submittedEntry(order.status, waiting), {
      action: "payment.recorded",
      ...auditFacts(order, payment),
    });
    await notifyRecorded(ctx, order, { ...payment, isNeeded: true });
    await keep();
    if (order.status === "OPEN") return;
    // Last: it locks the pool's row (architecture.md §6).
    await takeHold(ctx, order, {
      referrer: facts?.referrer ?? null,
      refusalOf: () =>
        refuse("SUPPLY_GONE_AFTER_PAYMENT", {
          contact: company.settings.supportEmail ?? company.email,
          orderNumber: order.orderNumber,
        }),
    });
  } catch (error) {
    if (violatedConstraint(error) === "orders_reference") throw used();
    throw error;
  }
}

/** Records money that its order does not need. */
async function recordOpen(
  ctx: AdminContext,
  order: Order,
  payment: Known,
  lineId: string | undefined,
): Promise<void> {
  const line = await lineOf(ctx, payment, lineId);
  await addOtherPayment(ctx.db, order, {
    ...payment,
    by: ctx.actor.id,
    source: line ? "STATEMENT" : "ADMIN",
  });
  if (line) await matchLine(ctx, line, order);
  await recordAudit(ctx, { action: "payment.unneeded", ...auditFacts(order, payment) });
  await notifyRecorded(ctx, order, { ...payment, isNeeded: false });
}

/**
 * Keeps a payment that its order cannot take, in a transaction of its own, as one of a member. It
 * stores its answer under the key that the refusal left unused.
 */
const keepRecorded = (because: RefusalCode) =>
  idempotentBy(
    {},
    async ({
      ctx,
      input,
    }: {
      ctx: AdminContext;
      input: RecordPayment;
    }): Promise<RecordedPayment> => {
      const payment = known(input);
      const { buyer, order, recording } = await lockToRecord(ctx, input, payment);
      if (!buyer || recording !== "WAITS") throw refuse("ORDER_ALREADY_SUBMITTED");
      const { method, reference, receivedPaise: paidAmountPaise } = payment;
      const claimed: Order = {
        ...order,
        ...{ paymentMethod: method, reference, paidAmountPaise, proofMediaId: null },
      };
      await keepUnapplied(ctx.db, claimOf(claimed), because);
      const { after, ...subject } = auditFacts(order, payment);
      await recordAudit(ctx, {
        ...{ action: "payment.unapplied", ...subject },
        after: { ...after, because },
      });
      await notifyUnapplied(ctx, order, buyer, reference);
      return { orderId: order.id, orderNumber: order.orderNumber, recorded: "KEPT" };
    },
  );

export const recordPayment = adminProcedure
  .input(RecordPayment)
  .mutation(async (call): Promise<RecordedPayment> => {
    try {
      return await record(call);
    } catch (error) {
      const refusal = refusalFrom(error);
      if (!refusal || !leavesClaim(refusal.code)) throw error;
      return keepRecorded(refusal.code)(call);
    }
  });
