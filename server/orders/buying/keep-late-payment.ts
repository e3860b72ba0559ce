import { contactOf } from "@server/sites/rules/contact";
import { allowanceOf } from "@server/orders/queries/allowance";
import { findPayableAccounts } from "@server/companies";
import { findMedia } from "@server/media";
import type { Executor } from "@db/client";
import { amendOrder, lockOwnOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { type Payment, listUnallocatedOf, lockPayableOrders } from "@server/payments";
import type { SubmitPayment } from "@server/orders/contracts/orders";
import { withinTransaction, recordAudit, type MemberContext } from "@server/access";
import { amountInPaise } from "@server/platform/rules/money/units";
import { MAX_UNALLOCATED_PAYMENTS } from "@server/companies/rules/allowance";
import { can } from "@server/orders/rules/lifecycle";
import { presentTerms, STANDING_QUOTES, type Terms } from "@server/orders/rules/standing-quote";
import { type CheckedSubmission, withFlag } from "@server/orders/rules/submission";
import type { RefusalCode } from "@server/platform/rules/refusals/codes";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { notifyUnallocated } from "@server/orders/records/notify-members";
import { bothPrices, orderEntry } from "@server/orders/records/order-audit";
import { paidAccount } from "./paid-account";
import { joinPayment, namedPayment, typedNumbers } from "@server/orders/money/join-payment";
import { insertUnheldOrder, lockedBuyer } from "./place-order";

interface RefusedPayment {
  input: SubmitPayment;
  payment: CheckedSubmission;
  because: RefusalCode;
}

/**
 * Keeps a refused payment on record, as an unallocated payment: it came too late for its tokens, or a
 * limit refuses it (`leavesUnallocated` lists the refusals). It has a
 * transaction of its own, as that of the submission was rolled back. A repeated call finds the same
 * payment. Notifies the member and the admins once. Returns without a word for
 * another member's file, and for an order that is missing or can no longer become PENDING. Refuses with TOO_MANY_UNAPPLIED_PAYMENTS.
 */
export async function keepLatePayment(
  ctx: MemberContext,
  { input, payment, because }: RefusedPayment,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const inside = withinTransaction(ctx, tx);
    const buyer = await lockedBuyer(inside);
    const file = payment.receiptId
      ? await findMedia(tx, ctx.company.id, payment.receiptId)
      : undefined;
    if (payment.receiptId && file?.ownerId !== buyer.id) return;
    const amountPaise = amountInPaise(input.amount);
    const namedOrder = input.purchaseId
      ? await lockOwnOrder(tx, ctx.company.id, buyer.id, input.purchaseId)
      : (
          await lockPayableOrders(tx, ctx.company.id, buyer.id, {
            method: payment.method,
            amountPaise,
            keys: typedNumbers(payment.reference),
          })
        ).same;
    if (input.purchaseId && (!namedOrder || !can(namedOrder.status, "PENDING"))) return;
    const unallocated = await listUnallocatedOf(tx, ctx.company.id, buyer.id);
    const isKnown = unallocated.some(({ order: { id } }) => id === namedOrder?.id);
    if (!isKnown && unallocated.length >= MAX_UNALLOCATED_PAYMENTS) {
      throw refuse("TOO_MANY_UNAPPLIED_PAYMENTS", {
        limit: MAX_UNALLOCATED_PAYMENTS,
        contact: contactOf(ctx.company).email,
      });
    }
    const accounts = await findPayableAccounts(tx, ctx.company.id, {
      id: input.beneficiaryId,
      version: input.beneficiaryVersion,
    });
    const order =
      namedOrder ??
      (await insertUnheldOrder(inside, { buyer, accounts }, { ...input, amountPaise }));
    const account = paidAccount(accounts, order, input);
    const present = await presentTermsFor(inside, order, buyer.now);
    const named = namedPayment(order, payment, account);
    const options = { status: "UNALLOCATED", source: "MEMBER", by: buyer.id, because } as const;
    const { before } = await joinPayment(tx, named, options);
    if (before) {
      await noteChange(inside, order, before, named);
      return;
    }
    if (present) await flagQuote(tx, order, present);
    const { receiptId: proofMediaId, ...paid } = payment;
    const prices = present && bothPrices(order, present);
    const after = { ...paid, proofMediaId, because, ...prices };
    await recordAudit(inside, orderEntry("payment.unapplied", order, after));
    await notifyUnallocated(inside, order, buyer, payment.reference);
  });
}

/** Records a changed proof or reported sum in the audit log, since the admin sees only the last one. */
async function noteChange(
  ctx: MemberContext,
  order: Order,
  before: Stated,
  after: Stated,
): Promise<void> {
  const isSame =
    before.proofMediaId === after.proofMediaId && before.reportedPaise === after.reportedPaise;
  if (isSame) return;
  const stated = ({ proofMediaId, reportedPaise: paidAmountPaise }: Stated) => ({
    proofMediaId,
    paidAmountPaise,
  });
  const { orderNumber } = order;
  const was = { orderNumber, ...stated(before) };
  await recordAudit(ctx, orderEntry("payment.changed", order, stated(after), was));
}

type Stated = Pick<Payment, "proofMediaId" | "reportedPaise">;

/** Returns the company's terms if the order's quote has ended and they differ; null otherwise. */
async function presentTermsFor(ctx: MemberContext, order: Order, now: Date): Promise<Terms | null> {
  const { company, db, actor } = ctx;
  const { newerOrders } = await allowanceOf(
    db,
    company.id,
    actor.id,
    order.orderNumber,
    STANDING_QUOTES,
  );
  return presentTerms({ ...order, newerOrders }, company, now);
}

/** Flags an order so that an admin who allocates its payment is shown both prices. */
const flagQuote = (tx: Executor, order: Order, present: Terms) =>
  amendOrder(tx, order, {
    flags: withFlag(order.flags, "QUOTE_ENDED"),
    presentPriceMicroRupees: present.priceMicroRupees,
    presentFeeBps: present.feeBps,
  });
