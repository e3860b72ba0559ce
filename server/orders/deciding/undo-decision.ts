import type { Executor } from "@db/client";
import { allocationsOfDecision, lockPool, moveBudget, appendAllocations } from "@server/ledger";
import { assertNotDelivered } from "@server/launch";
import type { OrderWithPeople } from "@server/orders/queries/decisions";
import { amendOrder, moveLockedOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import { bankSumsOf, findPayment, lockPaymentsOf, movePayment, payersOf } from "@server/payments";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { flagByEntries } from "@server/orders/money/bank-sum";
import { FURTHER_PART, NOT_SETTLED } from "@server/orders/money/join-payment";
import { statedBy } from "@server/orders/rules/stated-decision";
import { findPerson, withdrawMessages } from "@server/messages";
import { findNoticesRead, listUndoable } from "@server/orders/queries/undoable-decisions";
import {
  type DecisionOutcome,
  UndoDecision,
  UndoDecisions,
} from "@server/orders/contracts/decisions";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import type { UndoableDecision } from "@server/orders/contracts/review";
import {
  keepAnswer,
  oncePerKey,
  adminProcedure,
  recordAudit,
  type AdminContext,
} from "@server/access";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { withFlag } from "@server/orders/rules/submission";
import { decisionAt, undoKeyOf, undoRefusal } from "@server/orders/rules/undo-window";
import { contradicts } from "@server/payments/rules/link-entry";
import { type Extras, extrasToHold, rewardFor } from "@server/ledger/rules/reward";
import { NO_REWARD, onlyRisk, rewardWaitingAgain } from "@server/orders/rules/reward-life";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { decideEach } from "./decide-many";
import { lockOrderById } from "./decision";
import { withdrawGiven } from "@server/orders/money/withdraw-given";
import { judgeAgain } from "@server/orders/risk/judge";
import { notHeld, takeHoldOrRunAgain, withinBudget } from "@server/orders/holds/take-hold";
import { decidedEntry } from "@server/orders/records/order-audit";
import { reopenPayment, returnPayment } from "@server/orders/money/order-money";
import { adminOrderRecord, replayForAdmin } from "@server/orders/reading/order-view";
import { reversalsOf } from "./purchase-allocations";

/**
 * Undoes the caller's own decision within the undo window, before anybody was notified: its mails are
 * withdrawn. The order waits again as it was submitted, with its payment and its tokens; REVERSAL
 * allocations take back those of an approval. Refuses with UNDO_OTHERS, UNDO_SEEN, UNDO_TOO_LATE once a
 * mail is on its way or the money was settled otherwise, HOLD_NOT_AVAILABLE and REFERENCE_USED. If
 * other money with its number was received meanwhile, the order waits with that flag.
 */
const undoOnce = oncePerKey(undo, { replay: replayForAdmin });

async function undo(ctx: AdminContext, input: UndoDecision): Promise<AdminOrderRecord> {
  const { orderId, decidedAt } = input;
  const found = await lockOrderById(ctx, input);
  const noticesReadAt = await findNoticesRead(ctx.db, ctx.company.id, orderId);
  if (!found || !noticesReadAt) throw refuse("ORDER_NOT_FOUND");
  const { order, now } = found;
  assertMayDecide(order, ctx.actor);
  const known = { actorId: ctx.actor.id, decidedAt, now, noticesReadAt };
  const whyNot = undoRefusal(order, known);
  if (whyNot) throw refuse(whyNot);
  const isWithdrawn = await withdrawMessages(ctx.db, ctx.company.id, undoKeyOf(order));
  if (!isWithdrawn) throw refuse("UNDO_TOO_LATE");
  if (order.status === "APPROVED") return unapprove(ctx, found);
  if (order.status !== "PENDING") return reopen(ctx, found);
  return order.decidedAt === null ? returnPart(ctx, found) : reopenRest(ctx, found);
}

export const undoDecision = adminProcedure.input(UndoDecision).mutation(undoOnce);

/** Undoes several decisions, each by the rules for a single one. A refused one does not stop the others. */
export const undoDecisions = adminProcedure
  .input(UndoDecisions)
  .mutation(({ ctx, input: { decisions } }): Promise<DecisionOutcome[]> => {
    const decidedAt = new Map(decisions.map((one) => [one.orderId, one.decidedAt]));
    return decideEach(
      ctx,
      { orderIds: [...decidedAt.keys()] },
      (one, { orderId }) =>
        undoOnce({
          ctx: one,
          input: { orderId, decidedAt: decidedAt.get(orderId) ?? "" },
          path: "orders.undoMany",
        }),
      { atOnce: 1 },
    );
  });

/** Clears the fields of a decision on an order that waits again. */
const UNDECIDED = {
  status: "PENDING",
  decidedAt: null,
  decidedBy: null,
  undoUntil: null,
  decisionReason: null,
  refundNote: null,
} as const;

/** Lets an approved order wait again: its allocated tokens become held tokens. */
async function unapprove(
  ctx: AdminContext,
  { order, member, now }: OrderWithPeople,
): Promise<AdminOrderRecord> {
  const { db, company } = ctx;
  await assertNotDelivered(db, order);
  const { flags } = await returnWithEntry(ctx, order, now);
  const allocated = await allocationsOfDecision(db, order);
  const isLost = order.rewardState === "WITHDRAWN";
  const rewarded = isLost ? 0 : (order.rewardTokens ?? 0);
  const whole = await wholeExtras(db, order, isLost ? null : rewarded);
  const { bonus, reward: heldReward } = whole;
  const change = {
    ...UNDECIDED,
    heldQuantity: order.quantity + bonus,
    bonusTokens: bonus,
    heldReward,
    ...(isLost ? {} : { ...NO_REWARD, rewardHeldBecause: onlyRisk(order) }),
    flags,
    receivedPaise: null,
    approvedQuantity: null,
    approvedAmountPaise: null,
    approvedFeePaise: null,
  };
  const waiting = { ...order, ...change };
  await recordUndone(ctx, order, waiting, now);
  const record = adminOrderRecord(waiting, member);
  await keepAnswer(ctx, { id: order.id });
  await moveLockedOrder(db, order, change);
  // The pool's row is locked last (architecture.md §6).
  const pool = await lockPool(db, company.id);
  const tokens = allocated.reduce((sum, { quantity }) => sum + quantity, 0);
  // A reward on hold is held already; a partial approval released the rest of the hold.
  const free = pool.free + tokens + order.heldReward;
  if (order.quantity > free) throw notHeld(order)(free);
  const promised = extrasToHold(whole, free - order.quantity);
  if (promised.bonus !== bonus || promised.reward !== heldReward) {
    await amendOrder(db, order, {
      heldQuantity: order.quantity + promised.bonus,
      bonusTokens: promised.bonus,
      heldReward: promised.reward,
    });
    // The campaign's row is locked already.
    await moveBudget(db, order, promised.bonus + promised.reward - bonus - heldReward);
  }
  const held = order.quantity + promised.bonus + promised.reward - order.heldReward;
  await appendAllocations(db, pool, reversalsOf(allocated), { held, allocated: -tokens });
  return record;
}

/**
 * Returns the bonus and reward of an approved order that waits again: of a partial approval, which has
 * parts of them or none, those of the whole order, as far as its campaign gives them. `rewarded` is
 * null for a reward that is lost.
 */
async function wholeExtras(db: Executor, order: Order, rewarded: number | null): Promise<Extras> {
  const { bonusTokens: bonus, quantity, rewardBps } = order;
  if (order.approvedQuantity === null) return { bonus, reward: rewarded ?? 0 };
  const reward = rewarded === null ? 0 : rewardFor(quantity, rewardBps ?? 0);
  return withinBudget(db, order, { bonus, reward });
}

/** Lets an order of which a part was received wait for its decision again. */
async function returnPart(
  ctx: AdminContext,
  { order, member, now }: OrderWithPeople,
): Promise<AdminOrderRecord> {
  const { db } = ctx;
  const { flags } = await returnWithEntry(ctx, order, now);
  const change = {
    ...UNDECIDED,
    receivedPaise: null,
    restAskedAt: null,
    flags,
    submissionVersion: order.submissionVersion + 1,
  };
  const waiting = { ...order, ...change };
  await recordUndone(ctx, order, waiting, now);
  const record = adminOrderRecord(waiting, member);
  await keepAnswer(ctx, { id: order.id });
  await amendOrder(db, order, change);
  return record;
}

/** Lets a rejected order wait again. */
async function reopen(
  ctx: AdminContext,
  { order, member, now }: OrderWithPeople,
): Promise<AdminOrderRecord> {
  const { db, company } = ctx;
  // The rejection released the reference, so its money may serve another order meanwhile.
  const isReceived = await returnPayment(ctx, order, now);
  const flags = await withBankSum(ctx, order);
  // An order whose hold had been released still has no tokens.
  const isReleased = order.holdReleasedAt !== null;
  const change = {
    ...UNDECIDED,
    heldQuantity: isReleased ? 0 : order.quantity + order.bonusTokens,
    heldReward: 0,
    ...rewardWaitingAgain(order),
    flags: isReceived ? withFlag(flags, "RECORDED_REFERENCE") : flags,
  };
  const waiting = { ...order, ...change };
  await recordUndone(ctx, order, waiting, now);
  const record = adminOrderRecord(waiting, member);
  const referrer = order.referrerId && (await findPerson(db, company.id, order.referrerId));
  await keepAnswer(ctx, { id: order.id });
  await moveLockedOrder(db, order, change);
  // The pool's row is locked last (architecture.md §6).
  const person = order.status === "REJECTED" ? ("AGAIN" as const) : ("COUNTED" as const);
  const hold = { referrer: referrer || null, person, refusalOf: notHeld(order) };
  if (!isReleased) await takeHoldOrRunAgain(ctx, waiting, hold);
  return record;
}

/** Lets the rejected rest of a waiting order wait for its decision again. */
async function reopenRest(
  ctx: AdminContext,
  { order, member, now }: OrderWithPeople,
): Promise<AdminOrderRecord> {
  const { db, company } = ctx;
  const payments = await lockPaymentsOf(db, { companyId: company.id, orderId: order.id }, []);
  const rejected = payments.find(
    ({ settledAt, unallocatedBecause }) =>
      settledAt !== null &&
      settledAt >= (order.decidedAt ?? now) &&
      unallocatedBecause !== "RECORDED",
  );
  if (!rejected) throw refuse("UNDO_TOO_LATE");
  const isReceived = await reopenPayment(ctx, order, rejected);
  await movePayment(db, rejected, {
    unallocatedBecause: FURTHER_PART,
    ...NOT_SETTLED,
    amountPaise: missingOf(order) ?? rejected.amountPaise,
  });
  const change = {
    ...UNDECIDED,
    ...statedBy(rejected),
    submissionVersion: order.submissionVersion + 1,
    flags: isReceived ? withFlag(order.flags, "RECORDED_REFERENCE") : order.flags,
  };
  const waiting = { ...order, ...change };
  await recordUndone(ctx, order, waiting, now);
  const record = adminOrderRecord(waiting, member);
  await keepAnswer(ctx, { id: order.id });
  await moveLockedOrder(db, order, change);
  await flagByEntries(ctx, [rejected.id]);
  return record;
}

/** Returns the flags of an order that waits again, with its own if the bank shows another sum. */
async function withBankSum({ db, company }: AdminContext, order: Order): Promise<Order["flags"]> {
  const { flags, paymentId, totalPaise: amountPaise } = order;
  if (paymentId === null) return flags;
  const sums = await bankSumsOf(db, company.id, [paymentId]);
  const isOther = contradicts({ amountPaise, receivedPaise: null }, sums.get(paymentId));
  return isOther ? withFlag(flags, "BANK_SUM_DIFFERS") : flags;
}

/**
 * Returns the payment of an order as it was before its money arrived (`returnPayment`), without an entry
 * that was given to it; with the flags that its order then has.
 */
async function returnWithEntry(ctx: AdminContext, order: Order, at: Date) {
  await returnPayment(ctx, order, at);
  const { db, company } = ctx;
  const payment = order.paymentId && (await findPayment(db, company.id, order.paymentId));
  if (!payment || !(await withdrawGiven(ctx, payment)))
    return { flags: await withBankSum(ctx, order) };
  const isStill = (await payersOf(db, company.id, [payment.id])).length > 0;
  const flags = order.flags.filter((flag) => flag !== "PAID_BY_ANOTHER" || isStill);
  await judgeAgain(ctx, [payment.id]);
  return { flags: await withBankSum(ctx, { ...order, flags }) };
}

async function recordUndone(ctx: AdminContext, order: Order, waiting: Order, now: Date) {
  const entry = decidedEntry(order.status, waiting, {
    undone: 1,
    undoneDecision: decisionAt(order)?.toISOString(),
    endedAt: now.toISOString(),
  });
  await recordAudit(ctx, { ...entry, action: "order.reopened" });
}

/** Lists the caller's decisions that can still be undone, newest first. */
export const undoableDecisions = adminProcedure.query(
  async ({ ctx }): Promise<UndoableDecision[]> => {
    const found = await listUndoable(ctx.db, ctx.company.id, ctx.actor.id);
    return found.flatMap(({ decidedAt, ...one }) =>
      decidedAt === null ? [] : [{ ...one, decidedAt: decidedAt.toISOString() }],
    );
  },
);
