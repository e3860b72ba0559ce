import { and, asc, desc, eq, isNotNull, max, ne, sql } from "drizzle-orm";
import { type Executor, type Reader, runText } from "@db/client";
import { rowOf, firstRow } from "@db/row-of";
import { batches, batchSeals, batchTransfers } from "@db/schema";

export type Batch = typeof batches.$inferSelect;
export type StoredSeal = typeof batchSeals.$inferSelect;

/** First key of an advisory lock; the second is the company's hash. */
const LOCK = 778_006;

/**
 * Lets one freeze at a time run at a company, and none beside a reversal, until the transaction ends.
 * `isShared`: reversals run beside each other.
 */
export async function lockDeliveries(
  tx: Executor,
  companyId: string,
  { isShared = false } = {},
): Promise<void> {
  const lock = isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await runText(tx, `SELECT ${lock}(${LOCK}, hashtext($1))`, [companyId]);
}

const numbered = (companyId: string, number: number) =>
  and(eq(batches.companyId, companyId), eq(batches.number, number));

/** Columns of a batch with its root and the number of its rows that were sent. */
const shown = {
  batch: batches,
  root: batchSeals.root,
  sent: sql<number>`(SELECT count(*) FROM ${batchTransfers} t WHERE t.company_id = ${batches.companyId} AND t.batch_id = ${batches.id})`.mapWith(
    Number,
  ),
};
const itsSeal = and(
  eq(batchSeals.companyId, batches.companyId),
  eq(batchSeals.batchId, batches.id),
);

export type ShownBatch = { batch: Batch; root: string | null; sent: number };

/** Lists a company's batches, newest first. */
export const listBatches = (db: Reader, companyId: string): Promise<ShownBatch[]> =>
  db
    .select(shown)
    .from(batches)
    .leftJoin(batchSeals, itsSeal)
    .where(eq(batches.companyId, companyId))
    .orderBy(desc(batches.number));

export const findBatch = (db: Reader, companyId: string, number: number) =>
  firstRow(
    db.select(shown).from(batches).leftJoin(batchSeals, itsSeal).where(numbered(companyId, number)),
  );

/** Locks a batch by its number or id; undefined if the company has none. */
export const lockBatch = (
  tx: Executor,
  companyId: string,
  which: { number: number } | { id: string },
) =>
  firstRow(
    tx
      .select()
      .from(batches)
      .where(
        "id" in which ? rowOf(batches, companyId, which.id) : numbered(companyId, which.number),
      )
      .for("no key update"),
  );

/** Returns the number of the company's next batch. */
export async function nextNumber(tx: Executor, companyId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(batches.number) })
    .from(batches)
    .where(eq(batches.companyId, companyId));
  return (row?.last ?? 0) + 1;
}

/** Finds the batch that is prepared, of which a company has one at most. */
export const findPrepared = (db: Reader, companyId: string) =>
  firstRow(
    db
      .select()
      .from(batches)
      .where(and(eq(batches.companyId, companyId), eq(batches.state, "PREPARED"))),
  );

/** Inserts a batch; false if another one was prepared at the same time. */
export async function insertBatch(
  tx: Executor,
  batch: typeof batches.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(batches)
    .values(batch)
    .onConflictDoNothing()
    .returning({ id: batches.id });
  return rows.length === 1;
}

/** Changes a batch that is locked. */
export const changeBatch = (
  tx: Executor,
  { companyId, id }: Pick<Batch, "companyId" | "id">,
  change: Partial<Batch>,
) =>
  tx
    .update(batches)
    .set(change)
    .where(rowOf(batches, companyId, id));

/** Returns whether another batch of the company is claimed at a contract. */
export async function isContractUsed(
  tx: Executor,
  { companyId, id }: Pick<Batch, "companyId" | "id">,
  { chainId, contract }: { chainId: number; contract: string },
): Promise<boolean> {
  const at = and(eq(batches.chainId, chainId), eq(batches.contract, contract));
  const rows = await tx
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.companyId, companyId), ne(batches.id, id), eq(batches.way, "CLAIM"), at))
    .limit(1);
  return rows.length > 0;
}

/** Finds the network of a company's last batch that has one; null for none. */
export async function findLastNetwork(db: Reader, companyId: string) {
  const { network, chainId, explorer } = batches;
  const [row] = await db
    .select({ network, chainId, explorer })
    .from(batches)
    .where(and(eq(batches.companyId, companyId), isNotNull(network)))
    .orderBy(desc(batches.number))
    .limit(1);
  return row ?? null;
}

/** Lists frozen batches of all companies without a seal, by their companies' numbers. */
export const listUnsealedBatches = (db: Executor): Promise<Batch[]> =>
  db
    .select({ batch: batches })
    .from(batches)
    .leftJoin(batchSeals, itsSeal)
    .where(and(sql`${batches.state} <> 'PREPARED'`, sql`${batchSeals.batchId} IS NULL`))
    .orderBy(asc(batches.companyId), asc(batches.number))
    .then((rows) => rows.map(({ batch }) => batch));

/** Stores the seal of a batch; false if it has one. */
export async function insertSeal(tx: Executor, seal: StoredSeal): Promise<boolean> {
  const rows = await tx
    .insert(batchSeals)
    .values(seal)
    .onConflictDoNothing()
    .returning({ batchId: batchSeals.batchId });
  return rows.length === 1;
}

/** Returns what a seal states and its signature, without the trees; undefined before it is sealed. */
export async function findSeal(db: Reader, { companyId, id }: Pick<Batch, "companyId" | "id">) {
  const { text, signature, publicKey, root, sealedAt } = batchSeals;
  const [row] = await db
    .select({ text, signature, publicKey, root, sealedAt })
    .from(batchSeals)
    .where(and(eq(batchSeals.companyId, companyId), eq(batchSeals.batchId, id)));
  return row;
}

/** Returns a seal with its trees; undefined before it is sealed. */
export const findTrees = (db: Reader, { companyId, id }: Pick<Batch, "companyId" | "id">) =>
  firstRow(
    db
      .select()
      .from(batchSeals)
      .where(and(eq(batchSeals.companyId, companyId), eq(batchSeals.batchId, id))),
  );
