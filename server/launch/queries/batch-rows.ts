import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { type Executor, type Reader, runText } from "@db/client";
import { batches, batchParts, batchRows, batchTransfers } from "@db/schema";
import type { AllocationKind } from "@db/vocabulary";
import type { BatchPart } from "@server/launch/rules/batch-seal";
import { proofPlaces } from "@server/launch/rules/claim-tree";
import type { Batch } from "./batches";

/** An allocation that stands, and what batches took of it. */
export interface OpenAllocation {
  sequence: number;
  memberId: string;
  kind: AllocationKind;
  quantity: number;
  taken: number;
  parts: number;
  /** True if its member can log in. */
  isActive: boolean;
}

/**
 * Lists the allocations of a range of a company's chain that were not taken back, with what batches took
 * of them.
 */
export const listOpenAllocations = (
  db: Executor,
  companyId: string,
  { after, size, limit }: { after: number; size: number; limit: number },
): Promise<OpenAllocation[]> =>
  runText(
    db,
    `SELECT a.sequence::float8, a.member_id AS "memberId", a.kind, a.quantity::float8,
            coalesce(p.tokens, 0)::float8 AS taken, coalesce(p.parts, 0)::int AS parts,
            u.status = 'ACTIVE' AND u.deleted_at IS NULL AS "isActive"
       FROM allocations a
       JOIN users u ON u.company_id = a.company_id AND u.id = a.member_id
       LEFT JOIN (SELECT sequence, sum(tokens) AS tokens, count(*) AS parts FROM batch_parts
                   WHERE company_id = $1 AND sequence > $2 AND sequence <= $3
                   GROUP BY sequence) p ON p.sequence = a.sequence
      WHERE a.company_id = $1 AND a.sequence > $2 AND a.sequence <= $3 AND a.quantity > 0
        AND NOT EXISTS (SELECT 1 FROM allocations r
                         WHERE r.company_id = a.company_id AND r.order_id = a.order_id
                           AND r.decision = a.decision AND r.quantity < 0)
      ORDER BY a.sequence`,
    [companyId, after, Math.min(size, after + limit)],
  );

type Key = Pick<Batch, "companyId" | "id">;
/** Rows of a table that belong to a batch. */
const ofBatch = (
  table: typeof batchRows | typeof batchParts | typeof batchTransfers,
  { companyId, id }: Key,
) => and(eq(table.companyId, companyId), eq(table.batchId, id));

/** Inserts rows of a batch. */
export const insertRows = (
  tx: Executor,
  { companyId, id }: Key,
  rows: readonly { index: number; memberId: string; address: string; tokens: number }[],
) =>
  runText(
    tx,
    `INSERT INTO batch_rows (company_id, batch_id, index, member_id, address, tokens)
     SELECT $1, $2, index, "memberId", address, tokens
       FROM json_to_recordset($3) AS r (index int, "memberId" uuid, address text, tokens bigint)`,
    [companyId, id, JSON.stringify(rows)],
  );

/** Inserts the parts of a batch's rows. A part that another batch has violates the key. */
export const insertParts = (
  tx: Executor,
  { companyId, id }: Key,
  parts: readonly (BatchPart & { index: number })[],
) =>
  runText(
    tx,
    `INSERT INTO batch_parts (company_id, batch_id, sequence, part, index, tokens)
     SELECT $1, $2, sequence, part, index, tokens
       FROM json_to_recordset($3) AS p (sequence bigint, part int, index int, tokens bigint)`,
    [companyId, id, JSON.stringify(parts)],
  );

/** Lists rows of a batch by index. */
export const listRows = (
  db: Reader,
  batch: Key,
  { after, limit }: { after: number; limit: number },
) =>
  db
    .select({
      index: batchRows.index,
      memberId: batchRows.memberId,
      address: batchRows.address,
      tokens: batchRows.tokens,
    })
    .from(batchRows)
    .where(and(ofBatch(batchRows, batch), gt(batchRows.index, after)))
    .orderBy(asc(batchRows.index))
    .limit(limit);

/** Lists the parts of rows of a batch by index and sequence; `until` is included. */
export const listParts = (
  db: Reader,
  batch: Key,
  { after, until }: { after: number; until: number },
) =>
  db
    .select({
      index: batchParts.index,
      sequence: batchParts.sequence,
      part: batchParts.part,
      tokens: batchParts.tokens,
    })
    .from(batchParts)
    .where(
      and(ofBatch(batchParts, batch), gt(batchParts.index, after), lte(batchParts.index, until)),
    )
    .orderBy(asc(batchParts.index), asc(batchParts.sequence));

/** Lists a member's rows, newest batch first, with their batch and the transaction that sent them. */
export const listRowsOf = (db: Reader, companyId: string, memberId: string) =>
  db
    .select({
      batch: batches,
      index: batchRows.index,
      address: batchRows.address,
      tokens: batchRows.tokens,
      hash: batchTransfers.hash,
    })
    .from(batchRows)
    .innerJoin(
      batches,
      and(eq(batches.companyId, batchRows.companyId), eq(batches.id, batchRows.batchId)),
    )
    .leftJoin(
      batchTransfers,
      and(
        eq(batchTransfers.companyId, batchRows.companyId),
        eq(batchTransfers.batchId, batchRows.batchId),
        eq(batchTransfers.index, batchRows.index),
      ),
    )
    .where(and(eq(batchRows.companyId, companyId), eq(batchRows.memberId, memberId)))
    .orderBy(sql`${batches.number} DESC`);

/** The columns of a seal's trees: their nodes, and the places of their leaves. */
const TREES = { claims: ["tree", "places"], parts: ["parts_tree", "parts_places"] } as const;

/**
 * Returns the nodes that lead from a row's leaf to the root of a tree of its batch's seal, `0x` and 64 hex
 * digits each; null before the seal, and for a row that it lacks.
 */
export async function proofOf(
  db: Executor,
  { companyId, id }: Key,
  index: number,
  tree: keyof typeof TREES,
): Promise<string[] | null> {
  const [nodes, places] = TREES[tree];
  const [found] = await runText<{ place: string }>(
    db,
    `SELECT encode(substring(${places} FROM $3::int FOR 4), 'hex') AS place
       FROM batch_seals WHERE company_id = $1 AND batch_id = $2`,
    [companyId, id, 4 * index + 1],
  );
  if (found?.place.length !== 8) return null;
  const rows = await runText<{ node: string }>(
    db,
    `SELECT '0x' || encode(substring(s.${nodes} FROM 32 * p.place + 1 FOR 32), 'hex') AS node
       FROM batch_seals s CROSS JOIN unnest($3::int[]) WITH ORDINALITY AS p (place, at)
      WHERE s.company_id = $1 AND s.batch_id = $2 ORDER BY p.at`,
    [companyId, id, proofPlaces(Number.parseInt(found.place, 16))],
  );
  return rows.map(({ node }) => node);
}

/** Finds an order's number and the number of a batch that has tokens of its latest decision. */
export async function findBatchOfDecision(
  db: Executor,
  { companyId, id, decisionCount }: { companyId: string; id: string; decisionCount: number },
): Promise<number | null> {
  const [row] = await runText<{ number: number }>(
    db,
    `SELECT min(b.number) AS number FROM allocations a
       JOIN batch_parts p ON p.company_id = a.company_id AND p.sequence = a.sequence
       JOIN batches b ON b.company_id = p.company_id AND b.id = p.batch_id
      WHERE a.company_id = $1 AND a.order_id = $2 AND a.decision = $3 HAVING count(*) > 0`,
    [companyId, id, decisionCount],
  );
  return row?.number ?? null;
}

/**
 * Stores transactions of a batch's rows; a later one of a row takes the place of the earlier. Returns the
 * indexes of the rows that had none.
 */
export async function upsertTransfers(
  tx: Executor,
  rows: (typeof batchTransfers.$inferInsert)[],
): Promise<number[]> {
  const stored = await tx
    .insert(batchTransfers)
    .values(rows)
    .onConflictDoUpdate({
      target: [batchTransfers.companyId, batchTransfers.batchId, batchTransfers.index],
      set: { hash: sql`excluded.hash`, addedBy: sql`excluded.added_by`, createdAt: sql`now()` },
    })
    // A row that was there has a version before.
    .returning({ index: batchTransfers.index, isNew: sql<boolean>`xmax = 0` });
  return stored.flatMap(({ index, isNew }) => (isNew ? [index] : []));
}

/** Counts the rows of a batch that have a transaction. */
export const countTransfers = async (db: Reader, batch: Key): Promise<number> =>
  db.$count(batchTransfers, ofBatch(batchTransfers, batch));

/** Lists the rows of a batch that go to these addresses, in lower case, by index. */
export const listRowsTo = (db: Reader, batch: Key, addresses: readonly string[]) =>
  db
    .select({
      index: batchRows.index,
      memberId: batchRows.memberId,
      address: sql<string>`lower(${batchRows.address})`,
      tokens: batchRows.tokens,
    })
    .from(batchRows)
    .where(
      and(ofBatch(batchRows, batch), inArray(sql`lower(${batchRows.address})`, [...addresses])),
    )
    .orderBy(asc(batchRows.index));

/** The tokens of a company's ledger, of its batches, and of what waits for one. */
export interface DeliveredSums {
  /** The sum of the ledger's allocations. */
  ledger: number;
  /** What batches took. */
  delivered: number;
  /** What stands in the ledger and no batch took. */
  waiting: number;
}

/** Sums what was delivered and what waits. Reads the whole chain. */
export async function sumDelivered(db: Executor, companyId: string): Promise<DeliveredSums> {
  const [row] = await runText<DeliveredSums>(
    db,
    `SELECT (SELECT coalesce(sum(quantity), 0)::float8 FROM allocations WHERE company_id = $1) AS ledger,
            (SELECT coalesce(sum(tokens), 0)::float8 FROM batch_parts WHERE company_id = $1) AS delivered,
            (SELECT coalesce(sum(a.quantity - coalesce(p.tokens, 0)), 0)::float8 FROM allocations a
               LEFT JOIN (SELECT sequence, sum(tokens) AS tokens FROM batch_parts
                           WHERE company_id = $1 GROUP BY sequence) p ON p.sequence = a.sequence
              WHERE a.company_id = $1 AND a.quantity > 0
                AND NOT EXISTS (SELECT 1 FROM allocations r
                                 WHERE r.company_id = a.company_id AND r.order_id = a.order_id
                                   AND r.decision = a.decision AND r.quantity < 0)) AS waiting`,
    [companyId],
  );
  if (!row) throw new Error("The statement always has one row.");
  return row;
}
