import { newId } from "@db/ids";
import {
  countPending,
  findChange,
  findPendingOf,
  insertChange,
  type PendingChange,
} from "@server/companies/queries/pending-changes";
import { listConfirmers, recordAudit, type AdminContext, oncePerKey } from "@server/access";
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
  isWaiting,
  type StoredForSecondAdmin,
} from "@server/access/rules/second-admin";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { notifyOfChange } from "./notify-of-change";

export { isWaiting, type StoredForSecondAdmin } from "@server/access/rules/second-admin";

/**
 * Answers a repeated call with one key whose change was stored: while it waits, as before; once it
 * took effect, with the result of `answer`. Refuses with CHANGE_ALREADY_DECIDED if it came to
 * nothing.
 */
export async function answerRepeated<Answer>(
  { db, company }: AdminContext,
  stored: StoredForSecondAdmin,
  answer: (change: PendingChange) => Promise<Answer>,
): Promise<Answer | StoredForSecondAdmin> {
  const change = await findChange(db, company.id, stored.waitingChangeId);
  if (change?.state === "PENDING") return stored;
  const isDone = change?.state === "CONFIRMED" || change?.state === "APPLIED";
  if (!isDone) throw refuse("CHANGE_ALREADY_DECIDED");
  return answer(change);
}

/** Runs an act once per key that answers null, or stores a change for a second admin. */
export const onceOrAsked = <C extends AdminContext, I>(
  act: (ctx: C, input: I) => Promise<null | StoredForSecondAdmin>,
) =>
  oncePerKey(act, {
    replay: async (ctx, stored) =>
      isWaiting(stored) ? answerRepeated(ctx, stored, () => Promise.resolve(null)) : stored,
  });

/** Changes of accounts and rules; approvals have limits of their own. */
const LIMITED = CHANGE_KINDS.filter((kind) => !isApproval(kind));

export interface NewChange {
  kind: ChangeKind;
  subjectId: string;
  subjectVersion?: number | null;
  change: StoredChange;
}

/**
 * Stores a change that needs a second admin, in the caller's transaction, and mails the company. Without
 * an admin who could confirm it, it takes effect by itself after COOL_OFF_HOURS. The same change again is
 * the same request. Refuses with CHANGE_ALREADY_WAITING if another change of the subject waits, and with
 * CHANGES_FULL beyond MOST_WAITING.
 */
export async function storeChange(
  ctx: AdminContext,
  { subjectVersion = null, ...change }: NewChange,
): Promise<StoredForSecondAdmin> {
  const { db, company, actor } = ctx;
  const asked = { ...change, subjectVersion };
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
export const coversAsManyTokens = (present: PendingChange, { change }: NewChange): boolean => {
  const asked = change.after?.["quantity"];
  return typeof asked !== "number" || asked >= (leastOf(present) ?? 0);
};

/**
 * True if an approval has the number of a waiting one; an approval that names none takes the stored
 * number.
 */
export const hasSamePartNumber = (present: PendingChange, { change }: NewChange): boolean =>
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

export const noteChange = (ctx: AdminContext, ...entry: Parameters<typeof changeEntry>) =>
  recordAudit(ctx, changeEntry(...entry));
