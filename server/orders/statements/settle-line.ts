import {
  type Entry,
  findEntry,
  listEntriesOf,
  withdrawEntry,
  type BankSum,
  bankSumsOf,
  decideEvidence,
  openEvidence,
  addKeys,
  hasTypedKey,
  leftOf,
  listApplied,
  lockPaymentOfLine,
  movePayment,
} from "@server/payments";
import { lockOrderWithPeople } from "@server/orders/queries/decisions";
import { databaseNow } from "@db/clock";
import {
  AcceptSum,
  ReopenLine,
  SetAsideLine,
  UnlinkLine,
} from "@server/orders/contracts/statements";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { assertMayDecide } from "@server/companies/rules/allowance";
import { statedPayment } from "@server/orders/rules/stated-decision";
import { contradicts, shownPaise } from "@server/payments/rules/link-entry";
import { bankKeys } from "@server/payments/rules/keys";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { paymentOfEntry } from "@server/orders/money/withdraw-given";
import { correctReceived } from "@server/orders/money/correct-received";
import { notifyNotReceived } from "@server/orders/records/notify-members";

interface LockedEntry extends Entry {
  bank: BankSum | undefined;
}

/** Returns an entry, and locks its payment. Refuses with STATEMENT_LINE_NOT_FOUND, also for a debit. */
async function lockEntry({ db, company }: AdminContext, lineId: string): Promise<LockedEntry> {
  const payment = await lockPaymentOfLine(db, company.id, lineId);
  const entry = await findEntry(db, company.id, lineId);
  if (!payment || !entry) throw refuse("STATEMENT_LINE_NOT_FOUND");
  const sums = await bankSumsOf(db, company.id, [payment.id]);
  return { line: entry.line, payment, bank: sums.get(payment.id) };
}

/** Returns an entry, and locks the order of its payment, then the payment. Refuses with OWN_ORDER too. */
async function lockEntryOfOrder(ctx: AdminContext, lineId: string) {
  const { db, company, actor } = ctx;
  const seen = await findEntry(db, company.id, lineId);
  const orderId = seen?.payment.orderId;
  const found = orderId ? await lockOrderWithPeople(db, company.id, orderId) : undefined;
  const entry = await lockEntry(ctx, lineId);
  if (!found || entry.payment.orderId !== found.order.id) throw refuse("STATEMENT_LINE_SETTLED");
  assertMayDecide(found.order, actor);
  return { ...entry, ...found };
}

const audited = (
  ctx: AdminContext,
  action: Parameters<typeof recordAudit>[1]["action"],
  { line }: Entry,
  facts: Record<string, unknown> = {},
  { type, id }: { type: string; id: string } = { type: "company", id: ctx.company.id },
) =>
  recordAudit(ctx, {
    action,
    subjectType: type,
    subjectId: id,
    after: { ...facts, amountPaise: line.amountPaise, reference: line.reference },
  });

/**
 * Records that a credit pays nothing here. Refuses with STATEMENT_LINE_NOT_FOUND,
 * STATEMENT_LINE_SETTLED, and STATEMENT_LINE_NAMED if an order waits with it or a member named it: it
 * is decided with that.
 */
async function setAside(ctx: AdminContext, { lineId, reason }: SetAsideLine): Promise<null> {
  const entry = await lockEntry(ctx, lineId);
  const { payment } = entry;
  if (payment.memberId !== null && !payment.receivedPaise) throw refuse("STATEMENT_LINE_NAMED");
  if (payment.status !== "UNALLOCATED") throw refuse("STATEMENT_LINE_SETTLED");
  await movePayment(ctx.db, payment, {
    status: "PUT_AWAY",
    settledNote: reason,
    settledBy: ctx.actor.id,
  });
  const at = await databaseNow(ctx.db);
  await decideEvidence(ctx.db, payment, { by: ctx.actor.id, at });
  await audited(ctx, "statement.line-set-aside", entry, { reason });
  return null;
}

export const setLineAside = adminProcedure.input(SetAsideLine).mutation(oncePerKey(setAside));

/** Lets a credit that was set aside wait again. Refuses as `setLineAside` does. */
async function reopen(ctx: AdminContext, { lineId }: ReopenLine): Promise<null> {
  const entry = await lockEntry(ctx, lineId);
  if (entry.payment.status !== "PUT_AWAY") throw refuse("STATEMENT_LINE_SETTLED");
  const open = { settledNote: null, settledBy: null } as const;
  await movePayment(ctx.db, entry.payment, { status: "UNALLOCATED", ...open });
  await openEvidence(ctx.db, entry.payment);
  await audited(ctx, "statement.line-reopened", entry);
  return null;
}

export const reopenLine = adminProcedure.input(ReopenLine).mutation(oncePerKey(reopen));

/**
 * Withdraws an entry from the confirmed payment of an order: it gets a payment of its own again, and
 * may be linked to another order. Approvals stay. The entry takes along what is left over of the
 * payment, which is marked as not received if nothing of it was used. Refuses with
 * STATEMENT_LINE_NOT_FOUND, STATEMENT_LINE_SETTLED (its payment is not confirmed, or another one
 * meanwhile), OWN_ORDER, STATEMENT_SAME_NUMBER if money of a payment with the entry's own number is in
 * use, and STATEMENT_ENTRY_USED if money was sent back or pays another order.
 */
async function unlink(ctx: AdminContext, { lineId, reason }: UnlinkLine): Promise<null> {
  const { db, company, actor } = ctx;
  const { order, member, now: at, ...entry } = await lockEntryOfOrder(ctx, lineId);
  const { payment, line, bank } = entry;
  if (payment.status !== "CONFIRMED") throw refuse("STATEMENT_LINE_SETTLED");
  const keys = bankKeys(line);
  const isNamed = await hasTypedKey(db, payment, keys);
  const entries = await listEntriesOf(db, company.id, [payment.id]);
  const isInUse = payment.appliedPaise + payment.refundedPaise > 0 || entries.length > 1;
  if (isNamed && isInUse) {
    throw refuse("STATEMENT_SAME_NUMBER", { order: order.orderNumber });
  }
  const serving = await listApplied(db, company.id, order.id);
  const paysOrder = serving.find(({ payment: { id } }) => id === payment.id)?.amountPaise ?? 0;
  if (payment.refundedPaise > 0 || payment.appliedPaise > paysOrder) {
    throw refuse("STATEMENT_ENTRY_USED", { order: order.orderNumber });
  }
  const own = await paymentOfEntry(ctx, line);
  await withdrawEntry(db, { lineId, from: payment, to: own });
  const receivedPaise = payment.receivedPaise ?? 0;
  const unshownPaise = receivedPaise - ((bank?.paise ?? 0) - line.amountPaise);
  const backPaise = Math.max(0, Math.min(leftOf(payment), line.amountPaise, unshownPaise));
  const isGone = isNamed || backPaise === receivedPaise;
  if (isGone) {
    await movePayment(db, payment, {
      status: "REFUSED",
      settledNote: reason,
      settledBy: actor.id,
    });
    await notifyNotReceived(ctx, order, member, reason);
  }
  const corrected =
    isGone || backPaise === 0
      ? null
      : await correctReceived(ctx, order, payment, { paise: receivedPaise - backPaise, at });
  await addKeys(
    db,
    own,
    keys.map((key) => ({ key, source: "BANK" })),
  );
  const facts = {
    orderNumber: order.orderNumber,
    reason,
    ...(corrected && { payment: statedPayment(corrected), decidedAt: at.toISOString() }),
  };
  // The order's entries state the sums of its payments.
  const subject = corrected ? { type: "order", id: order.id } : undefined;
  await audited(ctx, "statement.line-unlinked", entry, facts, subject);
  return null;
}

export const unlinkLine = adminProcedure.input(UnlinkLine).mutation(oncePerKey(unlink));

/**
 * Decides on a confirmed payment of which the bank shows another sum. A higher one becomes the received
 * sum, and its surplus stays unallocated. A lower one becomes the received sum if the admin says so;
 * else the rest came in another way, and the payment stays as it is. Refuses with
 * STATEMENT_LINE_NOT_FOUND, STATEMENT_LINE_SETTLED (the sums agree, or an admin has decided),
 * OWN_ORDER, STATEMENT_SUM_IN_USE if the order uses more than the bank shows, and RECEIVED_PAYS_ALL if
 * it pays an order that waits for its rest: that is approved first.
 */
async function accept(ctx: AdminContext, { lineId, reason, isBankSum }: AcceptSum): Promise<null> {
  const { order, now: at, ...entry } = await lockEntryOfOrder(ctx, lineId);
  const { payment, bank } = entry;
  if (payment.status !== "CONFIRMED" || !bank || !contradicts(payment, bank)) {
    throw refuse("STATEMENT_LINE_SETTLED");
  }
  const recordedPaise = payment.receivedPaise ?? 0;
  const leftPaise = shownPaise(bank);
  const isCorrected = leftPaise > recordedPaise || isBankSum === true;
  // Money of which nothing is left is reversed, not corrected.
  if (isCorrected && leftPaise <= 0) {
    throw refuse("STATEMENT_SUM_IN_USE", { order: order.orderNumber });
  }
  await decideEvidence(ctx.db, payment, { by: ctx.actor.id, at });
  const corrected = isCorrected
    ? await correctReceived(ctx, order, payment, { paise: leftPaise, at })
    : payment;
  const facts = {
    orderNumber: order.orderNumber,
    reason,
    decidedAt: at.toISOString(),
    endedAt: at.toISOString(),
    payment: statedPayment(corrected),
  };
  await audited(ctx, "statement.sum-accepted", entry, facts, { type: "order", id: order.id });
  return null;
}

export const acceptSum = adminProcedure.input(AcceptSum).mutation(oncePerKey(accept));
