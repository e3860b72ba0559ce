import { keepSigns } from "@server/members";
import { findMedia, type Media } from "@server/media";
import { lockPayableOrders } from "@server/payments";
import { keepPolicies, agreedTo } from "@server/companies";
import { listAdminsToNotifyOfOrder } from "@server/messages";
import {
  lockOwnOrder,
  lockProof,
  moveOf,
  amendOrder,
  ordersWithProof,
} from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { databaseNow } from "@db/clock";
import {
  SubmitPayment,
  type OrderRecord,
  ConsentToOrder,
  type OrderView,
} from "@server/orders/contracts/orders";
import {
  conclude,
  oncePerKey,
  refusalFrom,
  memberProcedure,
  recordAudit,
  type MemberContext,
} from "@server/access";
import { amountInPaise, parseRupeesToPaise } from "@server/platform/rules/money/units";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import {
  asRestTold,
  asSubmitted,
  flagsOf,
  flagsOfRest,
  checkSubmission,
  type CheckedSubmission,
  consentRefusal,
  leavesUnallocated,
} from "@server/orders/rules/submission";
import { assertCan, holdsSupply } from "@server/orders/rules/lifecycle";
import { presentTerms } from "@server/orders/rules/standing-quote";
import { rewardWaitingAgain } from "@server/orders/rules/reward-life";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import {
  assertNotUsed,
  FURTHER_PART,
  joinPayment,
  namedPayment,
  seenBefore,
  typedNumbers,
} from "@server/orders/money/join-payment";
import { showsOtherSum } from "@server/orders/money/bank-sum";
import { keepLatePayment } from "./keep-late-payment";
import { goneAfterPayment, takeHoldOrRunAgain } from "@server/orders/holds/take-hold";
import { orderEntry, submittedEntry } from "@server/orders/records/order-audit";
import {
  orderRecord,
  orderView,
  replayOrderRecord,
  replayOrderView,
} from "@server/orders/reading/order-view";
import {
  assertRoomFor,
  findOthers,
  holdOrRunAgain,
  lookUpPurchase,
  type MadeOrder,
  makeOrder,
  type Purchase,
} from "./place-order";
import { toldOfSubmission } from "@server/orders/records/notify-members";
import { judgeReward, signOfNetwork, signsOfPayment } from "@server/orders/risk/judge";
import { paidAccount } from "./paid-account";

/** A submission with the file that it names, if any. */
type Submission = SubmitPayment & { file: Media | undefined };

/**
 * Records a payment for an order (architecture.md §6). A late payment is accepted: an expired or cancelled
 * order holds tokens again. Where the pool or a limit refuses them, the payment stays unallocated, for an admin.
 */
export const submitPayment = memberProcedure
  .input(SubmitPayment)
  .mutation(async (call): Promise<OrderRecord> => {
    const { ctx, input } = call;
    // A file's record never changes, so the transaction need not read it.
    const file = input.receiptId
      ? await findMedia(ctx.db, ctx.company.id, input.receiptId)
      : undefined;
    try {
      return await submitOnce({ ...call, input: { ...input, file } });
    } catch (error) {
      const refusal = refusalFrom(error);
      if (refusal && leavesUnallocated(refusal.code)) {
        await keepLatePayment(ctx, { input, payment: checked(input), because: refusal.code });
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

const submitOnce = oncePerKey(submit, { identify: samePayment, replay: replayOrderRecord });

async function submit(ctx: MemberContext, input: Submission): Promise<OrderRecord> {
  const { db, company, actor } = ctx;
  const payment = checked(input);
  const amountPaise = amountInPaise(input.amount);

  const { purchase, locked } = await lookUpSubmission(ctx, input, payment, amountPaise);
  const { buyer, accounts } = purchase;
  const { beneficiaryId } = input;
  const isProved = payment.receiptId !== null;
  const made = await orderToPay(ctx, purchase, locked, { amountPaise, beneficiaryId, isProved });
  const { order } = made;
  const isRepeated = !locked.isNamed && locked.same !== undefined;
  const others = isRepeated ? await findOthers(ctx, order.orderNumber) : purchase.others;

  // The rest of a partial payment may be told until an admin decides on it: its order has its tokens
  // and its consent, and each telling replaces the one before.
  const restPaise = missingOf(order);
  const isRest = restPaise !== null;
  if (!isRest) assertCan(order.status, "PENDING");
  if (order.amountPaise !== amountPaise) throw refuse("AMOUNT_DIFFERS_FROM_ORDER");
  // Pages show the policy and its checkbox; an integrator's site shows its own policy.
  if (ctx.transport === "page" && !isRest && !input.consent && !order.consentedAt) {
    throw refuse(consentRefusal(payment.method));
  }
  if (!isRest) assertRoomFor(ctx, { buyer, others }, { quantity: order.quantity, isProved });
  const file = ownFile(ctx, input);
  if (isProved && !file) {
    throw refuseField("receiptId", "RECEIPT_NOT_FOUND");
  }
  const isProofRepeated =
    isProved && file ? await isProofKnown(ctx, file, { ...order, isRest }) : false;

  const account = paidAccount(accounts, order, input);
  const named = namedPayment(order, payment, account);
  const joined = await joinPayment(db, named, {
    status: "WAITING",
    source: "MEMBER",
    by: actor.id,
    because: isRest ? FURTHER_PART : undefined,
    isNew: made.replaced !== undefined,
  });
  assertNotUsed(joined.counted);
  const submittedAt = purchase.facts.now;
  const quoted = { ...order, newerOrders: others.newerOrders };
  const present = isRest ? null : presentTerms(quoted, company, submittedAt);
  const agreed = input.consent ? agreedTo(ctx, input) : null;
  const waiting: Order = { ...order, ...rewardWaitingAgain(order) };
  await keepSigns(db, ctx.deps.secrets, order, [
    ...signsOfPayment(isProved && file ? [file.sha256] : [], typedNumbers(payment.reference)),
    signOfNetwork(ctx.ip),
  ]);
  const rewardHeldBecause = await judgeReward(db, waiting);
  const { id: paymentId } = joined.payment;
  const facts = {
    ...payment,
    duePaise: restPaise ?? order.totalPaise,
    holdEndsAt: order.holdEndsAt,
    submittedAt,
    isProofRepeated,
    ...(await seenBefore(db, order, joined)),
    ...(isRest && { isBankSumOther: await showsOtherSum(ctx, { ...order, paymentId }) }),
    isQuoteEnded: present !== null,
  };
  const change = {
    ...account,
    ...(isRest ? asRestTold(order, submittedAt) : asSubmitted(order, present, submittedAt)),
    ...rewardWaitingAgain(order),
    paymentId,
    paymentMethod: payment.method,
    reference: payment.reference,
    proofMediaId: payment.receiptId,
    paidAmountPaise: payment.paidAmountPaise,
    flags: isRest ? flagsOfRest(order.flags, facts) : flagsOf(facts),
    ...(agreed && { consentedAt: submittedAt, ...agreed.columns }),
    riskDue: true,
    rewardHeldBecause,
  };
  // All values of an earlier submission are replaced; the audit log keeps them.
  const submitted: Order = { ...order, ...change };
  if (agreed) await keepPolicies(db, company.id, agreed.texts);
  const admins = await listAdminsToNotifyOfOrder(db, order);
  const { orderNumber } = order;
  await conclude(ctx, {
    change: moveOf(db, order, change),
    entries: [...made.entries, submittedEntry(order.status, submitted)],
    told: toldOfSubmission(ctx, submitted, buyer, admins),
    answer: { orderNumber },
  });
  // This locks the pool's row, so it comes last (architecture.md §6).
  await holdSubmitted(ctx, made, purchase);
  return orderRecord(submitted, buyer);
}

/**
 * Tells whether another order of the company, or a part of this one that was received, has a proof of
 * the same bytes. Locks the proof, so that none is added.
 */
async function isProofKnown(
  { db, company }: MemberContext,
  file: Media,
  { id, paymentId, isRest }: Order & { isRest: boolean },
) {
  await lockProof(db, company.id, file.sha256);
  const order = { companyId: company.id, id, paymentId: isRest ? null : paymentId };
  return (await ordersWithProof(db, order, file.sha256)).length > 0;
}

/**
 * Identifies a repeated call. A form sent again after a lost answer uploads its proof again, so the
 * content counts, not the id. On a page the proof does not count: a browser may encode the same picture
 * differently, and the first proof stays on record.
 */
function samePayment(ctx: MemberContext, { file, ...input }: Submission): SubmitPayment {
  const own = ownFile(ctx, { file });
  if (!own) return input;
  return { ...input, receiptId: ctx.transport === "page" ? OWN_FILE : own.sha256 };
}

const OWN_FILE = "a file of the member";

const ownFile = ({ actor }: MemberContext, { file }: Pick<Submission, "file">): Media | undefined =>
  file?.ownerId === actor.id ? file : undefined;

/** Reads the facts that decide on a submission, in the lock order. */
async function lookUpSubmission(
  ctx: MemberContext,
  input: Submission,
  payment: CheckedSubmission,
  amountPaise: number,
) {
  const { db, company, actor } = ctx;
  const { purchaseId, beneficiaryId: id, beneficiaryVersion: version } = input;
  const named = {
    method: payment.method,
    keys: typedNumbers(payment.reference),
    amountPaise,
  };
  return lookUpPurchase(
    ctx,
    { orderNumber: purchaseId ?? null, account: { id, version } },
    async () =>
      purchaseId === undefined
        ? {
            isNamed: false as const,
            ...(await lockPayableOrders(db, company.id, actor.id, named)),
          }
        : {
            isNamed: true as const,
            order: await lockOwnOrder(db, company.id, actor.id, purchaseId),
          },
  );
}

type LockedOrders = Awaited<ReturnType<typeof lookUpSubmission>>["locked"];

/**
 * Returns the order with the given number or, without one, that of an earlier attempt with this
 * payment, or a new order.
 */
async function orderToPay(
  ctx: MemberContext,
  purchase: Purchase,
  locked: LockedOrders,
  wanted: Parameters<typeof makeOrder>[3],
): Promise<MadeOrder> {
  if (!locked.isNamed && !locked.same) return makeOrder(ctx, purchase, locked.open, wanted);
  const order = locked.isNamed ? locked.order : locked.same;
  if (!order) throw refuse("ORDER_NOT_FOUND");
  return { order, entries: [], replaced: undefined };
}

/** Takes the hold of an order that was created in this call, or that has lost its hold. */
async function holdSubmitted(
  ctx: MemberContext,
  made: MadeOrder,
  purchase: Purchase,
): Promise<void> {
  const { order, replaced } = made;
  if (replaced !== undefined) return holdOrRunAgain(ctx, made, purchase);
  if (holdsSupply(order.status)) return;
  await takeHoldOrRunAgain(ctx, order, {
    referrer: purchase.facts.referrer,
    person: "AGAIN",
    refusalOf: goneAfterPayment(ctx.company, order),
  });
}

/** Records consent to privacy policy and terms of sale for one order, before it is paid. */
async function consent(ctx: MemberContext, input: ConsentToOrder): Promise<OrderView> {
  const order = await lockOwnOrder(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseId);
  if (!order) throw refuse("ORDER_NOT_FOUND");
  assertCan(order.status, "PENDING");
  if (!input.consent) throw refuse(consentRefusal(input.paymentMethod ?? "BANK"));
  const { columns, texts } = agreedTo(ctx, input);
  await keepPolicies(ctx.db, ctx.company.id, texts);
  const now = await databaseNow(ctx.db);
  const agreed = await amendOrder(ctx.db, order, {
    consentedAt: now,
    ...columns,
  });
  const versions = {
    policyVersion: columns.consentVersion,
    termsVersion: columns.consentTermsVersion,
  };
  await recordAudit(ctx, orderEntry("order.consented", order, versions));
  return orderView(agreed, now);
}

export const consentToOrder = memberProcedure
  .input(ConsentToOrder)
  .mutation(oncePerKey(consent, { replay: replayOrderView }));
