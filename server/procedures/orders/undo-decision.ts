import { allocationsOfDecision } from "@db/queries/allocations";
import type { OrderWithPeople } from "@db/queries/decisions";
import { moveOrder } from "@db/queries/orders";
import { findPerson } from "@db/queries/recipients";
import { findNoticesRead, findUndoable, withdrawMessages } from "@db/queries/undo";
import { UndoDecision } from "@server/contracts/decisions";
import type { AdminOrderRecord } from "@server/contracts/order-lists";
import type { UndoableDecision } from "@server/contracts/review";
import { idempotentBy } from "@server/context/idempotent";
import { formatQuantity } from "@server/domain/money/format";
import { assertMayDecide } from "@server/domain/orders/allowance";
import { assertCan } from "@server/domain/orders/lifecycle";
import { withFlag } from "@server/domain/orders/submission";
import { UNDO_SECONDS, undoKeyOf, whyNotUndone } from "@server/domain/orders/undo";
import { refuse } from "@server/domain/refusals/refuse";
import { adminProcedure, recordAudit } from "@server/procedures/trpc";
import { translatorOf } from "@server/words/translators.server";
import { type AdminContext, lockNamed } from "./decision";
import { takeHold, withOverdueTokens } from "./hold";
import { decidedEntry } from "./order-audit";
import { returnPayment } from "./order-money";
import { adminOrderRecord } from "./order-view";
import { recallForAdmin } from "./recall";
import { takeBack } from "./reverse-order";

interface Call {
  ctx: AdminContext;
  input: UndoDecision;
  keep: (record: AdminOrderRecord) => Promise<void>;
}

/**
 * Undoes one's own decision of the last seconds, before anybody was told: its mails are withdrawn. A
 * rejected order waits again as it was submitted; an approved one is reversed, since the ledger keeps
 * what it allocated. Refuses with UNDO_OTHERS, UNDO_SEEN, and UNDO_TOO_LATE once a mail is on its way; for
 * a rejection also with HOLD_NOT_AVAILABLE and REFERENCE_USED. Where money with its number was received
 * meanwhile and is open or was sent back, it waits with that flag.
 */
export const undoDecision = adminProcedure.input(UndoDecision).mutation(
  withOverdueTokens(
    idempotentBy(
      { recall: recallForAdmin },
      async ({ ctx, input, keep }: Call): Promise<AdminOrderRecord> => {
        const { orderId, decidedAt } = input;
        const found = await lockNamed(ctx, input);
        const noticesReadAt = await findNoticesRead(ctx.db, ctx.company.id, orderId);
        if (!found || !noticesReadAt) throw refuse("ORDER_NOT_FOUND");
        const { order, member, now } = found;
        assertMayDecide(order, ctx.actor);
        const known = { actorId: ctx.actor.id, decidedAt, now, noticesReadAt };
        const whyNot = whyNotUndone(order, known);
        if (whyNot) throw refuse(whyNot);
        if (!(await withdrawMessages(ctx.db, ctx.company.id, undoKeyOf(order)))) {
          throw refuse("UNDO_TOO_LATE");
        }
        if (order.status === "REJECTED") return reopen(ctx, found, keep);
        const reason = translatorOf(member.language).t("decisions:mistake");
        const allocated = await allocationsOfDecision(ctx.db, order);
        return takeBack(ctx, found, { allocated, reason, keep, isUndone: true });
      },
    ),
  ),
);

/** Lets a rejected order wait again: the same submission, with its payment and its tokens. */
async function reopen(
  ctx: AdminContext,
  { order, member }: OrderWithPeople,
  keep: (record: AdminOrderRecord) => Promise<void>,
): Promise<AdminOrderRecord> {
  const { db, company } = ctx;
  assertCan(order.status, "PENDING");
  // The rejection freed the number, by which money may serve another order meanwhile.
  const isReceived = await returnPayment(ctx, order);
  // One that had given its tokens back still has none.
  const isReleased = order.holdReleasedAt !== null;
  const change = {
    status: "PENDING" as const,
    heldQuantity: isReleased ? 0 : order.quantity,
    heldReward: 0,
    decidedAt: null,
    decidedBy: null,
    decisionReason: null,
    refundNote: null,
    ...(isReceived && { flags: withFlag(order.flags, "RECORDED_REFERENCE") }),
  };
  const waiting = { ...order, ...change };
  const record = adminOrderRecord(waiting, member);
  const entry = decidedEntry(order.status, waiting, { undone: 1 });
  const referrer = order.referrerId && (await findPerson(db, company.id, order.referrerId));
  const refusalOf = (remaining: number) =>
    refuse("HOLD_NOT_AVAILABLE", {
      remaining: formatQuantity(remaining),
      quantity: formatQuantity(order.quantity),
    });
  if (!(await moveOrder(db, order, change))) throw refuse("UNDO_TOO_LATE");
  await recordAudit(ctx, { ...entry, action: "order.reopened" });
  await keep(record);
  // Last: it locks the pool's row (architecture.md §6).
  if (!isReleased) await takeHold(ctx, waiting, { referrer: referrer || null, refusalOf });
  return record;
}

/** The caller's last decision, while its mails wait. */
export const undoableDecision = adminProcedure.query(
  async ({ ctx }): Promise<UndoableDecision | null> => {
    const found = await findUndoable(ctx.db, ctx.company.id, ctx.actor.id, UNDO_SECONDS);
    if (!found?.decidedAt) return null;
    return { ...found, decidedAt: found.decidedAt.toISOString() };
  },
);
