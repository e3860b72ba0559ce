import { and, asc, desc, eq, getTableColumns, gt, gte, lt, max, sql } from "drizzle-orm";
import { type Executor, runText } from "@db/client";
import { allocations, checkpoints, merkleNodes, sealingKeys } from "@db/schema";
import type { SealedLog } from "@db/vocabulary";

export type StoredCheckpoint = typeof checkpoints.$inferSelect;
export type SealingKey = typeof sealingKeys.$inferSelect;

/** First key of `pg_try_advisory_xact_lock`; the second is the company's hash. */
const LOCK = 778_003;

/** Lets one instance at a time seal a company until the transaction ends. Returns false for the others. */
export async function lockSealing(tx: Executor, companyId: string): Promise<boolean> {
  const [row] = await runText(
    tx,
    `SELECT pg_try_advisory_xact_lock(${LOCK}, hashtext($1)) AS is_locked`,
    [companyId],
  );
  return row?.is_locked === true;
}

/** Lists companies, the platform among them, with an entry or an allocation that is not sealed. */
export async function listUnsealedCompanies(db: Executor): Promise<string[]> {
  const rows = await runText(
    db,
    `SELECT company_id FROM audit_unsealed
      UNION
     SELECT c.id FROM companies c
      WHERE (SELECT max(a.sequence) FROM allocations a WHERE a.company_id = c.id) >
            coalesce((SELECT k.size FROM checkpoints k
                       WHERE k.company_id = c.id AND k.log = 'ALLOCATIONS'
                       ORDER BY k.number DESC LIMIT 1), 0)
      ORDER BY company_id`,
    [],
  );
  return rows.map((row) => String(row.company_id));
}

/** An audit entry as it is hashed: every column as PostgreSQL's text; times in microseconds. */
export interface AuditRow {
  id: string;
  columns: (string | null)[];
}

/** The columns of an audit entry in the order of its hashed text. */
const AUDIT_COLUMNS = `ARRAY[e.company_id::text, e.id::text, e.actor_id::text, e.actor_role, e.action,
  e.subject_type, e.subject_id, e.before::text, e.after::text, e.request_id,
  (extract(epoch FROM e.created_at) * 1000000)::bigint::text]`;

/** Lists unsealed entries of a company. Their order is arbitrary: the order of their commits is unknown. */
export async function listUnsealed(
  tx: Executor,
  companyId: string,
  limit: number,
): Promise<AuditRow[]> {
  const rows = await runText(
    tx,
    `SELECT e.id, ${AUDIT_COLUMNS} AS columns
       FROM audit_unsealed u
       JOIN audit_entries e ON e.company_id = u.company_id AND e.id = u.entry_id
      WHERE u.company_id = $1
        AND NOT EXISTS (SELECT 1 FROM audit_seals s
                         WHERE s.company_id = u.company_id AND s.entry_id = u.entry_id)
      ORDER BY e.created_at, e.id LIMIT $2`,
    [companyId, limit],
  );
  return rows.map((row) => ({ id: String(row.id), columns: row.columns as (string | null)[] }));
}

/** Removes sealed entries from the list of unsealed ones. */
export async function forgetSealed(tx: Executor, companyId: string): Promise<void> {
  await runText(
    tx,
    `DELETE FROM audit_unsealed u USING audit_seals s
      WHERE u.company_id = $1 AND s.company_id = u.company_id AND s.entry_id = u.entry_id`,
    [companyId],
  );
}

export interface AuditSeal {
  sequence: number;
  entryId: string;
  hash: string;
}

export async function insertSeals(
  tx: Executor,
  companyId: string,
  seals: readonly AuditSeal[],
): Promise<void> {
  await runText(
    tx,
    `INSERT INTO audit_seals (company_id, sequence, entry_id, hash)
     SELECT $1, * FROM unnest($2::bigint[], $3::uuid[], $4::text[])`,
    [
      companyId,
      seals.map(({ sequence }) => sequence),
      seals.map(({ entryId }) => entryId),
      seals.map(({ hash }) => hash),
    ],
  );
}

/** Lists a range of a company's seals, each with its entry; `columns` is null for a missing entry. */
export async function listSeals(
  db: Executor,
  companyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(AuditSeal & { columns: (string | null)[] | null })[]> {
  const rows = await runText(
    db,
    `SELECT s.sequence, s.entry_id, s.hash,
            CASE WHEN e.id IS NOT NULL THEN ${AUDIT_COLUMNS} END AS columns
       FROM audit_seals s
       LEFT JOIN audit_entries e ON e.company_id = s.company_id AND e.id = s.entry_id
      WHERE s.company_id = $1 AND s.sequence > $2 ORDER BY s.sequence LIMIT $3`,
    [companyId, after, limit],
  );
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    entryId: String(row.entry_id),
    hash: String(row.hash),
    columns: row.columns as (string | null)[] | null,
  }));
}

/** Counts of entries that no seal covers, and of inconsistent ones. */
export interface UnsealedCounts {
  /** Entries that wait for the sealer, and the age of the oldest in seconds. */
  waiting: number;
  waitingSeconds: number;
  /** Entries that neither a seal nor the list of unsealed ones contains. */
  stray: number;
  /** Listed ids without an entry. */
  missing: number;
  entries: number;
}

export async function countUnsealed(db: Executor, companyId: string): Promise<UnsealedCounts> {
  const [row] = await runText(
    db,
    `SELECT count(*) FILTER (WHERE e.id IS NOT NULL)::int AS entries,
            count(*) FILTER (WHERE e.id IS NOT NULL AND s.entry_id IS NULL AND u.entry_id IS NOT NULL)::int AS waiting,
            coalesce(extract(epoch FROM now() - min(e.created_at) FILTER (WHERE s.entry_id IS NULL AND u.entry_id IS NOT NULL)), 0)::float8 AS seconds,
            count(*) FILTER (WHERE e.id IS NOT NULL AND s.entry_id IS NULL AND u.entry_id IS NULL)::int AS stray,
            count(*) FILTER (WHERE e.id IS NULL)::int AS missing
       FROM (SELECT id, created_at FROM audit_entries WHERE company_id = $1) e
       LEFT JOIN (SELECT entry_id FROM audit_seals WHERE company_id = $1) s ON s.entry_id = e.id
       FULL JOIN (SELECT entry_id FROM audit_unsealed WHERE company_id = $1) u ON u.entry_id = e.id`,
    [companyId],
  );
  return {
    waiting: Number(row?.waiting ?? 0),
    waitingSeconds: Number(row?.seconds ?? 0),
    stray: Number(row?.stray ?? 0),
    missing: Number(row?.missing ?? 0),
    entries: Number(row?.entries ?? 0),
  };
}

/** Counts all entries that wait for the sealer, with the age of the oldest, for a gauge. */
export async function unsealedBacklog(
  db: Executor,
): Promise<{ entries: number; oldestSeconds: number }> {
  const [row] = await runText(
    db,
    `SELECT count(*)::int AS entries,
            coalesce(extract(epoch FROM now() - min(e.created_at)), 0)::float8 AS seconds
       FROM audit_unsealed u
       JOIN audit_entries e ON e.company_id = u.company_id AND e.id = u.entry_id`,
    [],
  );
  return { entries: Number(row?.entries ?? 0), oldestSeconds: Number(row?.seconds ?? 0) };
}

/** Lists the owners of logs: each company or platform id in any of the sealed tables. */
export async function listSealedCompanies(db: Executor): Promise<string[]> {
  const rows = await runText(
    db,
    `SELECT id::text AS id FROM companies
      UNION SELECT DISTINCT company_id::text FROM audit_entries
      UNION SELECT DISTINCT company_id::text FROM audit_seals
      UNION SELECT DISTINCT company_id::text FROM audit_unsealed
      UNION SELECT DISTINCT company_id::text FROM allocations
      UNION SELECT DISTINCT company_id::text FROM checkpoints
      UNION SELECT DISTINCT company_id::text FROM merkle_nodes
      ORDER BY 1`,
    [],
  );
  return rows.map((row) => String(row.id));
}

const ofLog = (companyId: string, log: SealedLog) =>
  and(eq(checkpoints.companyId, companyId), eq(checkpoints.log, log));

export async function lastCheckpoint(
  db: Executor,
  companyId: string,
  log: SealedLog,
): Promise<StoredCheckpoint | null> {
  const [row] = await db
    .select()
    .from(checkpoints)
    .where(ofLog(companyId, log))
    .orderBy(desc(checkpoints.number))
    .limit(1);
  return row ?? null;
}

export async function findCheckpoint(
  db: Executor,
  companyId: string,
  log: SealedLog,
  number: number,
): Promise<StoredCheckpoint | null> {
  const [row] = await db
    .select()
    .from(checkpoints)
    .where(and(ofLog(companyId, log), eq(checkpoints.number, number)));
  return row ?? null;
}

/** Returns the first checkpoint of the allocations that covers a sequence. */
export async function firstCheckpointOver(
  db: Executor,
  companyId: string,
  sequence: number,
): Promise<StoredCheckpoint | null> {
  const [row] = await db
    .select()
    .from(checkpoints)
    .where(and(ofLog(companyId, "ALLOCATIONS"), gte(checkpoints.size, sequence)))
    .orderBy(asc(checkpoints.size))
    .limit(1);
  return row ?? null;
}

/**
 * Lists a range of checkpoints by number, oldest first. `isWholeTime` is false for a time with
 * microseconds, which no checkpoint has.
 */
export async function listCheckpointsToVerify(
  db: Executor,
  companyId: string,
  log: SealedLog,
  { after, limit }: { after: number; limit: number },
): Promise<(StoredCheckpoint & { isWholeTime: boolean })[]> {
  return db
    .select({
      ...getTableColumns(checkpoints),
      isWholeTime: sql<boolean>`date_trunc('milliseconds', ${checkpoints.signedAt}) = ${checkpoints.signedAt}`,
    })
    .from(checkpoints)
    .where(and(ofLog(companyId, log), gt(checkpoints.number, after)))
    .orderBy(asc(checkpoints.number))
    .limit(limit);
}

/** Returns a page of checkpoints of the allocations, newest first, and their total number. */
export async function pageOfCheckpoints(
  db: Executor,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const [records, [counted]] = await Promise.all([
    db
      .select()
      .from(checkpoints)
      .where(ofLog(companyId, "ALLOCATIONS"))
      .orderBy(desc(checkpoints.number))
      .limit(limit)
      .offset(offset),
    // Checkpoints are numbered from 1 without gaps.
    db
      .select({ total: max(checkpoints.number) })
      .from(checkpoints)
      .where(ofLog(companyId, "ALLOCATIONS")),
  ]);
  return { records, total: counted?.total ?? 0 };
}

/** Inserts a checkpoint, and the key that signed it if this is the key's first. */
export async function insertCheckpoint(
  tx: Executor,
  row: StoredCheckpoint,
  publicKey: string,
): Promise<void> {
  await tx
    .insert(sealingKeys)
    .values({ id: row.keyId, publicKey, firstUsedAt: row.signedAt })
    .onConflictDoNothing();
  await tx.insert(checkpoints).values(row);
}

/** Lists the public keys in the order of their first use. */
export async function listSealingKeys(db: Executor): Promise<SealingKey[]> {
  return db.select().from(sealingKeys).orderBy(asc(sealingKeys.firstUsedAt), asc(sealingKeys.id));
}

/** Lists ids of keys that signed no checkpoint, or whose recorded first use is wrong. */
export async function listOddKeys(db: Executor): Promise<string[]> {
  const rows = await runText(
    db,
    `SELECT k.id FROM sealing_keys k
       LEFT JOIN (SELECT key_id, min(signed_at) AS first FROM checkpoints GROUP BY key_id) u
         ON u.key_id = k.id
      WHERE k.first_used_at IS DISTINCT FROM u.first ORDER BY k.id`,
    [],
  );
  return rows.map((row) => String(row.id));
}

/** Lists the hashed texts of allocations by leaf index (their sequence less one). */
export async function listLeafTexts(
  db: Executor,
  companyId: string,
  from: number,
  to: number,
): Promise<string[]> {
  const rows = await db
    .select({ text: allocations.hashedBytes })
    .from(allocations)
    .where(
      and(
        eq(allocations.companyId, companyId),
        gt(allocations.sequence, from),
        sql`${allocations.sequence} <= ${to}`,
      ),
    )
    .orderBy(asc(allocations.sequence));
  return rows.map(({ text }) => text);
}

/** Lists roots of complete subtrees by index. */
export async function listMerkleNodes(
  db: Executor,
  companyId: string,
  level: number,
  from: number,
  to: number,
): Promise<{ index: number; hash: string }[]> {
  return db
    .select({ index: merkleNodes.index, hash: merkleNodes.hash })
    .from(merkleNodes)
    .where(
      and(
        eq(merkleNodes.companyId, companyId),
        eq(merkleNodes.level, level),
        gte(merkleNodes.index, from),
        lt(merkleNodes.index, to),
      ),
    )
    .orderBy(asc(merkleNodes.index));
}

/** Lists every stored root of a company's tree, for verification. */
export async function listAllMerkleNodes(db: Executor, companyId: string) {
  return db
    .select({ level: merkleNodes.level, index: merkleNodes.index, hash: merkleNodes.hash })
    .from(merkleNodes)
    .where(eq(merkleNodes.companyId, companyId))
    .orderBy(asc(merkleNodes.level), asc(merkleNodes.index));
}

export async function insertMerkleNodes(
  tx: Executor,
  companyId: string,
  nodes: readonly { level: number; index: number; hash: string }[],
): Promise<void> {
  if (nodes.length === 0) return;
  await tx.insert(merkleNodes).values(nodes.map((node) => ({ companyId, ...node })));
}
