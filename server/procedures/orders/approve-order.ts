import { PART_REFERENCE, RECEIVED_SUM, STATEMENT_LINE } from "@db/schema";
import { findOrdersOfCompany } from "@db/queries/order-details";
import { moveLockedOrder, type Order } from "@db/queries/orders";
import { addPart, applyParts, confirmPayment } from "@db/queries/payment-credits";
import { findPendingOf, type PendingChange } from "@db/queries/pending-changes";
import { lockPool, movePool } from "@db/queries/supplies";
import { ApproveOrder } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import { idempotentBy } from "@server/context/idempotent";
import {
  type ApprovalBy,
  isOfNow,
  isWaiting,
  recallWaiting,
  referenceIn,
  secondAdminFor,
  unlessWaiting,
  type Waiting,
} from "@server/procedures/changes/store-change";
import { type PaidBy, paidByLine } from "@server/procedures/statements/paid-by-line";
import { secondAdminRules } from "@server/domain/changes/second-admin";
import { partPaidBy } from "@server/domain/money/part";
import { rewardFor } from "@server/domain/referrals/referrals";
import { needsSingleDecision } from "@server/domain/orders/submission";
import { refuse } from "@server/domain/refusals/refuse";
import { appendAllocations } from "@server/procedures/stock/append-allocations";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { type AdminContext, lockDecidable, payableReward } from "./decision";
import { retakeHold, withOverdueTokens } from "./hold";
import { decidedEntry } from "./order-audit";
import { assertNotRecorded, lockPaymentReferences } from "../payments/payment-numbers";
import { adminOrderRecord } from "./order-view";
import { purchaseAllocations } from "./purchase-allocations";
import { recallForAdmin } from "./recall";
import { notifyAllocated } from "./notify-members";

/**
 * Confirms that the money has arrived: allocates the held tokens to the member and the reward to the
 * referrer. Where another sum than the order's total was received, it allocates what that pays at the
 * order's price; what the order does not need stays open. An order that gave its tokens back takes
 * them again first. In a bulk approval, an order whose flags need a decision of their own is refused
 * with DECIDE_SINGLY. Above the company's sum the first approval is stored, with NEEDS_SECOND_ADMIN;
 * another admin's approval of the same sum confirms it.
 */
const approval = (by: ApprovalBy, paidBy?: PaidBy, note?: string) =>
  unlessWaiting(
    withOverdueTokens(
      idempotentBy(
        {
          recall: async (ctx: AdminContext, stored: AdminOrderRecord | Waiting) =>
            isWaiting(stored)
              ? recallWaiting(ctx, stored, ({ subjectId }) => approvedRecord(ctx, subjectId))
              : recallForAdmin(ctx, stored),
        },
        async ({
          ctx,
          input,
          keep,
        }: {
          ctx: AdminContext;
          input: Approval;
          keep: (record: AdminOrderRecord) => Promise<void>;
        }): Promise<AdminOrderRecord | Waiting> => {
          const { company, db } = ctx;
          const { receivedPaise: received, reference } = input;
          const people = await lockDecidable(ctx, input, "APPROVED");
          const { member, referrer, now } = people;
          const isSumKnown = paidBy !== undefined;
          const hasPart = people.order.receivedPaise !== null;
          if (by === "BULK") {
            const isSingle = hasPart || needsSingleDecision(people.order.flags, { isSumKnown });
            if (isSingle) throw refuse("DECIDE_SINGLY");
          }
          await assertNotRecorded(ctx, people);
          const sums = sumsOf(people.order, received);
          const asked = asApproval(people.order, sums, { paidBy, reference: hasPart && reference });
          const stored = await waitingApproval(ctx, asked, by);
          await lockPaymentReferences(ctx, people.order, {
            typed: hasPart ? (reference ?? storedNumber(stored)) : null,
            paid: paidBy ?? paidByStored(stored),
          });
          const waiting = await secondAdminFor(ctx, { ...asked, by });
          const paid = paidBy ?? paidByStored(waiting);
          await paid?.lock(ctx, sums.nowPaise);
          if (isWaiting(waiting)) return waiting;
          // What a second admin confirmed is not undone by one.
          const canUndo = ctx.canUndo === true && by === "ONE" && waiting === null;
          if (hasPart) {
            const { nowPaise: receivedPaise, appliedPaise } = sums;
            const source = paid ? "STATEMENT" : "ADMIN";
            const part = {
              receivedPaise,
              reference:
                reference ??
                storedNumber(waiting) ??
                (await paid?.reference(ctx)) ??
                people.order.reference,
              source,
            } as const;
            // Before the pool's row is locked (architecture.md §6).
            if (receivedPaise > 0) await addPart(db, people.order, { ...part, by: ctx.actor.id });
            await applyParts(db, people.order, appliedPaise);
          }
          const order = people.order.holdReleasedAt
            ? await retakeHold(ctx, people.order)
            : people.order;
          const { quantity } = sums.part;
          const reward = partOfReward(payableReward({ order, referrer }), order, quantity);
          const change = {
            status: "APPROVED" as const,
            heldQuantity: 0,
            heldReward: 0,
            decidedAt: now,
            decidedBy: ctx.actor.id,
            decisionCount: order.decisionCount + 1,
            decisionReason: null,
            refundNote: null,
            ...sums.change,
            restAskedAt: null,
          };
          const approved = { ...order, ...change };
          const record = adminOrderRecord(approved, member);
          await recordAudit(
            ctx,
            decidedEntry(order.status, approved, {
              ...{ rewardTokens: reward, ...sums.audited },
              ...(note && { flagsReason: note }),
            }),
          );
          if (!hasPart) {
            const source = paid ? "STATEMENT" : "ADMIN";
            await confirmPayment(db, approved, { ...sums, by: ctx.actor.id, source });
          }
          await paid?.settle(ctx, approved);
          await notifyAllocated(ctx, approved, {
            ...{ member, referrer, quantity, reward, canUndo },
            restPaise: sums.restPaise,
          });
          await keep(record);
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
        },
      ),
    ),
  );

async function approvedRecord(ctx: AdminContext, orderId: string): Promise<AdminOrderRecord> {
  const [found] = await findOrdersOfCompany(ctx.db, ctx.company.id, [orderId]);
  if (!found) throw refuse("ORDER_NOT_FOUND");
  return adminOrderRecord(found.order, found.user);
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
    /** What was received now, and in all. */
    nowPaise,
    receivedPaise,
    appliedPaise,
    /** What the order does not need. */
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

/** The held reward, as far as the rule gives one for fewer tokens than were ordered. */
const partOfReward = (held: number, { quantity, rewardBps }: Order, part: number): number =>
  part < quantity ? Math.min(held, rewardFor(part, rewardBps ?? 0)) : held;

/** An approval as it waits for a second admin. */
const asApproval = (
  order: Order,
  { part, nowPaise, appliedPaise }: Sums,
  { paidBy, reference }: { paidBy: PaidBy | undefined; reference: Approval["reference"] | false },
) => ({
  kind: "ORDER_APPROVAL" as const,
  subjectId: order.id,
  subjectVersion: order.submissionVersion,
  order: { ...order, totalPaise: appliedPaise, quantity: part.quantity },
  change: {
    before: null,
    after: {
      orderNumber: order.orderNumber,
      totalPaise: order.totalPaise,
      ...(paidBy && { [STATEMENT_LINE]: paidBy.lineId }),
      ...(nowPaise !== order.totalPaise - (order.receivedPaise ?? 0) && {
        [RECEIVED_SUM]: nowPaise,
      }),
      ...(reference && { [PART_REFERENCE]: reference }),
    },
  },
});
type Sums = ReturnType<typeof sumsOf>;

/** What an approval names: `receivedPaise` was received, or else the rest of the order's total. */
interface Approval extends ApproveOrder {
  receivedPaise?: number | undefined;
  /** Only makes a repeated call the same. */
  lineId?: string | undefined;
  /** The bank's, of a further part. */
  reference?: string | null | undefined;
}

/** The entry that the first admin's approval stood on, for the second one's; unless that names its own. */
function paidByStored(confirmed: Waiting | PendingChange | null): PaidBy | undefined {
  if (!confirmed || isWaiting(confirmed)) return undefined;
  const lineId = confirmed.change.after?.[STATEMENT_LINE];
  return typeof lineId === "string" ? paidByLine(lineId) : undefined;
}

/** The number of a part that the first admin typed, for the second one, who need not type it again. */
const storedNumber = (confirmed: Waiting | PendingChange | null): string | undefined =>
  confirmed && !isWaiting(confirmed) ? referenceIn(confirmed) : undefined;

/**
 * What waits before it is confirmed: numbers are locked before the change (architecture.md §6). One of
 * another submission or sum is overtaken, and its number is not asked for.
 */
async function waitingApproval(
  { db, company }: AdminContext,
  asked: ReturnType<typeof asApproval>,
  by: ApprovalBy,
): Promise<PendingChange | null> {
  const isStored = by === "COOL_OFF" || typeof by === "object";
  const mayWait = isStored || secondAdminRules(company.settings).abovePaise !== null;
  const present = mayWait ? await findPendingOf(db, company.id, asked.subjectId) : undefined;
  return present && isOfNow(present, asked) ? present : null;
}

/** An approval by a sum that was received, which an entry of a bank's statement may show. */
export const approvePaid = (by: "ONE" | "BULK", lineId?: string) =>
  approval(by, lineId === undefined ? undefined : paidByLine(lineId));

/** With why a flagged one is right, for the audit log. */
export const approveInBulk = (note?: string) => approval("BULK", undefined, note);

/** An approval above the company's sum whose cool-off has ended. */
export const approveAfterCoolOff = approval("COOL_OFF");

/** An approval by the second admin of this waiting change. */
export const approveConfirmed = (changeId: string) => approval({ confirms: changeId });

/** An approval of the order's total by an admin: the first one, or the second. */
export const approveOrder = adminProcedure.input(ApproveOrder).mutation(approval("ONE"));
