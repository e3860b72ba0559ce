import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { PLATFORM_ID, tenantOf } from "../platform";
import { idempotencyKeys } from "../schema";

/** Actor id of anonymous callers; the request hash tells their keys apart. */
export const NOBODYS_ID = "00000000-0000-0000-0000-000000000000";

/** Retention of answers to anonymous calls, in days; others are kept without limit. */
const NOBODYS_DAYS = 7;

export interface KeyedRequest {
  /** The actor's company; null for a super admin and for an anonymous caller. */
  companyId: string | null;
  actorId: string;
  key: string;
  requestHash: string;
}

const rowOf = (request: KeyedRequest) => ({ ...request, companyId: tenantOf(request.companyId) });

const isKeyOf = (request: KeyedRequest) =>
  and(
    eq(idempotencyKeys.companyId, tenantOf(request.companyId)),
    eq(idempotencyKeys.actorId, request.actorId),
    eq(idempotencyKeys.key, request.key),
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

export async function storeResponse(tx: Executor, request: KeyedRequest, response: unknown) {
  await tx.update(idempotencyKeys).set({ response }).where(isKeyOf(request));
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
        isNull(idempotencyKeys.response),
        eq(idempotencyKeys.requestHash, request.requestHash),
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

/** Releases the key of a refused call, so that it can be used again. */
export async function releaseOpenKey(db: Executor, request: KeyedRequest): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        isKeyOf(request),
        eq(idempotencyKeys.requestHash, request.requestHash),
        isNull(idempotencyKeys.response),
      ),
    );
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
      and(eq(idempotencyKeys.companyId, companyId), sql`${response} ->> 'memberId' = ${memberId}`),
    );
}

/** Run by the sweep. */
export async function deleteOldKeysOfNobody(db: Executor): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.companyId, PLATFORM_ID),
        eq(idempotencyKeys.actorId, NOBODYS_ID),
        lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${NOBODYS_DAYS})`),
      ),
    );
}
