import { asc, eq, gt, sql } from "drizzle-orm";
import { type Executor, transact } from "@db/client";
import { companies, medias, orders, paymentEvidence, payments, retentionRuns } from "@db/schema";
import { firstRow } from "@db/row-of";

export type RetentionRun = typeof retentionRuns.$inferSelect;

/** Lists companies with their settings, by id, after the one named. */
export async function listRetentions(db: Executor, after: string | null, limit: number) {
  return db
    .select({ id: companies.id, settings: companies.settings })
    .from(companies)
    .where(after ? gt(companies.id, after) : undefined)
    .orderBy(asc(companies.id))
    .limit(limit);
}

/** Rows of each kind that were deleted. */
export type Deleted = Pick<RetentionRun, "messages" | "proofs">;

/** A run that repeats within this time counts as the same night. */
const SAME_NIGHT = sql`${retentionRuns.ranAt} > now() - interval '12 hours'`;

/**
 * Adds the rows that a part of a run deleted, in the transaction that deleted them, with the
 * database's clock: a run that fails or is killed loses no count, and a repeated one overwrites
 * none.
 */
export async function addRetention(
  tx: Executor,
  companyId: string,
  { messages, proofs }: Deleted,
): Promise<RetentionRun> {
  const now = sql`clock_timestamp()`;
  const [row] = await tx
    .insert(retentionRuns)
    .values({
      companyId,
      messages,
      proofs,
      ranAt: now,
      messagesTotal: messages,
      proofsTotal: proofs,
    })
    .onConflictDoUpdate({
      target: retentionRuns.companyId,
      set: {
        ranAt: now,
        messages: sql`CASE WHEN ${SAME_NIGHT} THEN ${retentionRuns.messages} ELSE 0 END + ${messages}::int`,
        proofs: sql`CASE WHEN ${SAME_NIGHT} THEN ${retentionRuns.proofs} ELSE 0 END + ${proofs}::int`,
        messagesTotal: sql`${retentionRuns.messagesTotal} + ${messages}::int`,
        proofsTotal: sql`${retentionRuns.proofsTotal} + ${proofs}::int`,
      },
    })
    .returning();
  if (!row) throw new Error("The retention was not noted.");
  return row;
}

/**
 * Notes the end of a run. Returns the deleted rows that the activity does not tell yet, also those
 * of a run that was killed before it could; the caller tells them in the same transaction.
 */
export async function endRetention(
  tx: Executor,
  companyId: string,
  { succeeded }: { succeeded: boolean },
): Promise<Deleted> {
  const run = await addRetention(tx, companyId, { messages: 0, proofs: 0 });
  await tx
    .update(retentionRuns)
    .set({
      messagesTold: run.messagesTotal,
      proofsTold: run.proofsTotal,
      ...(succeeded && { succeededAt: run.ranAt }),
    })
    .where(eq(retentionRuns.companyId, companyId));
  return {
    messages: run.messagesTotal - run.messagesTold,
    proofs: run.proofsTotal - run.proofsTold,
  };
}

/** The retention figures of all companies. */
export interface RetentionFigures {
  deleted: Deleted;
  /**
   * Unix time of the last successful run of the company that is furthest behind, or of its
   * beginning without a run. Null without companies.
   */
  lastSuccess: number | null;
}

export async function readRetentionFigures(db: Executor): Promise<RetentionFigures> {
  const [row] = await db
    .select({
      messages: sql`coalesce(sum(${retentionRuns.messagesTotal}), 0)`.mapWith(Number),
      proofs: sql`coalesce(sum(${retentionRuns.proofsTotal}), 0)`.mapWith(Number),
      lastSuccess: sql<
        number | null
      >`extract(epoch FROM min(coalesce(${retentionRuns.succeededAt}, ${companies.createdAt})))::float8`,
    })
    .from(companies)
    .leftJoin(retentionRuns, eq(retentionRuns.companyId, companies.id));
  if (!row) throw new Error("There are no figures.");
  const { lastSuccess, ...deleted } = row;
  return { deleted, lastSuccess };
}

/** Reads the retention figures of a company; undefined before the first night. */
export const findRetention = (db: Executor, companyId: string) =>
  firstRow(db.select().from(retentionRuns).where(eq(retentionRuns.companyId, companyId)));

/**
 * Takes proofs of payment from their orders and payments, once all of these have been settled for so
 * many years and no money that they prove has moved since; a proof that was replaced, once it is as old itself. The sweep then deletes the files
 * with their rows (`deleteUnattached`), so nothing that is shown ever names a missing file. Returns
 * how many, at most `limit`.
 */
export async function releaseProofs(
  db: Executor,
  companyId: string,
  { years, limit }: { years: number; limit: number },
): Promise<number> {
  return transact(db, async (tx) => {
    // Transactions that would attach one of these proofs wait for the lock.
    const { rows } = await tx.execute(sql`
      SELECT ${medias.id} FROM ${medias}
       WHERE ${medias.companyId} = ${companyId} AND ${medias.ownerRole} = 'USER'
         AND ${medias.sweepAfter} IS NULL AND ${medias.createdAt} < ${ago(years)}
         AND NOT EXISTS (SELECT 1 FROM users u
                          WHERE u.company_id = ${companyId} AND u.avatar_media_id = ${medias.id})
         AND ${isSettled(companyId, years)}
       ORDER BY ${medias.createdAt} LIMIT ${limit}
       FOR UPDATE SKIP LOCKED`);
    const ids = rows.map(({ id }) => String(id));
    if (ids.length === 0) return 0;
    // These are statements of their own, so that they see what was attached before the lock was
    // taken.
    const released = await tx
      .update(medias)
      .set({ sweepAfter: sql`now()`, releasedAt: sql`now()` })
      .where(
        sql`${medias.companyId} = ${companyId} AND ${medias.id} = ANY(${sql.param(ids)}::uuid[])
          AND ${isSettled(companyId, years)}`,
      )
      .returning({ id: medias.id });
    const gone = sql`ANY(${sql.param(released.map(({ id }) => id))}::uuid[])`;
    // The payment's money did not move, so `updated_at` stays: the years count from it
    // (`isRecent`).
    await tx
      .update(payments)
      .set({ proofMediaId: null, updatedAt: sql`${payments.updatedAt}` })
      .where(sql`${payments.companyId} = ${companyId} AND ${payments.proofMediaId} = ${gone}`);
    for (const table of [orders, paymentEvidence]) {
      await tx
        .update(table)
        .set({ proofMediaId: null })
        .where(sql`${table.companyId} = ${companyId} AND ${table.proofMediaId} = ${gone}`);
    }
    return released.length;
  });
}

/**
 * Empties what the bank wrote about entries: of an order's payment once the order is settled and its
 * money has not moved for so many years, of an entry set aside as long ago, of money that went out as
 * old. Sum, day and what became of it stay, and the key by which the same file adds nothing. Open
 * credits keep their text. Returns how many, at most `limit`.
 */
export async function emptyOldEntries(
  db: Executor,
  companyId: string,
  { years, limit }: { years: number; limit: number },
): Promise<number> {
  return transact(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE statement_lines SET narration = '', reference = NULL
       WHERE company_id = ${companyId} AND id IN (
        SELECT l.id FROM statement_lines l
          LEFT JOIN payment_evidence e ON e.company_id = l.company_id AND e.line_id = l.id
          LEFT JOIN payments p ON p.company_id = l.company_id AND p.id = e.payment_id
         WHERE l.company_id = ${companyId} AND l.booked_on < ${ago(years)}
           AND (l.narration <> '' OR l.reference IS NOT NULL)
           AND (l.side = 'DEBIT'
                OR (p.status = 'PUT_AWAY' AND p.settled_at < ${ago(years)})
                OR (p.status IN ('CONFIRMED', 'REFUSED') AND e.created_at < ${ago(years)}
                    AND NOT ${isRecent(years)} AND NOT EXISTS (
                  SELECT 1 FROM orders o
                   WHERE o.company_id = ${companyId} AND o.id = p.order_id
                     AND ${isOrderRecent(companyId, years)})))
         ORDER BY l.booked_on, l.id LIMIT ${limit}
           FOR NO KEY UPDATE OF l SKIP LOCKED)
      RETURNING id`);
    const emptied = sql`ANY(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
    const { rows: told } = await tx.execute<{ payment_id: string }>(sql`
      UPDATE payment_evidence SET reference = NULL
       WHERE company_id = ${companyId} AND line_id = ${emptied} RETURNING payment_id`);
    const settled = told.map(({ payment_id: id }) => id);
    // An entry that was put away loses its note, and its number as the bank wrote it.
    await tx.execute(sql`
      UPDATE payments SET settled_note = '', reference = NULL
       WHERE company_id = ${companyId} AND id = ANY(${sql.param(settled)}::uuid[]) AND status = 'PUT_AWAY'`);
    return rows.length;
  });
}

/**
 * Empties the texts of rows that could not be read, of statements as old; returns how many, at most
 * `limit`.
 */
export async function emptyOldUnread(
  db: Executor,
  companyId: string,
  { years, limit }: { years: number; limit: number },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE statements SET unread = '[]'
     WHERE company_id = ${companyId} AND id IN (
      SELECT s.id FROM statements s
       WHERE s.company_id = ${companyId} AND s.created_at < ${ago(years)} AND s.unread <> '[]'
       LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

const ago = (years: number) => sql`now() - make_interval(years => ${years}::int)`;

/**
 * Every order with the proof was settled that long ago, and no payment that it proves is open or
 * was confirmed, allocated, refunded or found missing since: each of these changes the payment.
 */
const isSettled = (companyId: string, years: number) => sql`
  NOT EXISTS (
    SELECT 1 FROM orders o
     WHERE o.company_id = ${companyId} AND o.proof_media_id = ${medias.id}
       AND ${isOrderRecent(companyId, years)})
  AND NOT EXISTS (
    SELECT 1 FROM payments p
      LEFT JOIN payment_evidence e ON e.company_id = p.company_id AND e.payment_id = p.id
     WHERE p.company_id = ${companyId}
       AND (p.proof_media_id = ${medias.id} OR e.proof_media_id = ${medias.id}) AND ${isRecent(years)})`;

/** True if the payment `p` is not settled, has money left, or changed since. */
const isRecent = (years: number) => sql`(
  p.updated_at >= ${ago(years)} OR p.status IN ('WAITING', 'UNALLOCATED', 'DOUBTED')
  OR coalesce(p.received_paise, 0) > p.applied_paise + p.refunded_paise)`;

/**
 * True if the order `o` is undecided, was settled since, or has money that moved since or is open.
 */
const isOrderRecent = (companyId: string, years: number) => sql`(
  o.status IN ('OPEN', 'PENDING')
  OR greatest(o.reversed_at, o.decided_at, o.submitted_at) >= ${ago(years)}
  OR EXISTS (
    SELECT 1 FROM payment_applications a
      JOIN payments p ON p.company_id = a.company_id AND p.id = a.payment_id
     WHERE a.company_id = ${companyId} AND a.order_id = o.id AND ${isRecent(years)}))`;
