import { violatedConstraint } from "@db/client";
import {
  findBeneficiary,
  findBeneficiaryVersion,
  findDefaultBeneficiary,
} from "@db/queries/beneficiaries";
import { findMedia } from "@db/queries/medias";
import {
  type Buyer,
  databaseNow,
  lockOwnOrder,
  lockProof,
  moveOrder,
  type Order,
  ordersWithProof,
} from "@db/queries/orders";
import { SubmitPayment, type TransactionRecord } from "@server/contracts/orders";
import { once } from "@server/context/once";
import { amountInPaise, parseRupeesToPaise } from "@server/domain/money/units";
import { flagsOf } from "@server/domain/orders/flags";
import { assertCan, holdsSupply } from "@server/domain/orders/lifecycle";
import {
  checkSubmission,
  type CheckedSubmission,
  consentRefusal,
} from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { keepAgreed } from "@server/policies/privacy-policy";
import { memberProcedure, recordAudit } from "@server/trpc";
import { takeHold } from "./hold";
import { transactionRecord } from "./order-view";
import {
  assertRoomFor,
  holdMadeOrder,
  lockedBuyer,
  type MadeOrder,
  makeOrder,
  type MemberContext,
} from "./place-order";
import { tellSubmitted } from "./tell";

/**
 * Takes the proof of a payment (design §6). Money is never refused for being late: an order that
 * has lost its tokens takes them again, and only where they are gone is there a no, in plain words.
 */
export const submitPayment = memberProcedure.input(SubmitPayment).mutation(
  once(async ({ ctx, input }): Promise<TransactionRecord> => {
    const payment = checkSubmission({
      method: input.paymentMethod,
      reference: input.referenceNumber,
      receiptId: input.receiptId,
      paidAmountPaise: input.paidAmount ? parseRupeesToPaise(input.paidAmount) : null,
    });
    const amountPaise = amountInPaise(input.amount);
    const buyer = await lockedBuyer(ctx);
    const { order, pool } = await orderToPay(ctx, buyer, input, amountPaise);
    assertCan(order.status, "PENDING");
    if (order.amountPaise !== amountPaise) throw refuse("AMOUNT_DIFFERS_FROM_ORDER");
    // Pages show the policy and its box; an integrator's own site shows its own.
    if (ctx.door === "page" && !input.consent && !order.consentedAt) {
      throw refuse(consentRefusal(payment.method));
    }
    await assertRoomFor(ctx, order.quantity);

    const submitted = await savePayment(ctx, order, payment, input);
    await recordAudit(ctx, {
      action: "order.submitted",
      subjectType: "order",
      subjectId: order.id,
      before: { status: order.status },
      after: {
        status: submitted.status,
        orderNumber: order.orderNumber,
        method: submitted.paymentMethod,
        reference: submitted.reference,
        proofMediaId: submitted.proofMediaId,
        paidAmountPaise: submitted.paidAmountPaise,
        flags: submitted.flags,
      },
    });
    await tellSubmitted(ctx, submitted, buyer);
    // Where the order was made in this call. The pool's row last, here and below.
    if (pool !== null) {
      return transactionRecord(await holdMadeOrder(ctx, { order: submitted, pool }), buyer);
    }
    const held = holdsSupply(order.status) ? submitted : await takeHold(ctx, submitted);
    if (!held) {
      throw refuse("SUPPLY_GONE_AFTER_PAYMENT", {
        contact: ctx.company.settings.supportEmail ?? ctx.company.email,
        orderNumber: order.orderNumber,
      });
    }
    return transactionRecord(held, buyer);
  }),
);

/** The order that the number names or, without one, an order made for this payment. */
async function orderToPay(
  ctx: MemberContext,
  buyer: Buyer,
  input: SubmitPayment,
  amountPaise: number,
): Promise<MadeOrder> {
  if (!input.purchaseId) {
    return makeOrder(ctx, buyer, { amountPaise, beneficiaryId: input.beneficiaryId });
  }
  const order = await lockOwnOrder(ctx.db, ctx.company.id, buyer.id, input.purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  return { order, pool: null };
}

/** Nothing of an earlier submission stays on the order; what was before is in the books. */
async function savePayment(
  ctx: MemberContext,
  order: Order,
  payment: CheckedSubmission,
  input: SubmitPayment,
): Promise<Order> {
  const isProofRepeated = await checkProof(ctx, order, payment.receiptId);
  const account = await paidAccount(ctx, order, input);
  const policyVersion = input.consent ? await keepAgreed(ctx, input.policyVersion) : null;
  const submittedAt = await databaseNow(ctx.db);
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
      }),
      submittedAt,
      decidedAt: null,
      decidedBy: null,
      decisionReason: null,
      refundNote: null,
      ...(input.consent ? { consentedAt: submittedAt, consentVersion: policyVersion } : {}),
    });
    if (!submitted) throw refuse("ORDER_ALREADY_SUBMITTED");
    return submitted;
  } catch (error) {
    if (violatedConstraint(error) === "orders_reference") {
      throw refuse("REFERENCE_USED", {}, { fields: { referenceNumber: ["REFERENCE_USED"] } });
    }
    throw error;
  }
}

/** Refuses a file that is not the member's own. Returns whether another order has the same one. */
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

/** The account the payer says the money went to, else the one the order was made with. */
async function paidAccount(
  ctx: MemberContext,
  order: Order,
  input: SubmitPayment,
): Promise<Pick<Order, "beneficiaryId" | "beneficiaryVersion">> {
  const { company, db } = ctx;
  const named = input.beneficiaryId;
  if (!named || named === order.beneficiaryId) {
    const version = named ? input.beneficiaryVersion : undefined;
    if (order.beneficiaryId && version && version !== order.beneficiaryVersion) {
      const seen = await findBeneficiaryVersion(db, company.id, order.beneficiaryId, version);
      if (seen) return { beneficiaryId: seen.id, beneficiaryVersion: seen.version };
    }
    if (order.beneficiaryId) return order;
    const account = await findDefaultBeneficiary(db, company.id);
    return { beneficiaryId: account?.id ?? null, beneficiaryVersion: account?.version ?? null };
  }
  // One that was replaced or removed since the page was shown still took the money.
  const account =
    (input.beneficiaryVersion &&
      (await findBeneficiaryVersion(db, company.id, named, input.beneficiaryVersion))) ||
    (await findBeneficiary(db, company.id, named));
  if (!account) throw refuse("BENEFICIARY_NOT_FOUND");
  return { beneficiaryId: account.id, beneficiaryVersion: account.version };
}
