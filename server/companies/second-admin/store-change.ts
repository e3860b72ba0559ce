import { newId } from "@db/ids";
import {
  countPending,
  endChange,
  findChange,
  findPendingOf,
  insertChange,
  markOvertaken,
  type PendingChange,
} from "@server/companies/queries/pending-changes";
import {
  listConfirmers,
  requireStepUp,
  type CompanyContext,
  recordAudit,
  type AdminActor,
} from "@server/access";
import type { Order } from "@db/schema";
import { highestPriceSince } from "@server/companies/queries/prices";
import {
  PART_REFERENCE,
  PAYMENT_ID,
  PAYMENT_VERSION,
  RECEIVED_SUM,
  type StoredChange,
} from "@db/schema";
import { CHANGE_KINDS, type ChangeKind } from "@db/vocabulary";
import {
  ADMIN_CHANGE_DAYS,
  CONFIRM_WITHIN_DAYS,
  confirmersOf,
  COOL_OFF_HOURS,
  isApproval,
  MOST_WAITING,
  needsSecondAdmin,
  PRICE_DAYS,
  secondAdminRules,
  isWaiting,
  type Waiting,
  worthInPaise,
} from "@server/access/rules/second-admin";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { notifyOfChange } from "./notify-of-change";

type AdminContext = CompanyContext<AdminActor>;

export { isWaiting, type Waiting } from "@server/access/rules/second-admin";

/**
 * Answers a repeated call with one key whose change was stored: while it waits, as before; once it
 * took effect, with the result of `answer`. Refuses with CHANGE_ALREADY_DECIDED if it came to
 * nothing.
 */
export async function answerRepeated<Answer>(
  { db, company }: AdminContext,
  stored: Waiting,
  answer: (change: PendingChange) => Promise<Answer>,
): Promise<Answer | Waiting> {
  const change = await findChange(db, company.id, stored.waitingChangeId);
  if (change?.state === "PENDING") return stored;
  const isDone = change?.state === "CONFIRMED" || change?.state === "APPLIED";
  if (!isDone) throw refuse("CHANGE_ALREADY_DECIDED");
  return answer(change);
}

/** Answers a repeated call whose result is null. */
export const answerRepeatedWithNull = async (
  ctx: AdminContext,
  stored: null | Waiting,
): Promise<null | Waiting> =>
  isWaiting(stored) ? answerRepeated(ctx, stored, () => Promise.resolve(null)) : stored;

/** Changes of accounts and rules; approvals have limits of their own. */
const LIMITED = CHANGE_KINDS.filter((kind) => !isApproval(kind));

interface NewChange {
  kind: ChangeKind;
  subjectId: string;
  subjectVersion: number | null;
  change: StoredChange;
}

/**
 * Stores a change that needs a second admin, in the caller's transaction, and mails the company. Without
 * an admin who could confirm it, it takes effect by itself after COOL_OFF_HOURS. The same change again is
 * the same request. Refuses with CHANGE_ALREADY_WAITING if another change of the subject waits, and with
 * CHANGES_FULL beyond MOST_WAITING.
 */
export async function storeChange(ctx: AdminContext, asked: NewChange): Promise<Waiting> {
  const { db, company, actor } = ctx;
  const present = await findPendingOf(db, company.id, asked.subjectId);
  if (present) {
    if (!isSame(present, asked)) throw refuse("CHANGE_ALREADY_WAITING");
    return { waitingChangeId: present.id };
  }
  if (
    LIMITED.includes(asked.kind) &&
    (await countPending(db, company.id, LIMITED)) >= MOST_WAITING
  ) {
    throw refuse("CHANGES_FULL", { count: MOST_WAITING });
  }
  const confirmers = await listConfirmers(db, company.id, {
    requesterId: actor.id,
    roles: confirmersOf(asked.kind),
    since: null,
    days: ADMIN_CHANGE_DAYS,
  });
  const isCoolOff = confirmers.length === 0;
  const stored = await insertChange(db, {
    ...asked,
    companyId: company.id,
    id: newId(),
    requestedBy: actor.id,
    isCoolOff,
    hours: isCoolOff ? COOL_OFF_HOURS : CONFIRM_WITHIN_DAYS * 24,
  });
  // A concurrent request of another admin was first.
  if (!stored) throw refuse("CHANGE_ALREADY_WAITING");
  await noteChange(ctx, "change.requested", stored);
  await notifyOfChange(ctx, stored, "REQUESTED");
  return { waitingChangeId: stored.id };
}

/**
 * True if a waiting approval and the new one are about one state: the order as it was submitted, or
 * the payment as its member stated it, the payment and received sum, and the total. The order, and
 * the payment, is locked.
 */
export const isSameApproval = (present: PendingChange, asked: NewChange): boolean =>
  present.kind === asked.kind &&
  present.subjectVersion === asked.subjectVersion &&
  [PAYMENT_ID, PAYMENT_VERSION, RECEIVED_SUM, "totalPaise"].every(
    (name) => (present.change.after?.[name] ?? null) === (asked.change.after?.[name] ?? null),
  );

/**
 * True if an approval allocates at least the tokens that a waiting one names: an admin who was
 * shown fewer confirms another allocation than the stored one. An approval that names none takes
 * the stored number.
 */
const isAsMany = (present: PendingChange, { change }: NewChange): boolean => {
  const asked = change.after?.["quantity"];
  return typeof asked !== "number" || asked >= (leastOf(present) ?? 0);
};

/**
 * True if an approval has the number of a waiting one; an approval that names none takes the stored
 * number.
 */
const hasItsNumber = (present: PendingChange, { change }: NewChange): boolean =>
  [undefined, referenceIn(present)].includes(referenceIn({ change }));

/** Returns the tokens that the first admin was shown; fewer are not allocated in their name. */
export function leastOf({ change: { after } }: PendingChange): number | undefined {
  const quantity = after?.["quantity"];
  return typeof quantity === "number" ? quantity : undefined;
}

/** Returns the received sum that an approval names, in paise; undefined for the order's total. */
export function receivedIn({ change: { after } }: Pick<PendingChange, "change">) {
  const received = after?.[RECEIVED_SUM];
  return typeof received === "number" ? received : undefined;
}

/**
 * Returns the number of a further part that an approval names; undefined where its admin typed
 * none.
 */
export function referenceIn({ change: { after } }: Pick<PendingChange, "change">) {
  const reference = after?.[PART_REFERENCE];
  return typeof reference === "string" ? reference : undefined;
}

const isSame = (present: PendingChange, asked: NewChange): boolean =>
  present.kind === asked.kind &&
  present.subjectVersion === asked.subjectVersion &&
  sameValues(present.change.after, asked.change.after);

/** True if the fields are equal; PostgreSQL keeps them in an order of its own. */
function sameValues(one: StoredChange["after"], other: StoredChange["after"]): boolean {
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...names].every((name) => (one?.[name] ?? null) === (other?.[name] ?? null));
}

/** Returns an entry for the activity about a change, with both sides. */
export const changeEntry = (
  action: string,
  { id, kind, change }: PendingChange,
  more: Record<string, unknown> = {},
) => ({
  action,
  subjectType: "change",
  subjectId: id,
  before: change.before,
  after: { ...change.after, ...more, change: kind },
});

/** Adds one. */
export const noteChange = (ctx: AdminContext, ...entry: Parameters<typeof changeEntry>) =>
  recordAudit(ctx, changeEntry(...entry));

/**
 * Refuses an admin who must not confirm a change: its requester with OWN_CHANGE, one whose account the
 * requester could hold with CONFIRMER_TOO_NEW, a role that may not make it with ADMIN_ROLE_TOO_LOW, and
 * an old proof with STEP_UP_REQUIRED.
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
 * Asks for a second admin for an approval above the company's sum, in its transaction and under the
 * lock of its order and payment. Null if no second admin is needed; `Waiting` if the approval is stored;
 * else the change that takes effect now: what it names binds the approval. An approval of something that
 * has changed since, of fewer tokens than the waiting one, or with another number of a part, is a request
 * of its own. In bulk, one that waits for its second admin is left out with DECIDE_SINGLY.
 */
export async function secondAdminFor(
  ctx: AdminContext,
  approval: NewChange & { order: PricedOrder; by: ApprovalBy },
): Promise<Waiting | PendingChange | null> {
  const { db, company, actor } = ctx;
  const { order, by, ...asked } = approval;
  const isStored = by === "COOL_OFF" || typeof by === "object";
  if (!isStored && (ctx.transport === "operator" || !(await isAboveSum(ctx, order)))) return null;
  const present = await findPendingOf(db, company.id, asked.subjectId);
  const isPresent = present !== undefined && isSameApproval(present, asked);
  if (by === "COOL_OFF") {
    if (!isPresent) throw refuse("CHANGE_OVERTAKEN");
    const ended = await endChange(db, present, { state: "APPLIED", by: null, whenDue: true });
    if (!ended) throw refuse("CHANGE_ALREADY_DECIDED");
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
  if (isPresent && hasItsNumber(present, asked) && (isOwn || isAsMany(present, asked))) {
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
  const claimed = await endChange(ctx.db, change, { state: "CONFIRMED", by: ctx.actor.id });
  if (!claimed) throw refuse("CHANGE_ALREADY_DECIDED");
  await noteChange(ctx, "change.confirmed", claimed);
  return claimed;
}
