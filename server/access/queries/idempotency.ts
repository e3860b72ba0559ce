import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { tenantOf } from "@db/platform";
import { idempotencyKeys } from "@db/schema";

/** A call with an idempotency key. Stored answers are kept and deleted by stored-answers.ts. */
export interface KeyedRequest {
  /** The actor's company; null for a super admin and for an anonymous caller. */
  companyId: string | null;
  actorId: string;
  key: string;
  /** The hash of a new call's input. */
  requestHash: string;
  /** Hashes of the same input by other secrets, while one is exchanged. */
  alike?: readonly string[];
}

const isKeyOf = ({ companyId, actorId, key }: KeyedRequest) =>
  and(
    eq(idempotencyKeys.companyId, tenantOf(companyId)),
    eq(idempotencyKeys.actorId, actorId),
    eq(idempotencyKeys.key, key),
  );

const isUnanswered = ({ requestHash, alike = [] }: KeyedRequest) =>
  and(
    sql`${idempotencyKeys.requestHash} = ANY (${sql.param([requestHash, ...alike])}::text[])`,
    isNull(idempotencyKeys.response),
  );

/**
 * Claims the key of a call. Within a transaction, a concurrent claim waits for its end. Outside one,
 * the claim is committed without an answer; after `abandonedSeconds` its process must have died, and
 * another call takes it over. Returns null if the key was claimed, else the call that has it.
 */
export async function claimKey(db: Executor, request: KeyedRequest, abandonedSeconds?: number) {
  const { companyId, actorId, key, requestHash } = request;
  const insert = db
    .insert(idempotencyKeys)
    .values({ companyId: tenantOf(companyId), actorId, key, requestHash });
  const isOld = sql`now() - make_interval(secs => ${abandonedSeconds})`;
  const claiming =
    abandonedSeconds === undefined
      ? insert.onConflictDoNothing()
      : insert.onConflictDoUpdate({
          target: [idempotencyKeys.companyId, idempotencyKeys.actorId, idempotencyKeys.key],
          set: { createdAt: sql`now()` },
          setWhere: and(isUnanswered(request), lt(idempotencyKeys.createdAt, isOld)),
        });
  const claimed = await claiming
    .returning({ key: idempotencyKeys.key })
    .prepare(abandonedSeconds === undefined ? "claim_key" : "claim_abandoned_key")
    .execute();
  if (claimed.length > 0) return null;
  const [present] = await db
    .select({ requestHash: idempotencyKeys.requestHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(isKeyOf(request));
  // The key was released in between.
  return present ?? { requestHash, response: null };
}

/** Returns the write of a claimed key's answer: of one row, or of none if another call took it over. */
export const writeOfAnswer = (db: Executor, request: KeyedRequest, response: unknown) =>
  db
    .update(idempotencyKeys)
    .set({ response })
    .where(and(isUnanswered(request), isKeyOf(request)));

/** Stores the answer of a claimed key; false if another call took it over. */
export async function storeAnswer(
  db: Executor,
  request: KeyedRequest,
  response: unknown,
): Promise<boolean> {
  const write = writeOfAnswer(db, request, response);
  const { rowCount } = await write.prepare("store_answer").execute();
  return rowCount === 1;
}

/** Releases the key of a refused call, so that it can be used again; one with an answer stays. */
export async function releaseKey(db: Executor, request: KeyedRequest): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isUnanswered(request), isKeyOf(request)));
}
