/** What the sweep of waiting changes reads and ends (decision 52). */
import { and, asc, eq, getTableColumns, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { companies, pendingChanges } from "../schema";
import { isOvertaken, isPending, type PendingChange, theOne } from "./pending-changes";

/**
 * Waiting changes of all companies whose time has come: the first of each company, then the second of
 * each, so that none waits for another's. Without those of suspended companies, and without those whose
 * end failed and that are not to be tried again yet.
 */
export async function listDueChanges(db: Executor, limit: number): Promise<PendingChange[]> {
  const due = db
    .select({
      ...getTableColumns(pendingChanges),
      turn: sql<number>`row_number() OVER (PARTITION BY ${pendingChanges.companyId}
        ORDER BY ${pendingChanges.endsAt}, ${pendingChanges.id})`.as("turn"),
    })
    .from(pendingChanges)
    .innerJoin(
      companies,
      and(eq(companies.id, pendingChanges.companyId), ne(companies.status, "SUSPENDED")),
    )
    .where(
      and(
        isPending,
        lte(pendingChanges.endsAt, sql`now()`),
        or(isNull(pendingChanges.retryAt), lte(pendingChanges.retryAt, sql`now()`)),
      ),
    )
    .as("due");
  const rows = await db
    .select()
    .from(due)
    .orderBy(asc(due.turn), asc(due.endsAt), asc(due.id))
    .limit(limit);
  return rows.map(({ turn: _turn, ...change }) => change);
}

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
        // Nobody waits for a row that somebody holds.
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
        theOne(companyId, id),
        isPending,
        eq(pendingChanges.isCoolOff, isCoolOff),
        lte(pendingChanges.endsAt, sql`now()`),
      ),
    )
    .returning({ id: pendingChanges.id });
  return rows.length === 1;
}

/**
 * Waiting approvals of all companies that were overtaken: the first of each company, then the second of
 * each, so that none waits for another's. Without those whose end failed and that are not to be tried
 * again yet.
 */
export async function listOvertaken(db: Executor, limit: number): Promise<PendingChange[]> {
  const { failures, id } = pendingChanges;
  const overtaken = db
    .select({
      ...getTableColumns(pendingChanges),
      turn: sql<number>`row_number() OVER (PARTITION BY ${pendingChanges.companyId}
        ORDER BY ${failures}, ${id})`.as("turn"),
    })
    .from(pendingChanges)
    .where(
      and(
        isPending,
        isOvertaken,
        or(isNull(pendingChanges.retryAt), lte(pendingChanges.retryAt, sql`now()`)),
      ),
    )
    .as("overtaken");
  const rows = await db
    .select()
    .from(overtaken)
    .orderBy(asc(overtaken.turn), asc(overtaken.failures), asc(overtaken.id))
    .limit(limit);
  return rows.map(({ turn: _turn, ...change }) => change);
}

/** Ends one of them; false if it does not wait any more. */
export async function endOvertaken(
  tx: Executor,
  { companyId, id }: Pick<PendingChange, "companyId" | "id">,
): Promise<boolean> {
  const rows = await tx
    .update(pendingChanges)
    .set({ state: "OVERTAKEN", decidedAt: sql`now()` })
    .where(and(theOne(companyId, id), isPending, isOvertaken))
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
