import { findMedia } from "@server/media";
import { findPayableAccounts } from "@server/companies";
import { keepSigns } from "@server/members";
import { memberProcedure, oncePerKey, recordAudit, type MemberContext } from "@server/access";
import { type OrderRecord, SubmitRest } from "@server/orders/contracts/orders";
import {
  assertNotUsed,
  joinPayment,
  namedPayment,
  typedNumbers,
} from "@server/orders/money/join-payment";
import { FURTHER_PART } from "@server/orders/money/order-money";
import { findOrderMember } from "@server/orders/queries/order-details";
import { amendOrder, lockOwnOrder } from "@server/orders/queries/orders";
import { orderRecord, replayOrderRecord } from "@server/orders/reading/order-view";
import { notifyRestSubmitted } from "@server/orders/records/notify-members";
import { orderEntry } from "@server/orders/records/order-audit";
import { signOfNetwork, signsOfPayment } from "@server/orders/risk/judge";
import { isUnusualReference, withFlag } from "@server/orders/rules/submission";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import { paidAccount } from "./paid-account";
import {
  checkedPayment,
  isProofKnown,
  ownFile,
  samePayment,
  type Submission,
} from "./submit-payment";

/**
 * Records that the member has paid the rest of an order of which a part was received: a payment of its
 * own, unconfirmed until an admin receives it for the order. The order goes on waiting with its tokens,
 * for the company now. Another number replaces the earlier one, unless a bank's entry shows it. Refuses
 * as `submit` does, and with ORDER_ALREADY_SUBMITTED if no rest is asked for.
 */
async function submit(
  ctx: MemberContext,
  { file, ...input }: Submission<SubmitRest>,
): Promise<OrderRecord> {
  const { db, company, actor } = ctx;
  const { paymentMethod, purchaseId, beneficiaryId: id, beneficiaryVersion: version } = input;
  const payment = checkedPayment(input);
  const order = await lockOwnOrder(db, company.id, actor.id, purchaseId);
  const user = order && (await findOrderMember(db, company.id, actor.id));
  if (!order || !user) throw refuse("ORDER_NOT_FOUND");
  const missingPaise = missingOf(order);
  if (missingPaise === null || order.restAskedAt === null) throw refuse("ORDER_ALREADY_SUBMITTED");
  const proof = ownFile(ctx, { file });
  if (payment.receiptId !== null && !proof) throw refuseField("receiptId", "RECEIPT_NOT_FOUND");
  const isProofRepeated = proof ? await isProofKnown(ctx, proof, order) : false;

  const accounts = await findPayableAccounts(db, company.id, { id, version });
  const named = namedPayment(order, payment, paidAccount(accounts, order, input));
  const joined = await joinPayment(
    db,
    { ...named, reportedPaise: named.reportedPaise ?? missingPaise },
    { status: "UNALLOCATED", source: "MEMBER", by: actor.id, because: FURTHER_PART },
  );
  assertNotUsed(joined.counted);
  await keepSigns(db, ctx.deps.secrets, order, [
    ...signsOfPayment(proof ? [proof.sha256] : [], typedNumbers(payment.reference)),
    signOfNetwork(ctx.ip),
  ]);
  let { flags } = order;
  if (isProofRepeated) flags = withFlag(flags, "REPEATED_PROOF");
  if (isUnusualReference(paymentMethod, payment.reference)) {
    flags = withFlag(flags, "UNUSUAL_REFERENCE");
  }
  const paidPaise = payment.paidAmountPaise ?? missingPaise;
  const waiting = await amendOrder(db, order, { restAskedAt: null, flags });
  await recordAudit(
    ctx,
    orderEntry("order.rest-submitted", order, {
      method: payment.method,
      reference: payment.reference,
      proofMediaId: payment.receiptId,
      paidAmountPaise: paidPaise,
      missingPaise,
    }),
  );
  await notifyRestSubmitted(ctx, waiting, { paidPaise, missingPaise });
  return orderRecord(waiting, user);
}

const submitOnce = oncePerKey(submit, { identify: samePayment, replay: replayOrderRecord });

export const submitRest = memberProcedure
  .input(SubmitRest)
  .mutation(async (call): Promise<OrderRecord> => {
    const { ctx, input } = call;
    const file = input.receiptId
      ? await findMedia(ctx.db, ctx.company.id, input.receiptId)
      : undefined;
    return submitOnce({ ...call, input: { ...input, file } });
  });
