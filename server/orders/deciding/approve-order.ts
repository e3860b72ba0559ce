import type { Order } from "@db/schema";
import {
  findPendingOf,
  type PendingChange,
  type ApprovalBy,
  isSameApproval,
  isWaiting,
  answerRepeated,
  referenceIn,
  claimSecondAdmin,
  type StoredForSecondAdmin,
} from "@server/companies";
import { hasUnseenTwin } from "@server/orders/money/join-payment";
import { PART_REFERENCE, RECEIVED_SUM, STATEMENT_LINE } from "@db/schema";
import { type ApproveOrder, ApproveOrderBySum } from "@server/orders/contracts/decisions";
import type { AdminOrderRecord } from "@server/orders/contracts/order-lists";
import { oncePerKey, adminProcedure, type AdminContext } from "@server/access";
import { secondAdminRules } from "@server/access/rules/second-admin";
import { partPaidBy, restOf } from "@server/platform/rules/money/partial-payment";
import { amountInPaise } from "@server/platform/rules/money/units";
import { needsSingleDecision } from "@server/orders/rules/submission";
import { undoUntil } from "@server/platform/rules/undo-time";
import { rewardFor } from "@server/ledger/rules/reward";
import { refuse, refuseField } from "@server/platform/rules/refusals/refuse";
import {
  asApproved,
  assertToldNumber,
  lockWithMoney,
  paidInPart,
  rewardOfApproval,
  storeApproval,
} from "./decision";
import { retakeHoldOrRunAgain } from "@server/orders/holds/take-hold";
import { judgeAtApproval } from "@server/orders/risk/judge";
import { toldOfAllocation } from "@server/orders/records/notify-members";
import { decidedEntry, statedReward } from "@server/orders/records/order-audit";
import {
  checkMoney,
  hasGoneBack,
  isContradicted,
  type OrderMoney,
  receiveMoney,
  typedReference,
} from "@server/orders/money/order-money";
import { flagsWithEntry } from "@server/orders/money/paid-by-another";
import { adminOrderRecord, replayForAdmin } from "@server/orders/reading/order-view";

/** Input of an approval, from every way in which one is made. */
export interface Approval extends ApproveOrder {
  by: ApprovalBy;
  /** Paise received now; by default the missing part of the order's total. */
  receivedPaise?: number | undefined;
  /** The bank's entry that shows the sum. */
  lineId?: string | undefined;
  /** Normalised reference of a further part. */
  reference?: string | undefined;
  /** An admin's reason to approve a flagged order, for the audit log. */
  note?: string | undefined;
}

/**
 * Approves an order: confirms its money and allocates its held tokens to the member, the reward to the
 * referrer. If another sum than the order's total was received, it allocates the tokens that the sum
 * pays at the order's price; the surplus stays unallocated. A bulk approval refuses an order that needs
 * a decision of its own with DECIDE_SINGLY, and an approval by an entry a flagged order without a note
 * with REASON_REQUIRED. Above the company's sum the first approval is stored, with
 * NEEDS_SECOND_ADMIN, and another admin's approval of the same sum confirms it. Refuses as
 * `lockDecidable` and `checkMoney` do, and with RECEIVED_BELOW_ONE_TOKEN and HOLD_NOT_AVAILABLE.
 */
export const approveOnce = oncePerKey(approve, {
  // Approvals that differ only in their way or note are one call.
  identify: (_ctx, { by: _by, note: _note, ...named }) => named,
  replay: replayApproval,
});

async function approve(
  ctx: AdminContext,
  input: Approval,
): Promise<AdminOrderRecord | StoredForSecondAdmin> {
  const { db, actor } = ctx;
  const { by, note } = input;

  const locked = await lockWithMoney(ctx, input, "APPROVED");
  const { order: waiting, member, referrer, now, money } = locked;

  if (by === "BULK") assertForBulk(waiting, money, input);
  const sums = sumsOf(waiting, input.receivedPaise);
  await assertToldNumber(ctx, waiting, input);
  // A rest that was told and has not come is rejected first.
  if (restOf(waiting) === "TOLD" && sums.nowPaise === 0) {
    throw refuseField("received", "AMOUNT_INVALID");
  }
  const asked = asApproval(waiting, money, sums, input);
  const stored = await storedApproval(ctx, asked, by);
  const checked = await checkMoney(ctx, waiting, money, {
    nowPaise: sums.nowPaise,
    // A person who sees it decides about money that went back.
    isSumGiven: input.receivedPaise !== undefined && !(isUnseen(ctx, by) && hasGoneBack(money)),
    lineId: input.lineId ?? lineIn(stored),
    reference: input.reference ?? (stored ? referenceIn(stored) : undefined),
  });
  if (by === "BULK" && (await hasUnseenTwin(db, waiting))) throw refuse("DECIDE_SINGLY");
  // The bank's entry must not hide what is flagged beside it; whoever types a received sum has looked.
  const isByEntry = input.lineId !== undefined || (by === "BULK" && money.bank !== undefined);
  const flags = await flagsWithEntry(db, waiting, checked.entry, member.name);
  if (isByEntry && input.receivedPaise === undefined && flags.length > 0 && !note) {
    throw refuse("REASON_REQUIRED");
  }
  const confirmed = await claimSecondAdmin(ctx, { ...asked, by });
  if (isWaiting(confirmed)) return confirmed;

  const received = await receiveMoney(ctx, waiting, checked, { ...sums, at: now });
  const judged = await judgeAtApproval(ctx, waiting, money.payment);
  const order = waiting.holdReleasedAt ? await retakeHoldOrRunAgain(ctx, judged) : judged;
  const { quantity } = sums.part;
  const reward = rewardOfApproval(ctx, { order, referrer, now }, partOfReward(order, quantity));
  // One admin cannot undo what a second one confirmed, nor an order of which a part was received
  // before.
  const isAlone = confirmed === null && waiting.receivedPaise === null;
  const canUndo = ctx.canUndo === true && (by === "ONE" || by === "BULK") && isAlone;
  const change = {
    ...asApproved(order, reward, {
      at: now,
      by: actor.id,
      undoUntil: undoUntil(now, { ...ctx, canUndo }),
    }),
    flags: flags.filter((flag) => flag !== "BANK_SUM_DIFFERS"),
    ...sums.change,
    restAskedAt: null,
  };
  const approved = { ...order, ...change };
  const entry = decidedEntry(order.status, approved, {
    ...statedReward(reward),
    ...sums.audited,
    ...received,
    ...(note && { flagsReason: note }),
  });
  const { restPaise } = sums;
  const people = { member, referrer, quantity, reward: reward.allocated, restPaise };
  await storeApproval(ctx, order, change, {
    quantity,
    reward,
    entries: [entry],
    told: toldOfAllocation(ctx, approved, people),
    answer: { id: order.id },
  });
  return adminOrderRecord(approved, member);
}

/** Tells whether a machine approves, or the time of an earlier approval. */
const isUnseen = ({ actor }: AdminContext, by: ApprovalBy): boolean =>
  actor.key !== undefined || by === "COOL_OFF";

/** Refuses to decide an order in bulk that waits for its rest, or whose sum or price is in doubt. */
function assertForBulk(order: Order, money: OrderMoney, { lineId }: Approval): void {
  const isSingle =
    order.receivedPaise !== null ||
    isContradicted(money) ||
    needsSingleDecision(order.flags, { isSumKnown: lineId !== undefined });
  if (isSingle) throw refuse("DECIDE_SINGLY");
}

/**
 * Computes what an approval by a received sum allocates, with the parts that were received before.
 * Without a sum, the rest of the order's total was received; zero is a decision by the earlier parts
 * alone. Refuses with RECEIVED_BELOW_ONE_TOKEN if all of it pays for less than a token.
 */
function sumsOf(order: Order, received: number | undefined) {
  const before = order.receivedPaise ?? 0;
  const nowPaise = received ?? order.totalPaise - before;
  const part = partPaidBy(order, before + nowPaise);
  if (!part) throw refuse("RECEIVED_BELOW_ONE_TOKEN");
  return { part, nowPaise, ...paidInPart(order, before + nowPaise, part) };
}
type Sums = ReturnType<typeof sumsOf>;

/** Returns the part of the held reward that the rule gives for fewer tokens than were ordered. */
const partOfReward = ({ heldReward, quantity, rewardBps }: Order, part: number): number =>
  part < quantity ? Math.min(heldReward, rewardFor(part, rewardBps ?? 0)) : heldReward;

/** Describes an approval for a second admin; it names a sum that contradicts the bank's. */
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
 * Returns the first admin's approval that this one may confirm. Its entry and its reference hold for
 * the second admin, who need not repeat them. Null if none is stored, or one of another submission or
 * sum.
 */
async function storedApproval(
  { db, company }: AdminContext,
  asked: ReturnType<typeof asApproval>,
  by: ApprovalBy,
): Promise<PendingChange | null> {
  const isStored = by === "COOL_OFF" || typeof by === "object";
  if (!isStored && secondAdminRules(company.settings).abovePaise === null) return null;
  const present = await findPendingOf(db, company.id, asked.subjectId);
  return present && isSameApproval(present, asked) ? present : null;
}

function lineIn(stored: PendingChange | null): string | undefined {
  const lineId = stored?.change.after?.[STATEMENT_LINE];
  return typeof lineId === "string" ? lineId : undefined;
}

/** Answers a repeated call with the order as it is now. */
async function replayApproval(
  ctx: AdminContext,
  stored: AdminOrderRecord | StoredForSecondAdmin,
): Promise<AdminOrderRecord | StoredForSecondAdmin> {
  if (!isWaiting(stored)) return replayForAdmin(ctx, stored);
  return answerRepeated(ctx, stored, ({ subjectId: id }) => replayForAdmin(ctx, { id }));
}

/**
 * Approves an order, as the first or the second admin: by the order's total or, with `receivedAmount`,
 * by the received sum; with `reference`, by a further part of that number. Refuses as `approve` does,
 * and with REFERENCE_INVALID.
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
      return approveOnce({ ctx, input: { ...named, receivedPaise, reference, by: "ONE" }, path });
    },
  );
