import { dismissClaim, type PaymentClaim } from "@db/queries/payment-claims";
import { countedElsewhere } from "@db/queries/payment-references";
import type { Order } from "@db/queries/orders";
import { violatedConstraint } from "@db/client";
import {
  receivedFor,
  type Refund,
  refundClaim,
  refundCredit,
  voidCredit,
} from "@db/queries/payment-credits";
import { listLinesOf } from "@db/queries/statements";
import { DismissPayment, RefundPayment, type SettledPayment } from "@server/contracts/payments";
import { idempotent } from "@server/context/idempotent";
import { dateInIndia } from "@server/domain/dates/dates";
import { formatRupees } from "@server/domain/money/format";
import { amountInPaise } from "@server/domain/money/units";
import { normaliseReference } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { sumOf } from "@server/domain/statements/linked";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import type { AdminContext } from "../orders/decision";
import { notifyNotReceived, notifyRefunded } from "../orders/notify-members";
import { lockUsedOnce } from "./payment-numbers";
import { claimToSettle, creditToSettle, isUntouched } from "./payment-to-settle";

/**
 * What arrived of a claim, of which `amountPaise` was sent back: the sum that was entered, else no more
 * than was sent back. Refuses with RECEIVED_BELOW_REFUND and, without an entered sum, REFUND_TOO_LARGE
 * above what the member reports and the order's total.
 */
function arrivedOf(claim: PaymentClaim, { received }: RefundPayment, amountPaise: number): number {
  if (received !== undefined) {
    const receivedPaise = amountInPaise(received);
    if (receivedPaise >= amountPaise) return receivedPaise;
    throw refuse("RECEIVED_BELOW_REFUND", {}, { fields: { received: ["RECEIVED_BELOW_REFUND"] } });
  }
  const most = Math.max(claim.amountPaise, claim.paidAmountPaise ?? 0);
  if (amountPaise > most) throw refuse("REFUND_TOO_LARGE", { limit: formatRupees(most) });
  return amountPaise;
}

/** The refund of a credit, whose number no earlier refund of the same money has: REFUND_RECORDED. */
async function refundOpen({ db }: AdminContext, creditId: string, refund: Refund): Promise<void> {
  try {
    await refundCredit(db, creditId, refund);
  } catch (error) {
    if (violatedConstraint(error) !== "payment_refunds_reference") throw error;
    throw refuse("REFUND_RECORDED", {}, { fields: { reference: ["REFUND_RECORDED"] } });
  }
}

/**
 * Records that money was sent back: of a claim, which is thereby known to have arrived, or of a
 * credit's open part. What arrived of a claim and was not sent back is open. Refuses with
 * PAYMENT_NOT_FOUND, PAYMENT_SETTLED, OWN_ORDER, REFUND_TOO_LARGE, RECEIVED_BELOW_REFUND,
 * REFUND_DATE_INVALID, REFERENCE_INVALID and REFUND_RECORDED, and a claim with REFERENCE_USED whose
 * number was received already or pays another order: of one payment that is kept twice, one arrived.
 */
export const refundPayment = adminProcedure.input(RefundPayment).mutation(
  idempotent(async ({ ctx, input }): Promise<SettledPayment> => {
    const amountPaise = amountInPaise(input.amount);
    if (input.refundedOn > dateInIndia(ctx.now)) throw refuse("REFUND_DATE_INVALID");
    const reference = normaliseReference(input.reference);
    if (reference === "") throw refuse("REFERENCE_INVALID");
    const refund = {
      companyId: ctx.company.id,
      amountPaise,
      reference,
      refundedOn: input.refundedOn,
      recordedBy: ctx.actor.id,
    };
    let restPaise = 0;
    let order;
    if (input.kind === "CLAIM") {
      const found = await claimToSettle(ctx, input);
      order = found.order;
      const receivedPaise = arrivedOf(found.claim, input, amountPaise);
      restPaise = receivedPaise - amountPaise;
      await lockUsedOnce(ctx, order, { reference: found.claim.reference, creditId: null });
      await refundClaim(ctx.db, found.claim, { ...refund, receivedPaise });
    } else {
      const found = await creditToSettle(ctx, input);
      order = found.order;
      restPaise = found.openPaise - amountPaise;
      if (restPaise < 0) {
        throw refuse("REFUND_TOO_LARGE", { limit: formatRupees(found.openPaise) });
      }
      await refundOpen(ctx, found.credit.id, refund);
    }
    await recordAudit(ctx, {
      action: "payment.refunded",
      subjectType: "order",
      subjectId: order.id,
      after: {
        orderNumber: order.orderNumber,
        amountPaise,
        reference,
        refundedOn: input.refundedOn,
        ...(restPaise > 0 && { restPaise }),
      },
    });
    const { refundedOn } = input;
    await notifyRefunded(ctx, order, { amountPaise, reference, refundedOn, restPaise });
    return { orderNumber: order.orderNumber, allocated: 0, restPaise };
  }),
);

/** Refuses to find money missing that the order's entries of statements show: PAYMENT_HAS_ENTRY. */
async function assertNoEntry({ db, company }: AdminContext, order: Order, paise: number) {
  const [received, lines] = await Promise.all([
    receivedFor(db, order),
    listLinesOf(db, company.id, order.id),
  ]);
  const shown = sumOf(lines.map(({ amountPaise }) => amountPaise));
  if (shown > sumOf(received) - paise) throw refuse("PAYMENT_HAS_ENTRY");
}

/**
 * Records that the money did not arrive. A credit can be dismissed only while it serves no order. The member
 * is told, unless money with its number counts with an order of theirs: of one payment, one record is left.
 * Refuses with PAYMENT_NOT_FOUND, PAYMENT_SETTLED, PAYMENT_HAS_ENTRY and OWN_ORDER.
 */
export const dismissPayment = adminProcedure.input(DismissPayment).mutation(
  idempotent(async ({ ctx, input }): Promise<SettledPayment> => {
    const { reason, paymentId: id } = input;
    const countedWith = async (orderId: string, reference: string | null) =>
      (await countedElsewhere(ctx.db, ctx.company.id, [{ id, orderId, reference }])).get(id);
    let order;
    let counted;
    if (input.kind === "CLAIM") {
      const found = await claimToSettle(ctx, input);
      order = found.order;
      counted = await countedWith(order.id, found.claim.reference);
      await dismissClaim(ctx.db, found.claim);
    } else {
      const { credit, ...found } = await creditToSettle(ctx, input);
      order = found.order;
      if (!isUntouched(credit)) throw refuse("PAYMENT_SETTLED");
      await assertNoEntry(ctx, order, credit.amountPaise);
      counted = await countedWith(order.id, credit.reference);
      await voidCredit(ctx.db, credit, { by: ctx.actor.id, note: reason });
    }
    await recordAudit(ctx, {
      action: "payment.not-received",
      subjectType: "order",
      subjectId: order.id,
      after: {
        ...{ orderNumber: order.orderNumber, reason },
        ...(counted?.isOwn && { countedWith: counted.orderNumber }),
      },
    });
    // The member's money is there, with another record: nothing is to be submitted again.
    if (!counted?.isOwn) await notifyNotReceived(ctx, order, reason);
    return { orderNumber: order.orderNumber, allocated: 0, restPaise: 0 };
  }),
);
