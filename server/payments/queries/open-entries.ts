import { and, between, desc, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { paymentEvidence, payments, statementLines } from "@db/schema";
import { type Entry, evidenceOfLine, isInStatus, selectEntries } from "./entries";
import { lineMatch } from "@server/platform";
import { escapeLike } from "@server/platform/rules/like";

/**
 * Returns the ids of open entries that match a LIKE pattern, in the fields in which settled ones are
 * searched.
 */
export async function findOpenLineIds(
  db: Executor,
  companyId: string,
  pattern: string,
): Promise<Set<string>> {
  const rows = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .innerJoin(paymentEvidence, evidenceOfLine)
    .where(
      and(
        eq(statementLines.companyId, companyId),
        isInStatus(companyId, "OPEN"),
        lineMatch(pattern),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Lists entries of these days that no member has named and that have one of these texts, the newest. */
export const listOpenNaming = async (
  db: Executor,
  companyId: string,
  { from, to, texts, limit }: { from: string; to: string; texts: readonly string[]; limit: number },
): Promise<Entry[]> => {
  const { narration, reference } = statementLines;
  const patterns = texts.map((text) => `%${escapeLike(text)}%`);
  return selectEntries(db)
    .where(
      and(
        eq(paymentEvidence.companyId, companyId),
        eq(paymentEvidence.source, "BANK"),
        eq(paymentEvidence.paymentStatus, "UNALLOCATED"),
        between(paymentEvidence.bookedOn, from, to),
        isNull(payments.memberId),
        sql`${narration} || ' ' || coalesce(${reference}, '') ILIKE ANY (${sql.param(patterns)}::text[])`,
      ),
    )
    .orderBy(desc(paymentEvidence.bookedOn), desc(paymentEvidence.lineId))
    .limit(limit);
};

/**
 * Puts away the payments of entries, as they pay nothing here, and returns their former state. Skips
 * those that a member has named, or that are settled by now. Locks by id, like all payments.
 */
export async function putAwayPayments(
  tx: Executor,
  companyId: string,
  lineIds: readonly string[],
  { note, by }: { note: string; by: string },
): Promise<{ count: number; paise: number }> {
  const locked = await tx.execute<{ id: string }>(sql`
    SELECT id FROM payments
     WHERE company_id = ${companyId} AND status = 'UNALLOCATED' AND member_id IS NULL
       AND id IN (SELECT payment_id FROM payment_evidence
                   WHERE company_id = ${companyId} AND line_id = ANY (${sql.param([...lineIds])}::uuid[]))
     ORDER BY id FOR NO KEY UPDATE`);
  const ids = sql.param(locked.rows.map(({ id }) => id));
  await tx.execute(sql`
    UPDATE payments SET status = 'PUT_AWAY', settled_note = ${note}, settled_by = ${by}::uuid,
           settled_at = clock_timestamp()
     WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`);
  const { rows } = await tx.execute<{ count: string; paise: string }>(sql`
    WITH decided AS (
      UPDATE payment_evidence SET decided_at = clock_timestamp(), decided_by = ${by}::uuid
       WHERE company_id = ${companyId} AND payment_id = ANY (${ids}::uuid[])
         AND source = 'BANK' AND decided_at IS NULL
      RETURNING amount_paise)
    SELECT count(*) AS count, coalesce(sum(amount_paise), 0) AS paise FROM decided`);
  return { count: Number(rows[0]?.count ?? 0), paise: Number(rows[0]?.paise ?? 0) };
}
