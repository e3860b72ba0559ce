import { findOrdersOfCompany } from "@db/queries/order-details";
import { listWaitingOf, lockOrder, moveLockedOrder, type Order } from "@db/queries/orders";
import { endClaim, type PaymentClaim } from "@db/queries/payment-claims";
import { applyCredit, creditClaim, orderOfPayment } from "@db/queries/payment-credits";
import { lockPool, movePool } from "@db/queries/supplies";
import { PAYMENT_ID, PAYMENT_KIND, PAYMENT_VERSION, RECEIVED_SUM } from "@db/schema";
import {
  type AppliedPayment,
  ApplyPayment,
  PaymentToApply,
  type WaitingOrders,
} from "@server/contracts/payments";
import { idempotentBy } from "@server/context/idempotent";
import { amountInPaise } from "@server/domain/money/units";
import { refuse } from "@server/domain/refusals/refuse";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import {
  type ApprovalBy,
  isWaiting,
  recallWaiting,
  secondAdminFor,
  unlessWaiting,
  type Waiting,
} from "../changes/store-change";
import { type AdminContext, lockDecidable, payableReward } from "../orders/decision";
import { retakeHold, withOverdueTokens } from "../orders/hold";
import { notifyApplied } from "../orders/notify-members";
import { decidedEntry } from "../orders/order-audit";
import { purchaseAllocations } from "../orders/purchase-allocations";
import { lockUsedOnce } from "./payment-numbers";
import { claimToSettle, creditToSettle, paymentToShow } from "./payment-to-settle";

/** Open money, locked with the order that it was paid for. */
interface OpenMoney {
  source: Order;
  /** Null for a credit. */
  claim: PaymentClaim | null;
  creditId: string | null;
  method: Order["paymentMethod"];
  reference: string | null;
  openPaise: number;
  updatedAt: Date;
}

async function lockMoney(ctx: AdminContext, input: ApplyPayment): Promise<OpenMoney> {
  if (input.kind === "CREDIT") {
    const { order: source, credit, openPaise } = await creditToSettle(ctx, input);
    const { id: creditId, method, reference, updatedAt } = credit;
    return { source, claim: null, creditId, method, reference, openPaise, updatedAt };
  }
  if (input.received === undefined) {
    throw refuse("AMOUNT_INVALID", {}, { fields: { received: ["AMOUNT_INVALID"] } });
  }
  const openPaise = amountInPaise(input.received);
  const { order: source, claim } = await claimToSettle(ctx, input);
  const { method, reference, updatedAt } = claim;
  return { source, claim, creditId: null, method, reference, openPaise, updatedAt };
}

/** Why a payment that was submitted for an order does not serve it: other money paid the order. */
const PAID_OTHERWISE = "ORDER_ALREADY_DECIDED";

const apply = (by: ApprovalBy) =>
  withOverdueTokens(
    idempotentBy(
      { recall },
      async ({
        ctx,
        input,
      }: {
        ctx: AdminContext;
        input: ApplyPayment;
      }): Promise<AppliedPayment | Waiting> => {
        const { company, db, actor } = ctx;
        const { orderId } = input;
        const named = await orderOfPayment(db, company.id, input.kind, input.paymentId);
        // Both orders, by id (architecture.md §6).
        const ids = named ? [named.id, orderId].toSorted() : [];
        for (const id of ids) await lockOrder(db, company.id, id);
        const money = await lockMoney(ctx, input);
        const { source, openPaise } = money;
        const { order: waiting, ...people } = await lockDecidable(ctx, { orderId }, "APPROVED");
        if (waiting.memberId !== source.memberId) throw refuse("ORDER_NOT_FOUND");
        const { totalPaise, quantity } = waiting;
        const isWhole = waiting.receivedPaise === null && openPaise >= totalPaise;
        if (waiting.id === source.id || !isWhole) throw refuse("PAYMENT_DOES_NOT_FIT");
        await lockUsedOnce(ctx, source, { ...money, servesId: waiting.id });
        const stored = await secondAdminFor(ctx, { ...asChange(money, input, waiting), by });
        if (isWaiting(stored)) return stored;
        const creditId =
          money.claim === null
            ? money.creditId
            : await creditClaim(db, money.claim, { receivedPaise: openPaise, by: actor.id });
        if (creditId === null) throw new Error("A payment is a claim or a credit.");
        await endClaim(db, waiting, { status: "UNAPPLIED", because: PAID_OTHERWISE });
        await applyCredit(db, { companyId: company.id, creditId, orderId }, totalPaise);
        const order = waiting.holdReleasedAt ? await retakeHold(ctx, waiting) : waiting;
        const reward = payableReward({ order, referrer: people.referrer });
        const change = {
          status: "APPROVED" as const,
          heldQuantity: 0,
          heldReward: 0,
          decidedAt: people.now,
          decidedBy: actor.id,
          decisionCount: order.decisionCount + 1,
          decisionReason: null,
          refundNote: null,
          sourceOrderId: source.id,
          paymentMethod: money.method,
          beneficiaryId: source.beneficiaryId,
          beneficiaryVersion: source.beneficiaryVersion,
          // Number, proof and reported sum are those of the payment that does not serve the order now.
          reference: null,
          proofMediaId: null,
          paidAmountPaise: null,
        };
        const approved = { ...order, ...change };
        const restPaise = openPaise - totalPaise;
        await recordAudit(
          ctx,
          decidedEntry(order.status, approved, {
            rewardTokens: reward,
            sourceOrder: source.orderNumber,
          }),
          ...entriesOf(source, waiting, restPaise),
        );
        await notifyApplied(ctx, approved, {
          ...{ ...people, quantity, reward, restPaise, sourceNumber: source.orderNumber },
        });
        await moveLockedOrder(db, order, change);
        // The pool's row is locked last (architecture.md §6).
        const pool = await lockPool(db, company.id);
        const rows = purchaseAllocations(approved, { quantity, reward });
        const head = await appendAllocations(db, pool, rows);
        await movePool(db, pool, {
          held: -order.heldQuantity - order.heldReward,
          allocated: quantity + reward,
          head,
        });
        return answerOf(waiting);
      },
    ),
  );

const answerOf = ({ id, orderNumber, quantity, totalPaise }: Order): AppliedPayment => ({
  orderId: id,
  orderNumber,
  quantity,
  totalPaise,
});

/** For the activity of both orders; the payment that the member submitted for the order is left open. */
const entriesOf = (source: Order, order: Order, restPaise: number) => [
  {
    action: "payment.reused",
    subjectType: "order",
    subjectId: source.id,
    after: {
      orderNumber: source.orderNumber,
      newOrder: order.orderNumber,
      amountPaise: order.totalPaise,
      allocatedTokens: order.quantity,
      restPaise,
    },
  },
  {
    action: "payment.unapplied",
    subjectType: "order",
    subjectId: order.id,
    after: {
      orderNumber: order.orderNumber,
      method: order.paymentMethod,
      reference: order.reference,
      proofMediaId: order.proofMediaId,
      paidAmountPaise: order.paidAmountPaise,
      because: PAID_OTHERWISE,
    },
  },
];

/** The answer to a call that was repeated with its key, after a second admin's confirmation too. */
const recall = async (
  ctx: AdminContext,
  stored: AppliedPayment | Waiting,
): Promise<AppliedPayment | Waiting> =>
  isWaiting(stored)
    ? recallWaiting(ctx, stored, async ({ subjectId }) => {
        const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [subjectId]);
        if (!found) throw refuse("ORDER_NOT_FOUND");
        return answerOf(found.order);
      })
    : stored;

/** As it waits for a second admin, who confirms this order by this payment. */
const asChange = (
  { source, updatedAt, openPaise }: OpenMoney,
  { kind, paymentId }: ApplyPayment,
  order: Order,
) => ({
  order,
  kind: "PAYMENT_ORDER" as const,
  subjectId: order.id,
  subjectVersion: null,
  change: {
    before: null,
    after: {
      orderNumber: order.orderNumber,
      totalPaise: order.totalPaise,
      sourceOrder: source.orderNumber,
      ...(kind === "CLAIM" && { [RECEIVED_SUM]: openPaise }),
      [PAYMENT_ID]: paymentId,
      [PAYMENT_KIND]: kind,
      [PAYMENT_VERSION]: updatedAt.toISOString(),
    },
  },
});

/** The application that is the second admin's confirmation of this waiting change. */
export const applyConfirmed = (changeId: string) => unlessWaiting(apply({ confirms: changeId }));

/** An application above the company's sum whose cool-off has ended. */
export const applyAfterCoolOff = unlessWaiting(apply("COOL_OFF"));

/**
 * Pays a waiting order with open money of another order of the same member, and approves it. The order
 * takes its total; the rest stays open. The payment that the member submitted for the order stays on record
 * without an order. Refuses with PAYMENT_NOT_FOUND, PAYMENT_SETTLED, OWN_ORDER, AMOUNT_INVALID,
 * ORDER_NOT_FOUND (also for another member's order), ORDER_ALREADY_DECIDED, ORDER_NOT_SUBMITTED,
 * PAYMENT_DOES_NOT_FIT, REFERENCE_USED and HOLD_NOT_AVAILABLE; above the company's sum the first one is
 * stored, with NEEDS_SECOND_ADMIN.
 */
export const applyPayment = adminProcedure
  .input(ApplyPayment)
  .mutation(unlessWaiting(apply("ONE")));

/** An open payment, and the waiting orders of its member that it may pay. */
export const waitingOrders = adminProcedure
  .input(PaymentToApply)
  .query(async ({ ctx, input }): Promise<WaitingOrders> => {
    const { order, member, ...payment } = await paymentToShow(ctx, input);
    const { method, reference, reportedPaise, openPaise } = payment;
    const orders = await listWaitingOf(ctx.db, ctx.company.id, {
      memberId: order.memberId,
      but: order.id,
      mostPaise: openPaise,
    });
    return {
      ...{ ...input, method, reference, reportedPaise, openPaise, member },
      updatedAt: payment.updatedAt.toISOString(),
      order: { id: order.id, orderNumber: order.orderNumber },
      orders: orders.map(answerOf),
    };
  });
