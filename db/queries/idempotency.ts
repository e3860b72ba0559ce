import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { idempotencyKeys } from "../schema";

/** Stands for whoever is not signed in; such keys are told apart by what they are hashed with. */
export const NOBODYS_ID = "00000000-0000-0000-0000-000000000000";

/** How long the answers of calls that nobody signed are kept; others are kept for good. */
const NOBODYS_DAYS = 7;

export interface KeyedRequest {
  actorId: string;
  key: string;
  companyId: string | null;
  requestHash: string;
}

/**
 * Claims a key inside the caller's transaction; a second claimer waits here until the first
 * commits or rolls back. Null when the key is ours, else what was remembered under it.
 */
export async function claimKey(tx: Executor, request: KeyedRequest) {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values(request)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [remembered] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actorId, request.actorId), eq(idempotencyKeys.key, request.key)));
  return remembered ?? null;
}

export async function rememberResponse(tx: Executor, request: KeyedRequest, response: unknown) {
  await tx
    .update(idempotencyKeys)
    .set({ response })
    .where(and(eq(idempotencyKeys.actorId, request.actorId), eq(idempotencyKeys.key, request.key)));
}

/**
 * Claims a key for a call that is not one transaction: the claim is there at once, without an answer.
 * One that has been without an answer for `abandonedSeconds` is taken over, as its process must have
 * died. Null when the key is ours, else what is there.
 */
export async function claimOpenKey(db: Executor, request: KeyedRequest, abandonedSeconds: number) {
  const isOurs = and(
    eq(idempotencyKeys.actorId, request.actorId),
    eq(idempotencyKeys.key, request.key),
  );
  const claimed = await db
    .insert(idempotencyKeys)
    .values(request)
    .onConflictDoUpdate({
      target: [idempotencyKeys.actorId, idempotencyKeys.key],
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
    .where(isOurs);
  return present ?? { requestHash: request.requestHash, response: null };
}

/** A call that was refused does not use its key up. */
export async function releaseOpenKey(db: Executor, request: KeyedRequest): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.actorId, request.actorId),
        eq(idempotencyKeys.key, request.key),
        eq(idempotencyKeys.requestHash, request.requestHash),
        isNull(idempotencyKeys.response),
      ),
    );
}

/**
 * Takes a deleted member out of what is remembered: their own calls, and their name and number in
 * the answers to those who decided on their orders, where `shown` stands instead. The decisions stay
 * remembered.
 */
export async function forgetAnswersAbout(
  tx: Executor,
  companyId: string,
  memberId: string,
  shown: { name: string; mobile: string },
): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.actorId, memberId));
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

/** For the sweep. */
export async function deleteOldKeysOfNobody(db: Executor): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.actorId, NOBODYS_ID),
        lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${NOBODYS_DAYS})`),
      ),
    );
}
