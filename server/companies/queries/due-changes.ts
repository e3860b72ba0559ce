/** The sweep of waiting changes reads and ends these (decision 24). */
import { and, asc, eq, getTableColumns, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { pendingChanges } from "@db/schema";
import { isOvertaken, isPending, type PendingChange, changeWithId } from "./pending-changes";

/**
 * Lists waiting changes of all companies by `order`: the first of each company, then the second of
 * each, so that none waits for another's. Leaves out those whose end failed and that are not to be
 * tried again yet.
 */
async function listInTurns(
  db: Executor,
  { where, order, limit }: { where: SQL | undefined; order: PgColumn; limit: number },
): Promise<PendingChange[]> {
  const { companyId, id, retryAt } = pendingChanges;
  const waiting = db
    .select({
      ...getTableColumns(pendingChanges),
      turn: sql<number>`row_number() OVER (PARTITION BY ${companyId} ORDER BY ${order}, ${id})`.as(
        "turn",
      ),
      rank: sql`${order}`.as("rank"),
    })
    .from(pendingChanges)
    .where(and(isPending, where, or(isNull(retryAt), lte(retryAt, sql`now()`))))
    .as("waiting");
  const rows = await db
    .select()
    .from(waiting)
    .orderBy(asc(waiting.turn), asc(waiting.rank), asc(waiting.id))
    .limit(limit);
  return rows.map(({ turn: _turn, rank: _rank, ...change }) => change);
}

/** Lists the changes whose time has come. */
export const listDueChanges = (db: Executor, limit: number): Promise<PendingChange[]> =>
  listInTurns(db, {
    where: lte(pendingChanges.endsAt, sql`now()`),
    order: pendingChanges.endsAt,
    limit,
  });

/** Notes that a change's end failed: it is tried again after 2, 4, 8 minutes, and so on up to six hours. */
export async function backOff(
  db: Executor,
  { companyId, id }: Pick<PendingChange, "companyId" | "id">,
): Promise<void> {
  const failures = pendingChanges.failures;
  await db
    .update(pendingChanges)
    .set({
      failures: sql`${failures} + 1`,
      retryAt: sql`now() + least(360, power(2, least(${failures} + 1, 10))) * interval '1 minute'`,
    })
    .where(
      and(
        eq(pendingChanges.companyId, companyId),
        // The statement skips a row that another transaction holds.
        sql`${pendingChanges.id} = (
          SELECT p.id FROM pending_changes p
           WHERE p.company_id = ${companyId} AND p.id = ${id} AND p.state = 'PENDING'
             FOR NO KEY UPDATE SKIP LOCKED)`,
      ),
    );
}

/**
 * Ends a change whose time is over without effect; false if it does not wait any more. `isCoolOff`: one
 * that should have taken effect, and has failed since.
 */
export async function expireChange(
  tx: Executor,
  { companyId, id, isCoolOff }: Pick<PendingChange, "companyId" | "id" | "isCoolOff">,
): Promise<boolean> {
  const rows = await tx
    .update(pendingChanges)
    .set({ state: "EXPIRED", decidedAt: sql`now()` })
    .where(
      and(
        changeWithId(companyId, id),
        isPending,
        eq(pendingChanges.isCoolOff, isCoolOff),
        lte(pendingChanges.endsAt, sql`now()`),
      ),
    )
    .returning({ id: pendingChanges.id });
  return rows.length === 1;
}

/** Approvals that were overtaken, by how often their end failed. */
export const listOvertaken = (db: Executor, limit: number): Promise<PendingChange[]> =>
  listInTurns(db, { where: isOvertaken, order: pendingChanges.failures, limit });

/** Ends one of them; false if it does not wait any more. */
export async function endOvertaken(
  tx: Executor,
  { companyId, id }: Pick<PendingChange, "companyId" | "id">,
): Promise<boolean> {
  const rows = await tx
    .update(pendingChanges)
    .set({ state: "OVERTAKEN", decidedAt: sql`now()` })
    .where(and(changeWithId(companyId, id), isPending, isOvertaken))
    .returning({ id: pendingChanges.id });
  return rows.length === 1;
}

/** Deletes changes that ended so many days ago or earlier, up to `limit`; the audit log keeps them. */
export async function deleteEndedChanges(
  db: Executor,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    WITH old AS (
      SELECT company_id, id FROM pending_changes
       WHERE state <> 'PENDING' AND decided_at < now() - make_interval(days => ${days})
       LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    DELETE FROM pending_changes p USING old o WHERE p.company_id = o.company_id AND p.id = o.id`);
  return rowCount ?? 0;
}
