import { type SQL, and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { NOBODYS_ID } from "@db/platform";
import { idempotencyKeys, users } from "@db/schema";

/**
 * Keys are kept for 30 days. Keys of anonymous calls, whose answers may hold a token, are kept for
 * less.
 */
const KEPT_DAYS = 30;
const NOBODYS_DAYS = 7;
/** One statement of the sweep deletes this many keys. */
const SWEPT_AT_ONCE = 1000;

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
        // The predicate is that of the index idempotency_keys_about.
        sql`${response} ? 'memberId'`,
        sql`${response} ->> 'memberId' = ${memberId}`,
      ),
    );
}

/** One statement of a deletion reads this many encrypted answers. */
const READ_AT_ONCE = 500;

/**
 * Deletes those encrypted answers to the company's admins that `isAbout` recognises as about a
 * deleted member. Only the decrypted text tells, and the caller can open it. A repeated call then
 * runs again.
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
 * Deletes keys that are too old to be repeated, in batches, so that no statement takes long. The
 * sweep runs it; concurrent instances skip each other's rows.
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
