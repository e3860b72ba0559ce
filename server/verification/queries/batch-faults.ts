import { type Executor, runText } from "@db/client";

/** A batch whose rows, parts or allocations contradict one another. */
export interface OddBatch {
  batch: number;
  fault:
    /** The rows are not as many, or their tokens another sum, than the batch states. */
    | "sum"
    /** A row's tokens are not the sum of its parts. */
    | "row"
    /** A part is of another member's allocation, of one that was taken back, or beyond the checkpoint. */
    | "part"
    /** Batches took more of an allocation than it has. */
    | "more";
}

/** Lists a company's batches that contradict their parts, or the ledger. */
export async function listOddBatches(
  tx: Executor,
  companyId: string,
  limit: number,
): Promise<OddBatch[]> {
  const rows = await runText<{ batch: number; fault: OddBatch["fault"] }>(
    tx,
    `WITH parts AS (
       SELECT p.batch_id, p.index, p.sequence, p.tokens, a.member_id, a.quantity, a.order_id, a.decision
         FROM batch_parts p
         JOIN allocations a ON a.company_id = p.company_id AND a.sequence = p.sequence
        WHERE p.company_id = $1)
     SELECT b.number AS batch, f.fault FROM batches b CROSS JOIN LATERAL (
       SELECT 'sum' AS fault FROM (
           SELECT count(*) AS rows, coalesce(sum(tokens), 0) AS tokens FROM batch_rows r
            WHERE r.company_id = $1 AND r.batch_id = b.id) s
        WHERE s.rows <> coalesce(b.rows, 0) OR s.tokens <> coalesce(b.tokens, 0)
       UNION ALL
       SELECT 'row' WHERE EXISTS (
         SELECT 1 FROM batch_rows r
           LEFT JOIN (SELECT index, sum(tokens) AS tokens FROM parts WHERE batch_id = b.id GROUP BY index) s
             ON s.index = r.index
          WHERE r.company_id = $1 AND r.batch_id = b.id AND r.tokens IS DISTINCT FROM s.tokens)
       UNION ALL
       SELECT 'part' WHERE EXISTS (
         SELECT 1 FROM parts p
           JOIN batch_rows r ON r.company_id = $1 AND r.batch_id = p.batch_id AND r.index = p.index
          WHERE p.batch_id = b.id AND (p.member_id <> r.member_id
             OR p.sequence > (SELECT k.size FROM checkpoints k WHERE k.company_id = $1
                                AND k.log = 'ALLOCATIONS' AND k.number = b.checkpoint)
             OR EXISTS (SELECT 1 FROM allocations t WHERE t.company_id = $1 AND t.order_id = p.order_id
                           AND t.decision = p.decision AND t.quantity < 0)))
       UNION ALL
       SELECT 'more' WHERE EXISTS (
         SELECT 1 FROM (SELECT sequence, sum(tokens) AS tokens, max(quantity) AS quantity,
                               bool_or(batch_id = b.id) AS is_its FROM parts GROUP BY sequence) t
          WHERE t.is_its AND t.tokens > t.quantity)
     ) f WHERE b.company_id = $1 ORDER BY b.number LIMIT $2`,
    [companyId, limit],
  );
  return rows;
}
