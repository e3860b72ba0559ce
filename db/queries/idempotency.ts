import { type SQL, and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { NOBODYS_ID, tenantOf } from "../platform";
import { idempotencyKeys, users } from "../schema";

/** How long keys are kept, in days; keys of anonymous calls, whose answers may hold a token, less. */
const KEPT_DAYS = 30;
const NOBODYS_DAYS = 7;
/** Keys that one statement of the sweep deletes. */
const SWEPT_AT_ONCE = 1000;

export interface KeyedRequest {
  /** The actor's company; null for a super admin and for an anonymous caller. */
  companyId: string | null;
  actorId: string;
  key: string;
  /** What is stored of a new call's input. */
  requestHash: string;
  /** What else the same input may be stored as: the hashes by other keys, while one is exchanged. */
  alike?: readonly string[];
}

const rowOf = ({ companyId, actorId, key, requestHash }: KeyedRequest) => ({
  ...{ companyId: tenantOf(companyId), actorId, key, requestHash },
});

/** Whether a stored call had the same input. */
export const isSameInput = (
  { requestHash, alike = [] }: KeyedRequest,
  stored: { requestHash: string },
): boolean => [requestHash, ...alike].includes(stored.requestHash);

const isKeyOf = (request: KeyedRequest) =>
  and(
    eq(idempotencyKeys.companyId, tenantOf(request.companyId)),
    eq(idempotencyKeys.actorId, request.actorId),
    eq(idempotencyKeys.key, request.key),
  );

const isOpen = ({ requestHash, alike = [] }: KeyedRequest) =>
  and(
    inArray(idempotencyKeys.requestHash, [requestHash, ...alike]),
    isNull(idempotencyKeys.response),
  );

/**
 * Claims a key inside the caller's transaction; a concurrent claim waits until the first one
 * commits or rolls back. Returns null if the key is new, else the stored call.
 */
export async function claimKey(tx: Executor, request: KeyedRequest) {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values(rowOf(request))
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [stored] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(isKeyOf(request));
  return stored ?? null;
}

/** Stores the answer of a call whose key the transaction has claimed. */
export async function storeResponse(tx: Executor, request: KeyedRequest, response: unknown) {
  const { rowCount } = await tx.update(idempotencyKeys).set({ response }).where(isKeyOf(request));
  if (rowCount !== 1) throw new Error("The key of the call is not claimed.");
}

/**
 * Claims a key for a call that is not a single transaction: the claim is committed at once, without
 * an answer. A claim without an answer for `abandonedSeconds` is taken over: its process must have
 * died. Returns null if the key was claimed, else the stored call.
 */
export async function claimOpenKey(db: Executor, request: KeyedRequest, abandonedSeconds: number) {
  const claimed = await db
    .insert(idempotencyKeys)
    .values(rowOf(request))
    .onConflictDoUpdate({
      target: [idempotencyKeys.companyId, idempotencyKeys.actorId, idempotencyKeys.key],
      set: { createdAt: sql`now()` },
      setWhere: and(
        isOpen(request),
        lt(idempotencyKeys.createdAt, sql`now() - make_interval(secs => ${abandonedSeconds})`),
      ),
    })
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [present] = await db
    .select({ requestHash: idempotencyKeys.requestHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(isKeyOf(request));
  return present ?? { requestHash: request.requestHash, response: null };
}

/** Stores the answer of a call with an open key; false if it has an answer or is gone. */
export async function storeOpenResponse(
  db: Executor,
  request: KeyedRequest,
  response: string,
): Promise<boolean> {
  const stored = await db
    .update(idempotencyKeys)
    .set({ response })
    .where(and(isOpen(request), isKeyOf(request)))
    .returning({ key: idempotencyKeys.key });
  return stored.length > 0;
}

/** Releases the key of a refused call, so that it can be used again. */
export async function releaseOpenKey(db: Executor, request: KeyedRequest): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isOpen(request), isKeyOf(request)));
}

/**
 * Anonymises a deleted member in stored answers: deletes the answers to the member's own calls, and
 * replaces name and number by `shown` in answers to decisions on the member's orders.
 */
export async function deleteResponsesAbout(
  tx: Executor,
  companyId: string,
  memberId: string,
  shown: { name: string; mobile: string },
): Promise<void> {
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.companyId, companyId), eq(idempotencyKeys.actorId, memberId)));
  const { response } = idempotencyKeys;
  await tx
    .update(idempotencyKeys)
    .set({
      response: sql`jsonb_set(${response}, '{user}', (${response} -> 'user') || ${JSON.stringify(shown)}::jsonb)`,
    })
    .where(
      and(
        eq(idempotencyKeys.companyId, companyId),
        // The predicate of idempotency_keys_about.
        sql`${response} ? 'memberId'`,
        sql`${response} ->> 'memberId' = ${memberId}`,
      ),
    );
}

/** Encrypted answers that one statement of a deletion reads. */
const READ_AT_ONCE = 500;

/**
 * Deletes those encrypted answers to the company's admins that `isAbout` says are about a deleted
 * member: the text, which the caller can open, is all that tells. Repeated, such a call runs again.
 */
export async function deleteSealedResponses(
  tx: Executor,
  companyId: string,
  isAbout: (sealed: string) => boolean,
): Promise<void> {
  const admins = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.role, "ADMIN")));
  const { actorId, key, response } = idempotencyKeys;
  let last: { actorId: string; key: string } | undefined;
  do {
    const rows = await tx
      .select({ actorId, key, sealed: sql<string>`${response} #>> '{}'` })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.companyId, companyId),
          inArray(actorId, admins),
          sql`jsonb_typeof(${response}) = 'string'`,
          last && sql`(${actorId}, ${key}) > (${last.actorId}::uuid, ${last.key})`,
        ),
      )
      .orderBy(actorId, key)
      .limit(READ_AT_ONCE);
    for (const row of rows.filter(({ sealed }) => isAbout(sealed))) {
      await tx
        .delete(idempotencyKeys)
        .where(
          and(eq(idempotencyKeys.companyId, companyId), eq(actorId, row.actorId), eq(key, row.key)),
        );
    }
    last = rows.length === READ_AT_ONCE ? rows.at(-1) : undefined;
  } while (last);
}

/**
 * Deletes keys that are too old to be repeated, in batches, so that no statement takes long. Run by
 * the sweep; concurrent instances skip each other's rows.
 */
export async function deleteOldKeys(db: Executor): Promise<void> {
  const isNobodys = sql`${idempotencyKeys.actorId} = ${sql.raw(`'${NOBODYS_ID}'`)}::uuid`;
  await deleteInBatches(db, olderThan(KEPT_DAYS));
  await deleteInBatches(db, and(isNobodys, olderThan(NOBODYS_DAYS)));
}

const olderThan = (days: number) =>
  lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${days})`);

async function deleteInBatches(db: Executor, isOld: SQL | undefined): Promise<void> {
  const old = db
    .select({ row: sql`ctid` })
    .from(idempotencyKeys)
    .where(isOld)
    .orderBy(idempotencyKeys.createdAt)
    .limit(SWEPT_AT_ONCE)
    .for("update", { skipLocked: true });
  let deleted: number | null;
  do {
    ({ rowCount: deleted } = await db
      .delete(idempotencyKeys)
      .where(sql`ctid = ANY(ARRAY(${old}))`));
  } while (deleted === SWEPT_AT_ONCE);
}
