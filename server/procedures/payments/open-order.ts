import { buyerRoom } from "@db/queries/allowance";
import { settleOrder } from "@db/queries/decisions";
import { findOrderOpenedBy } from "@db/queries/order-opened-by";
import {
  type Buyer,
  databaseNow,
  findLastConsent,
  lockBuyer,
  type Order,
} from "@db/queries/orders";
import type { PaymentClaim } from "@db/queries/payment-claims";
import { applyCredit, creditClaim, orderOfPayment } from "@db/queries/payment-credits";
import { findPendingOf } from "@db/queries/pending-changes";
import { findPerson } from "@db/queries/recipients";
import { lockRemaining, obtainablePrivateSupply } from "@db/queries/supplies";
import { PAYMENT_KIND, PAYMENT_VERSION, RECEIVED_SUM } from "@db/schema";
import {
  OfferOfPayment,
  type OpenedOrder,
  OpenOrder,
  type SecondOrderOffer,
} from "@server/contracts/payments";
import { idempotentBy } from "@server/context/idempotent";
import { refusalFrom } from "@server/context/refusal-from";
import { areInForce } from "@server/documents/policies";
import { amountInPaise } from "@server/domain/money/units";
import { unverifiedHoldTokens } from "@server/domain/orders/allowance";
import {
  secondOrder,
  type SecondOrder,
  type SecondOrderRules,
  worthOf,
} from "@server/domain/orders/second-order";
import { rewardFor } from "@server/domain/referrals/referrals";
import { refuse } from "@server/domain/refusals/refuse";
import { toAppend } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import {
  type ApprovalBy,
  isAboveSum,
  isWaiting,
  recallWaiting,
  secondAdminFor,
  unlessWaiting,
  type Waiting,
} from "../changes/store-change";
import type { AdminContext } from "../orders/decision";
import { notifySecondOrder } from "../orders/notify-members";
import { createdEntry, decidedEntry } from "../orders/order-audit";
import { insertNumbered } from "../orders/place-order";
import { purchaseAllocations } from "../orders/purchase-allocations";
import { makeRoom } from "../orders/release-overdue-holds";
import { payable } from "./allocate-payment";
import { assertUsedOnce, lockUsedOnce } from "./payment-numbers";
import { claimToSettle, creditToSettle, paymentToShow } from "./payment-to-settle";

type Named = Pick<OpenOrder, "kind" | "paymentId" | "received">;

/** The received sum of a claim, as entered by the admin. Refuses with AMOUNT_INVALID without one. */
function receivedOf({ received }: Named): number {
  if (received === undefined) {
    throw refuse("AMOUNT_INVALID", {}, { fields: { received: ["AMOUNT_INVALID"] } });
  }
  return amountInPaise(received);
}

/** Open money, locked with the order that it was paid for. */
interface OpenMoney {
  /** The order that the money was paid for. */
  source: Order;
  /** Null for a credit. */
  claim: PaymentClaim | null;
  creditId: string | null;
  method: Order["paymentMethod"];
  reference: string | null;
  openPaise: number;
  updatedAt: Date;
}

async function lockMoney(ctx: AdminContext, input: OpenOrder): Promise<OpenMoney> {
  if (input.kind === "CLAIM") {
    const openPaise = receivedOf(input);
    const { order: source, claim } = await claimToSettle(ctx, input);
    const { method, reference, updatedAt } = claim;
    return { source, claim, creditId: null, method, reference, openPaise, updatedAt };
  }
  const { order: source, credit, openPaise } = await creditToSettle(ctx, input);
  const { id: creditId, method, reference, updatedAt } = credit;
  return { source, claim: null, creditId, method, reference, openPaise, updatedAt };
}

/** The rules of BUY NOW: the order is opened for the member, who shows no proof for it. */
async function rulesFor(
  { db, company }: AdminContext,
  memberId: string,
  freeTokens: number,
): Promise<SecondOrderRules> {
  const { maxPendingOrders, maxHeldTokens, unverifiedHoldBps } = company;
  const [room, consent] = await Promise.all([
    buyerRoom(db, company.id, memberId),
    findLastConsent(db, company.id, memberId),
  ]);
  if (!room) throw refuse("MEMBER_MAY_NOT_BUY");
  if (consent && !areInForce(company, consent)) throw refuse("MEMBER_TERMS_CHANGED");
  const { pendingOrders, pendingTokens, isApproved: isVerified } = room;
  const unproved = isVerified
    ? null
    : {
        heldTokens: room.unprovedTokens,
        maxTokens: unverifiedHoldTokens(room.poolTokens, unverifiedHoldBps),
      };
  return {
    priceMicroRupees: company.priceMicroRupees,
    feeBps: company.feeBps,
    unverifiedMayBuy: company.unverifiedMayBuy,
    isVerified,
    allowance: { pendingOrders, pendingTokens, maxPendingOrders, maxHeldTokens, unproved },
    freeTokens,
  };
}

/**
 * The same as it was shown: as many tokens, for the same total; and all that the money buys.
 * Refuses with SECOND_ORDER_CHANGED.
 */
async function offerAsShown(
  ctx: AdminContext,
  { source: { memberId }, openPaise }: OpenMoney,
  shown: Pick<OpenOrder, "quantity" | "totalPaise">,
): Promise<{ offer: SecondOrder; most: SecondOrder }> {
  const { free } = await obtainablePrivateSupply(ctx.db, ctx.company.id);
  const rules = await rulesFor(ctx, memberId, free);
  const offer = secondOrder(openPaise, { ...rules, atMost: shown.quantity });
  if (offer.quantity !== shown.quantity || offer.totalPaise !== shown.totalPaise) {
    throw refuse("SECOND_ORDER_CHANGED");
  }
  return { offer, most: worthOf(openPaise, rules) };
}

const open = (by: ApprovalBy) =>
  idempotentBy(
    { recall },
    async ({
      ctx,
      input,
    }: {
      ctx: AdminContext;
      input: OpenOrder;
    }): Promise<OpenedOrder | Waiting> => {
      const { company, db, actor } = ctx;
      const named = await orderOfPayment(db, company.id, input.kind, input.paymentId);
      // The member first (architecture.md §6): their orders are counted, and one is added.
      const buyer = named && (await lockBuyer(db, company.id, named.memberId));
      const money = await lockMoney(ctx, input);
      if (!buyer) throw refuse("MEMBER_MAY_NOT_BUY");
      await lockUsedOnce(ctx, money.source, money);
      const { offer, most } = await offerAsShown(ctx, money, input);
      const now = await databaseNow(db);
      // By all that the money buys: in several small orders one admin would use it alone.
      const { totalPaise, quantity } = most;
      const order = { totalPaise, quantity, createdAt: now };
      const stored = await secondAdminFor(ctx, { ...asOrder(money, input, offer), order, by });
      if (isWaiting(stored)) return stored;
      const made = await insertFor(ctx, buyer, money, offer);
      const creditId =
        money.claim === null
          ? money.creditId
          : await creditClaim(db, money.claim, { receivedPaise: money.openPaise, by: actor.id });
      if (creditId === null) throw new Error("A payment is a claim or a credit.");
      const served = { companyId: company.id, creditId, orderId: made.id };
      await applyCredit(db, served, offer.totalPaise);
      await approve(ctx, { made, money, offer, buyer, now });
      return opened(made, money.source.orderNumber, offer);
    },
  );

const opened = (
  { id, orderNumber }: Order,
  sourceNumber: string,
  { quantity, totalPaise, restPaise }: Pick<SecondOrder, "quantity" | "totalPaise" | "restPaise">,
): OpenedOrder => ({ orderId: id, orderNumber, sourceNumber, quantity, totalPaise, restPaise });

/** The order before its approval: it holds no tokens, and is paid already. */
async function insertFor(
  ctx: AdminContext,
  buyer: Buyer,
  { source }: OpenMoney,
  { quantity, amountPaise, feePaise, totalPaise }: SecondOrder,
): Promise<Order> {
  const { beneficiaryId, beneficiaryVersion, id: sourceOrderId } = source;
  const { priceMicroRupees, feeBps } = ctx.company;
  // The offer refuses a missing price.
  const terms = { amountPaise, priceMicroRupees: priceMicroRupees ?? 0, feeBps };
  const bought = { ...terms, quantity, feePaise, totalPaise };
  return insertNumbered(
    ctx,
    buyer,
    { ...bought, beneficiaryId, beneficiaryVersion, sourceOrderId },
    { status: "EXPIRED", heldQuantity: 0, holdEndsAt: buyer.now },
  );
}

interface Made {
  made: Order;
  money: OpenMoney;
  offer: SecondOrder;
  buyer: Buyer;
  now: Date;
}

/** Approves it: its tokens, the activity of both orders, and what the member is told. */
async function approve(ctx: AdminContext, { made, money, offer, buyer, now }: Made): Promise<void> {
  const { company, db, actor } = ctx;
  const { quantity, totalPaise, restPaise } = offer;
  const { source } = money;
  const [member, referrer, consent] = await Promise.all([
    findPerson(db, company.id, buyer.id),
    buyer.referrerId === null ? null : findPerson(db, company.id, buyer.referrerId),
    findLastConsent(db, company.id, buyer.id),
  ]);
  if (!member) throw new Error("A locked member is gone.");
  // From here on the pool's row is locked: the reward depends on it.
  const free = await lockRemaining(db, company.id);
  if (free < quantity) throw refuse("SECOND_ORDER_CHANGED");
  const reward = payable(ctx, referrer, quantity, free - quantity);
  const change = {
    ...consent,
    status: "APPROVED" as const,
    heldQuantity: 0,
    heldReward: 0,
    rewardBps: reward > 0 ? company.referralRewardBps : null,
    paymentMethod: money.method,
    submittedAt: now,
    submissionVersion: 1,
    decidedAt: now,
    decidedBy: actor.id,
  };
  const approved = { ...made, ...change };
  const appended = toAppend(company.id, purchaseAllocations(approved, { quantity, reward }));
  await recordAudit(
    ctx,
    createdEntry(made),
    decidedEntry(made.status, approved, {
      rewardTokens: reward,
      sourceOrder: source.orderNumber,
    }),
    {
      action: "payment.reused",
      subjectType: "order",
      subjectId: source.id,
      after: {
        orderNumber: source.orderNumber,
        newOrder: made.orderNumber,
        amountPaise: totalPaise,
        allocatedTokens: quantity,
        restPaise,
      },
    },
  );
  await notifySecondOrder(ctx, approved, {
    ...{ member, referrer: referrer ?? null, quantity, reward, restPaise },
    sourceNumber: source.orderNumber,
  });
  await settleOrder(db, {
    order: made,
    change,
    pool: { fromHeld: 0, toAllocated: quantity + reward },
    appended,
  });
}

/** The answer to a call that was repeated with its key, after a second admin's confirmation too. */
async function recall(
  ctx: AdminContext,
  stored: OpenedOrder | Waiting,
): Promise<OpenedOrder | Waiting> {
  if (!isWaiting(stored)) return stored;
  return recallWaiting(ctx, stored, async (change) => {
    const found = await findOrderOpenedBy(ctx.db, ctx.company.id, change);
    if (!found) throw refuse("PAYMENT_NOT_FOUND");
    const { order, sourceNumber, restPaise } = found;
    return opened(order, sourceNumber, { ...order, restPaise });
  });
}

/** The order as it waits for a second admin, who confirms these tokens for this total. */
const asOrder = (
  { source, updatedAt, openPaise }: OpenMoney,
  { kind, paymentId }: OpenOrder,
  { quantity, totalPaise }: SecondOrder,
) => ({
  kind: "PAYMENT_ORDER" as const,
  subjectId: paymentId,
  subjectVersion: null,
  change: {
    before: null,
    after: {
      orderNumber: source.orderNumber,
      totalPaise,
      quantity,
      ...(kind === "CLAIM" && { [RECEIVED_SUM]: openPaise }),
      [PAYMENT_KIND]: kind,
      [PAYMENT_VERSION]: updatedAt.toISOString(),
    },
  },
});

/**
 * Opens another order of the same member for money that serves no order, and approves it by that money:
 * the tokens and the total that the admin was shown, at today's price and fee. The rest stays open.
 * Refuses with PAYMENT_NOT_FOUND, PAYMENT_SETTLED, OWN_ORDER, AMOUNT_INVALID, MEMBER_MAY_NOT_BUY,
 * REFERENCE_USED, MEMBER_TERMS_CHANGED, what `secondOrder` refuses with, and SECOND_ORDER_CHANGED; where
 * the money buys for more than the company's sum, the first one is stored, with NEEDS_SECOND_ADMIN.
 */
const opening = (by: ApprovalBy) => {
  const run = open(by);
  return unlessWaiting(
    async (call: {
      ctx: AdminContext;
      input: OpenOrder;
      path: string;
    }): Promise<OpenedOrder | Waiting> => {
      const { ctx, input } = call;
      const { quantity } = input;
      const wanted = quantity + rewardFor(quantity, ctx.company.referralRewardBps);
      // In transactions of its own, so that it locks no order while the payment's is locked.
      const named = await orderOfPayment(ctx.db, ctx.company.id, input.kind, input.paymentId);
      if (named) await makeRoom(ctx, ctx.company, wanted);
      return run(call);
    },
  );
};

/** The opening of an order by the second admin of this waiting change. */
export const openConfirmed = (changeId: string) => opening({ confirms: changeId });

/** The opening of an order above the company's sum whose cool-off has ended. */
export const openAfterCoolOff = opening("COOL_OFF");

export const openOrder = adminProcedure.input(OpenOrder).mutation(opening("ONE"));

/** What a payment's open money buys now, or why it buys nothing. Decides nothing: `openOrder` does. */
export const offerOfPayment = adminProcedure
  .input(OfferOfPayment)
  .query(async ({ ctx, input }): Promise<SecondOrderOffer> => {
    const { db, company } = ctx;
    const { order, member, ...payment } = await paymentToShow(ctx, input);
    const named = input.received === undefined ? null : receivedOf(input);
    const openPaise = input.kind === "CLAIM" ? named : payment.openPaise;
    const [waiting, pool, now] = await Promise.all([
      findPendingOf(db, company.id, input.paymentId),
      obtainablePrivateSupply(db, company.id),
      databaseNow(db),
    ]);
    const creditId = input.kind === "CREDIT" ? input.paymentId : null;
    const found = await offered(ctx, { creditId, order, payment, openPaise, pool, now });
    return {
      kind: input.kind,
      paymentId: input.paymentId,
      updatedAt: payment.updatedAt.toISOString(),
      orderId: order.id,
      orderNumber: order.orderNumber,
      method: payment.method,
      reference: payment.reference,
      reportedPaise: payment.reportedPaise,
      openPaise,
      member,
      priceMicroRupees: company.priceMicroRupees,
      feeBps: company.feeBps,
      ...found,
      waitsSince: waiting?.kind === "PAYMENT_ORDER" ? waiting.createdAt.toISOString() : null,
    };
  });

async function offered(
  ctx: AdminContext,
  {
    creditId,
    order,
    payment: { reference },
    openPaise,
    pool,
    now,
  }: {
    creditId: string | null;
    order: Order;
    payment: { reference: string | null };
    openPaise: number | null;
    pool: { free: number; overdue: number };
    now: Date;
  },
): Promise<Pick<SecondOrderOffer, "offer" | "refusal">> {
  if (openPaise === null) return { offer: null, refusal: null };
  const { memberId } = order;
  try {
    await assertUsedOnce(ctx, order, { reference, creditId });
    const member = await findPerson(ctx.db, ctx.company.id, memberId);
    const mayBuy = member?.role === "USER" && member.status === "ACTIVE" && !member.deletedAt;
    if (!mayBuy) throw refuse("MEMBER_MAY_NOT_BUY");
    const freeTokens = pool.free + pool.overdue;
    const rules = await rulesFor(ctx, memberId, freeTokens);
    const offer = secondOrder(openPaise, rules);
    const most = worthOf(openPaise, rules);
    const needsSecondAdmin = await isAboveSum(ctx, { ...most, createdAt: now });
    return { offer: { ...offer, needsSecondAdmin }, refusal: null };
  } catch (error) {
    const refusal = refusalFrom(error);
    if (refusal?.kind !== "conflict") throw error;
    return { offer: null, refusal: { code: refusal.code, params: { ...refusal.params } } };
  }
}
