import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import { moveLockedOrder } from "@server/orders/queries/orders";
import type { Order } from "@db/schema";
import {
  findPendingOf,
  type PendingChange,
  type ApprovalBy,
  isOfNow,
  isWaiting,
  replayWaiting,
  referenceIn,
  secondAdminFor,
  type Waiting,
} from "@server/companies";
import { lockPool, movePool, appendAllocations } from "@server/ledger";
import { PART_REFERENCE, RECEIVED_SUM, STATEMENT_LINE } from "@db/schema";
import { type ApproveOrder, ApproveOrderBySum } from "@server/orders/contracts/decisions";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import { keepAnswer, oncePerKey, adminProcedure, recordAudit } from "@server/access";
import { secondAdminRules } from "@server/access/rules/second-admin";
import { partPaidBy } from "@server/platform/rules/money/partial-payment";
import { amountInPaise } from "@server/platform/rules/money/units";
import { needsSingleDecision } from "@server/orders/rules/submission";
import { undoUntil } from "@server/orders/rules/undo-window";
import { rewardFor } from "@server/ledger/rules/reward";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { type AdminContext, lockDecidable, payableReward } from "./decision";
import { retakeHold } from "@server/orders/buying/hold";
import { notifyAllocated } from "./notify-members";
import { decidedEntry } from "./order-audit";
import {
  checkMoney,
  isContradicted,
  lockMoney,
  type OrderMoney,
  receiveMoney,
  typedReference,
} from "./order-money";
import { adminOrderRecord } from "@server/orders/reading/order-view";
import { purchaseAllocations } from "./purchase-allocations";
import { replayForAdmin } from "@server/orders/reading/replay-answer";

/** An approval names these, whichever way it comes. */
export interface Approval extends ApproveOrder {
  by: ApprovalBy;
  /** What was received now, in paise; default: what is missing of the order's total. */
  receivedPaise?: number | undefined;
  /** The bank's entry that shows it. */
  lineId?: string | undefined;
  /** The bank's number of a further part, normalised. */
  reference?: string | undefined;
  /** Why a flagged order is right, for the audit log. */
  note?: string | undefined;
}

/**
 * Approves an order: its money has arrived, and its held tokens are allocated to the member, the reward
 * to the referrer. Where another sum than the order's total was received, it allocates what that pays at
 * the order's price; what the order does not need is left over. In a bulk approval, an order that needs a
 * decision of its own is refused with DECIDE_SINGLY. Above the company's sum the first approval is stored,
 * with NEEDS_SECOND_ADMIN; another admin's approval of the same sum confirms it. Refuses with what
 * `lockDecidable` and `checkMoney` refuse with, RECEIVED_BELOW_ONE_TOKEN and HOLD_NOT_AVAILABLE.
 */
export const approve = oncePerKey(approveIn, {
  // The way in which an approval came makes no other call of it.
  identify: (_ctx, { by: _by, note: _note, ...named }) => named,
  replay: replayApproval,
});

/** The body of an approval, in its transaction. */
async function approveIn(ctx: AdminContext, input: Approval): Promise<AdminOrderRecord | Waiting> {
  const { company, db, actor } = ctx;
  const { by, note } = input;

  const { order: waiting, member, referrer, now } = await lockDecidable(ctx, input, "APPROVED");
  const money = await lockMoney(ctx, waiting);

  if (by === "BULK") assertForBulk(waiting, money, input);
  const sums = sumsOf(waiting, input.receivedPaise);
  const asked = asApproval(waiting, money, sums, input);
  const stored = await storedApproval(ctx, asked, by);
  const checked = await checkMoney(ctx, waiting, money, {
    nowPaise: sums.nowPaise,
    isSumGiven: input.receivedPaise !== undefined,
    lineId: input.lineId ?? lineIn(stored),
    reference: input.reference ?? (stored ? referenceIn(stored) : undefined),
  });
  const confirmed = await secondAdminFor(ctx, { ...asked, by });
  if (isWaiting(confirmed)) return confirmed;

  const received = await receiveMoney(ctx, waiting, checked, { ...sums, at: now });
  const order = waiting.holdReleasedAt ? await retakeHold(ctx, waiting) : waiting;
  const { quantity } = sums.part;
  const reward = partOfReward(payableReward({ order, referrer }), order, quantity);
  // What a second admin confirmed, or a part of the money was received for before, is not undone by one.
  const isAlone = confirmed === null && waiting.receivedPaise === null;
  const canUndo = ctx.canUndo === true && (by === "ONE" || by === "BULK") && isAlone;
  const change = {
    status: "APPROVED" as const,
    heldQuantity: 0,
    heldReward: 0,
    decidedAt: now,
    decidedBy: actor.id,
    decisionCount: order.decisionCount + 1,
    undoUntil: undoUntil(now, canUndo),
    decisionReason: null,
    refundNote: null,
    flags: order.flags.filter((flag) => flag !== "BANK_SUM_DIFFERS"),
    ...sums.change,
    restAskedAt: null,
  };
  const approved = { ...order, ...change };
  await recordAudit(
    ctx,
    decidedEntry(order.status, approved, {
      ...{ rewardTokens: reward, ...sums.audited, ...received },
      ...(note && { flagsReason: note }),
    }),
  );
  const { restPaise } = sums;
  await notifyAllocated(ctx, approved, { member, referrer, quantity, reward, restPaise });
  const record = adminOrderRecord(approved, member);
  await keepAnswer(ctx, record);
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
  return record;
}

/** An order that waits for its rest, or whose sum or price is in doubt, is decided singly. */
function assertForBulk(order: Order, money: OrderMoney, { lineId }: Approval): void {
  const isSingle =
    order.receivedPaise !== null ||
    isContradicted(money) ||
    needsSingleDecision(order.flags, { isSumKnown: lineId !== undefined });
  if (isSingle) throw refuse("DECIDE_SINGLY");
}

/**
 * What an approval by a received sum allocates, with the parts that were received before. Without a
 * sum, the rest of the order's total was received; zero is a decision by the parts alone. Refuses with
 * RECEIVED_BELOW_ONE_TOKEN if all of it pays none.
 */
function sumsOf(order: Order, received: number | undefined) {
  const { totalPaise } = order;
  const before = order.receivedPaise ?? 0;
  const nowPaise = received ?? totalPaise - before;
  const receivedPaise = before + nowPaise;
  const part = partPaidBy(order, receivedPaise);
  if (!part) throw refuse("RECEIVED_BELOW_ONE_TOKEN");
  const appliedPaise = part.amountPaise + part.feePaise;
  const restPaise = receivedPaise - appliedPaise;
  const isPart = appliedPaise < totalPaise;
  const isOther = receivedPaise !== totalPaise;
  return {
    part,
    /** What was received now. */
    nowPaise,
    /** What the order takes of all that was received, and what it does not need. */
    appliedPaise,
    restPaise,
    /** What the order states of it. */
    change: {
      ...((isOther || before > 0) && { receivedPaise: isOther ? receivedPaise : null }),
      ...(isPart && {
        approvedQuantity: part.quantity,
        approvedAmountPaise: part.amountPaise,
        approvedFeePaise: part.feePaise,
      }),
    },
    /** For the activity. */
    audited: {
      ...(isOther && { receivedPaise, restPaise }),
      ...(isPart && { allocatedTokens: part.quantity }),
    },
  };
}
type Sums = ReturnType<typeof sumsOf>;

/** The held reward, as far as the rule gives one for fewer tokens than were ordered. */
const partOfReward = (held: number, { quantity, rewardBps }: Order, part: number): number =>
  part < quantity ? Math.min(held, rewardFor(part, rewardBps ?? 0)) : held;

/** An approval as it waits for a second admin: a sum that was decided against the bank's is named. */
function asApproval(
  order: Order,
  money: OrderMoney,
  { part, nowPaise, appliedPaise }: Sums,
  { lineId, reference, receivedPaise }: Approval,
) {
  const isPart = order.receivedPaise !== null;
  const isNamed =
    nowPaise !== order.totalPaise - (order.receivedPaise ?? 0) ||
    (receivedPaise !== undefined && isContradicted(money));
  return {
    kind: "ORDER_APPROVAL" as const,
    subjectId: order.id,
    subjectVersion: order.submissionVersion,
    order: { ...order, totalPaise: appliedPaise, quantity: part.quantity },
    change: {
      before: null,
      after: {
        orderNumber: order.orderNumber,
        totalPaise: order.totalPaise,
        ...(lineId && { [STATEMENT_LINE]: lineId }),
        ...(isNamed && { [RECEIVED_SUM]: nowPaise }),
        ...(isPart && reference && { [PART_REFERENCE]: reference }),
      },
    },
  };
}

/**
 * The first admin's approval that this one may confirm: its entry and its number hold for the second,
 * who need not name them again. Null where none is stored, or one of another submission or sum.
 */
async function storedApproval(
  { db, company }: AdminContext,
  asked: ReturnType<typeof asApproval>,
  by: ApprovalBy,
): Promise<PendingChange | null> {
  const isStored = by === "COOL_OFF" || typeof by === "object";
  if (!isStored && secondAdminRules(company.settings).abovePaise === null) return null;
  const present = await findPendingOf(db, company.id, asked.subjectId);
  return present && isOfNow(present, asked) ? present : null;
}

function lineIn(stored: PendingChange | null): string | undefined {
  const lineId = stored?.change.after?.[STATEMENT_LINE];
  return typeof lineId === "string" ? lineId : undefined;
}

/** The answer to a repeated call: the order as it is now. */
async function replayApproval(
  ctx: AdminContext,
  stored: AdminOrderRecord | Waiting,
): Promise<AdminOrderRecord | Waiting> {
  if (!isWaiting(stored)) return replayForAdmin(ctx, stored);
  return replayWaiting(ctx, stored, async ({ subjectId }) => {
    const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [subjectId]);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    return adminOrderRecord(found.order, found.user);
  });
}

/**
 * An approval by an admin: the first one, or the second. Of the order's total or, with `receivedAmount`,
 * of what was received; with `reference`, by a further part of that number. Refuses with what `approve`
 * refuses with, and REFERENCE_INVALID.
 */
export const approveOrder = adminProcedure
  .input(ApproveOrderBySum)
  .mutation(
    ({
      ctx,
      input: { receivedAmount, reference: typed, ...named },
      path,
    }): Promise<AdminOrderRecord> => {
      const receivedPaise =
        receivedAmount === undefined ? undefined : amountInPaise(receivedAmount);
      const reference = typedReference(typed);
      return approve({ ctx, input: { ...named, receivedPaise, reference, by: "ONE" }, path });
    },
  );
