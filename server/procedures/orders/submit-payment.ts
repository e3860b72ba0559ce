import { violatedConstraint } from "@db/client";
import { findMedia } from "@db/queries/medias";
import {
  applyClaim,
  claimOf,
  isReferenceKnown,
  lockUnappliedOrder,
} from "@db/queries/payment-claims";
import {
  type Buyer,
  databaseNow,
  lockOwnOrder,
  lockProof,
  moveOrder,
  type Order,
  ordersWithProof,
  amendOrder,
} from "@db/queries/orders";
import {
  SubmitPayment,
  type OrderRecord,
  ConsentToOrder,
  type OrderView,
} from "@server/contracts/orders";
import { idempotentBy } from "@server/context/idempotent";
import { refusalFrom } from "@server/context/refusal-from";
import { amountInPaise, parseRupeesToPaise } from "@server/domain/money/units";
import {
  flagsOf,
  checkSubmission,
  type CheckedSubmission,
  consentRefusal,
  leavesClaim,
} from "@server/domain/orders/submission";
import { assertCan, holdsSupply } from "@server/domain/orders/lifecycle";
import { presentTerms } from "@server/domain/orders/standing-quote";
import { refuse } from "@server/domain/refusals/refuse";
import { keepAgreed } from "@server/documents/privacy-policy";
import { keepPayment } from "@server/procedures/payments/keep-payment";
import { memberProcedure, recordAudit } from "@server/procedures/trpc";
import { takeHold, withOverdueTokens } from "./hold";
import { submittedEntry } from "./order-audit";
import { orderRecord, orderView } from "./order-view";
import {
  assertRoomFor,
  holdMadeOrder,
  lockedBuyer,
  type MadeOrder,
  makeOrder,
  type MemberContext,
} from "./place-order";
import { notifySubmitted } from "./notify-members";
import { paidAccount } from "./paid-account";
import { recallRecord, recallView } from "./recall";

/** A form sent again after a lost answer uploads its proof again: the content counts, not the id. */
const SAME_PAYMENT = {
  recall: recallRecord,
  async identify({ ctx, input }: { ctx: MemberContext; input: SubmitPayment }) {
    const file = input.receiptId && (await findMedia(ctx.db, ctx.company.id, input.receiptId));
    return file && file.ownerId === ctx.actor.id ? { ...input, receiptId: file.sha256 } : input;
  },
};

/**
 * Records a payment for an order (architecture.md §6). A late payment is accepted: an expired or cancelled
 * order holds tokens again, and is refused only if too few are left.
 */
export const submitPayment = memberProcedure
  .input(SubmitPayment)
  .mutation(async (call): Promise<OrderRecord> => {
    try {
      return await submit(call);
    } catch (error) {
      const refusal = refusalFrom(error);
      if (refusal && leavesClaim(refusal.code)) {
        const { ctx, input } = call;
        await keepPayment(ctx, { input, payment: checked(input), because: refusal.code });
      }
      throw error;
    }
  });

const checked = (input: SubmitPayment): CheckedSubmission =>
  checkSubmission({
    method: input.paymentMethod,
    reference: input.referenceNumber,
    receiptId: input.receiptId,
    paidAmountPaise: input.paidAmount ? parseRupeesToPaise(input.paidAmount) : null,
  });

const submit = withOverdueTokens(
  idempotentBy(
    SAME_PAYMENT,
    async ({ ctx, input }: { ctx: MemberContext; input: SubmitPayment }): Promise<OrderRecord> => {
      const payment = checked(input);
      const amountPaise = amountInPaise(input.amount);
      const buyer = await lockedBuyer(ctx);
      const { order, pool } = await orderToPay(ctx, buyer, input, { ...payment, amountPaise });
      assertCan(order.status, "PENDING");
      if (order.amountPaise !== amountPaise) throw refuse("AMOUNT_DIFFERS_FROM_ORDER");
      // Pages show the policy and its checkbox; an integrator's site shows its own policy.
      if (ctx.transport === "page" && !input.consent && !order.consentedAt) {
        throw refuse(consentRefusal(payment.method));
      }
      const isProved = payment.receiptId !== null;
      const { newerOrders } = await assertRoomFor(ctx, buyer, { ...order, isProved, order });

      const submitted = await savePayment(ctx, { ...order, newerOrders }, payment, input);
      await recordAudit(ctx, submittedEntry(order.status, submitted));
      await notifySubmitted(ctx, submitted, buyer);
      // For an order created in this call. The pool's row is locked last, here and below.
      if (pool !== null) {
        return orderRecord(await holdMadeOrder(ctx, { order: submitted, pool }), buyer);
      }
      if (holdsSupply(order.status)) return orderRecord(submitted, buyer);
      const refusalOf = () =>
        refuse("SUPPLY_GONE_AFTER_PAYMENT", {
          contact: ctx.company.settings.supportEmail ?? ctx.company.email,
          orderNumber: order.orderNumber,
        });
      return orderRecord(await takeHold(ctx, submitted, { refusalOf }), buyer);
    },
  ),
);

/**
 * The order with the given number or, without one, that of an earlier attempt with this payment, or
 * else a new order.
 */
async function orderToPay(
  ctx: MemberContext,
  buyer: Buyer,
  input: SubmitPayment,
  payment: CheckedSubmission & { amountPaise: number },
): Promise<MadeOrder> {
  const { amountPaise } = payment;
  if (!input.purchaseId) {
    const earlier = await lockUnappliedOrder(ctx.db, ctx.company.id, buyer.id, payment);
    if (earlier) return { order: earlier, pool: null };
    const { beneficiaryId } = input;
    const isProved = payment.receiptId !== null;
    return makeOrder(ctx, buyer, { amountPaise, beneficiaryId, isProved });
  }
  const order = await lockOwnOrder(ctx.db, ctx.company.id, buyer.id, input.purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  return { order, pool: null };
}

/** Replaces all values of an earlier submission; the audit log keeps them. */
async function savePayment(
  ctx: MemberContext,
  order: Order & { newerOrders: number },
  payment: CheckedSubmission,
  input: SubmitPayment,
): Promise<Order> {
  const isProofRepeated = await checkProof(ctx, order, payment.receiptId);
  const isReferenceReused = await isReferenceKnown(ctx.db, ctx.company.id, {
    reference: payment.reference,
    orderId: order.id,
  });
  const account = await paidAccount(ctx, order, input);
  const policyVersion = input.consent ? await keepAgreed(ctx, input.policyVersion) : null;
  const submittedAt = await databaseNow(ctx.db);
  const present = presentTerms(order, ctx.company, submittedAt);
  try {
    const submitted = await moveOrder(ctx.db, order, {
      ...account,
      status: "PENDING",
      heldQuantity: order.quantity,
      heldReward: order.heldReward,
      paymentMethod: payment.method,
      reference: payment.reference,
      proofMediaId: payment.receiptId,
      paidAmountPaise: payment.paidAmountPaise,
      flags: flagsOf({
        ...payment,
        totalPaise: order.totalPaise,
        holdEndsAt: order.holdEndsAt,
        submittedAt,
        isProofRepeated,
        isReferenceReused,
        isQuoteEnded: present !== null,
      }),
      presentPriceMicroRupees: present?.priceMicroRupees ?? null,
      presentFeeBps: present?.feeBps ?? null,
      holdReleasedAt: null,
      submittedAt,
      submissionVersion: order.submissionVersion + 1,
      decidedAt: null,
      decidedBy: null,
      decisionReason: null,
      refundNote: null,
      ...(input.consent ? { consentedAt: submittedAt, consentVersion: policyVersion } : {}),
    });
    if (!submitted) throw refuse("ORDER_ALREADY_SUBMITTED");
    await applyClaim(ctx.db, claimOf(submitted));
    return submitted;
  } catch (error) {
    if (violatedConstraint(error) === "orders_reference") {
      throw refuse("REFERENCE_USED", {}, { fields: { referenceNumber: ["REFERENCE_USED"] } });
    }
    throw error;
  }
}

/** Refuses a file that is not the member's own. Returns whether another order has the same file. */
async function checkProof(
  ctx: MemberContext,
  order: Order,
  receiptId: string | null,
): Promise<boolean> {
  if (receiptId === null) return false;
  const file = await findMedia(ctx.db, ctx.company.id, receiptId);
  if (!file || file.ownerId !== ctx.actor.id) {
    throw refuse("RECEIPT_NOT_FOUND", {}, { fields: { receiptId: ["RECEIPT_NOT_FOUND"] } });
  }
  await lockProof(ctx.db, ctx.company.id, file.sha256);
  const others = await ordersWithProof(ctx.db, ctx.company.id, file.sha256, order.id);
  return others.length > 0;
}

/** Records consent to the privacy policy for one order, before its payment is submitted. */
export const consentToOrder = memberProcedure.input(ConsentToOrder).mutation(
  idempotentBy({ recall: recallView }, async ({ ctx, input }): Promise<OrderView> => {
    const order = await lockOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseId);
    if (!order) throw refuse("ORDER_NOT_FOUND");
    assertCan(order.status, "PENDING");
    if (!input.consent) throw refuse(consentRefusal(input.paymentMethod ?? "BANK"));
    const policyVersion = await keepAgreed(ctx, input.policyVersion);
    const now = await databaseNow(ctx.db);
    const agreed = await amendOrder(ctx.db, order, {
      consentedAt: now,
      consentVersion: policyVersion,
    });
    await recordAudit(ctx, {
      action: "order.consented",
      subjectType: "order",
      subjectId: order.id,
      after: { orderNumber: order.orderNumber, policyVersion },
    });
    return orderView(agreed, now);
  }),
);
