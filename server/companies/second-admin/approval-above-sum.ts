import {
  endChange,
  findPendingOf,
  markOvertaken,
  type PendingChange,
} from "@server/companies/queries/pending-changes";
import { keyOf, listConfirmers, requireStepUp, type AdminContext } from "@server/access";
import type { Order } from "@db/schema";
import { highestPriceSince } from "@server/companies/queries/prices";
import {
  ADMIN_CHANGE_DAYS,
  confirmersOf,
  needsSecondAdmin,
  PRICE_DAYS,
  secondAdminRules,
  type StoredForSecondAdmin,
  worthInPaise,
} from "@server/access/rules/second-admin";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { notifyOfChange } from "./notify-of-change";
import {
  hasSamePartNumber,
  coversAsManyTokens,
  isSameApproval,
  type NewChange,
  noteChange,
  storeChange,
} from "./store-change";

/**
 * Refuses an admin who must not confirm a change: with OWN_CHANGE its requester, with ADMIN_ROLE_TOO_LOW
 * a role that may not make it, with STEP_UP_REQUIRED an admin who has not proven their identity lately,
 * and with CONFIRMER_TOO_NEW an account that a colleague made, promoted or changed within seven days
 * before the request, since the requester may control it.
 */
export async function assertMayConfirm(ctx: AdminContext, change: PendingChange): Promise<void> {
  const { db, company, actor } = ctx;
  if (change.requestedBy === actor.id) throw refuse("OWN_CHANGE");
  const roles = confirmersOf(change.kind);
  if (!roles.includes(actor.adminRole)) throw refuse("ADMIN_ROLE_TOO_LOW");
  requireStepUp(actor);
  const confirmers = await listConfirmers(db, company.id, {
    requesterId: change.requestedBy,
    roles,
    since: change.createdAt,
    days: ADMIN_CHANGE_DAYS,
  });
  if (!confirmers.includes(actor.id)) throw refuse("CONFIRMER_TOO_NEW");
}

/**
 * The way by which an approval reached its procedure: by itself, among several, at the end of its
 * cool-off, or as the confirmation of a waiting change.
 */
export type ApprovalBy = "ONE" | "BULK" | "COOL_OFF" | { confirms: string };

/**
 * Asks for a second admin for an approval above the company's sum. Call it in the approval's
 * transaction, with its order and payment locked. Null if no second admin is needed; `StoredForSecondAdmin` if the approval is stored;
 * else the change that takes effect now: the approval uses the values stored in it. A new request is
 * stored if the order has changed, if fewer tokens are asked for, or if a part's number differs. BULK does not confirm a
 * waiting request: it refuses with DECIDE_SINGLY.
 */
export async function claimSecondAdmin(
  ctx: AdminContext,
  approval: NewChange & { order: PricedOrder; by: ApprovalBy },
): Promise<StoredForSecondAdmin | PendingChange | null> {
  const { db, company, actor } = ctx;
  const { order, by, ...asked } = approval;
  const isStored = by === "COOL_OFF" || typeof by === "object";
  if (!isStored && (ctx.transport === "operator" || !(await isAboveSum(ctx, order)))) return null;
  // A key is neither of the two admins: whoever made it would then be both. Nothing is stored.
  if (keyOf(actor)) throw refuse("NEEDS_SECOND_ADMIN");
  const present = await findPendingOf(db, company.id, asked.subjectId);
  const isPresent = present !== undefined && isSameApproval(present, asked);
  if (by === "COOL_OFF") {
    if (!isPresent) throw refuse("CHANGE_OVERTAKEN");
    const ended = orRefuse(
      await endChange(db, present, { state: "APPLIED", by: null, whenDue: true }),
      "CHANGE_ALREADY_DECIDED",
    );
    await noteChange(ctx, "change.applied", ended);
    await notifyOfChange(ctx, ended, "APPLIED");
    return ended;
  }
  if (typeof by === "object") {
    // The change was withdrawn, stopped or asked for anew since it was read, so another one was
    // confirmed.
    if (present?.id !== by.confirms) throw refuse("CHANGE_ALREADY_DECIDED");
    if (!isPresent) throw refuse("CHANGE_OVERTAKEN");
    return confirmAndNotify(ctx, present);
  }
  const isOwn = present?.requestedBy === actor.id;
  if (
    isPresent &&
    hasSamePartNumber(present, asked) &&
    (isOwn || coversAsManyTokens(present, asked))
  ) {
    if (isOwn) return { waitingChangeId: present.id };
    if (by === "BULK") throw refuse("DECIDE_SINGLY");
    return confirmAndNotify(ctx, present);
  }
  if (present && (await markOvertaken(db, present))) {
    await noteChange(ctx, "change.overtaken", present);
  }
  return storeChange(ctx, asked);
}

async function confirmAndNotify(ctx: AdminContext, change: PendingChange): Promise<PendingChange> {
  const confirmed = await claimForConfirmation(ctx, change);
  await notifyOfChange(ctx, confirmed, "CONFIRMED");
  return confirmed;
}

/** The fields that decide whether an order's approval is above the company's sum. */
type PricedOrder = Pick<Order, "totalPaise" | "quantity" | "createdAt">;

/**
 * True if an approval needs a second admin: its total, or its tokens at the highest price since a
 * week before the order, is above the company's sum. Otherwise one admin could lower the price,
 * approve, and raise it again.
 */
export async function isAboveSum(
  { db, company }: AdminContext,
  { totalPaise, quantity, createdAt }: PricedOrder,
): Promise<boolean> {
  const rules = secondAdminRules(company.settings);
  if (rules.abovePaise === null) return false;
  if (needsSecondAdmin(rules, totalPaise)) return true;
  const price = await highestPriceSince(db, company.id, { at: createdAt, days: PRICE_DAYS });
  return needsSecondAdmin(rules, worthInPaise(quantity, price));
}

/** Claims a waiting change for its second admin, who is checked. Exactly one of several succeeds. */
export async function claimForConfirmation(
  ctx: AdminContext,
  change: PendingChange,
): Promise<PendingChange> {
  await assertMayConfirm(ctx, change);
  const claimed = orRefuse(
    await endChange(ctx.db, change, { state: "CONFIRMED", by: ctx.actor.id }),
    "CHANGE_ALREADY_DECIDED",
  );
  await noteChange(ctx, "change.confirmed", claimed);
  return claimed;
}
