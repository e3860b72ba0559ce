import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { identityCases, identityDocuments } from "@db/schema";
import { isOf } from "./identity";

/** Days for which a picture that was not accepted, or never sent, is kept. */
const REFUSED_DAYS = 90;
/** Years from the last order for which the law keeps what identified its buyer. */
const YEARS = 5;

const hasSubmitted = (companyId: unknown, memberId: unknown) => sql`
  SELECT 1 FROM orders o
   WHERE o.company_id = ${companyId} AND o.member_id = ${memberId} AND o.submitted_at IS NOT NULL`;

/** What was deleted of a company: the keys of the files, and the people of whom nothing is left. */
interface Deleted {
  documents: string[];
  people: number;
}

/** Deletes what is due in any company, at most `limit` of each kind; empty once nothing is. */
export async function deleteDueIdentity(
  tx: Executor,
  limit: number,
): Promise<Map<string, Deleted>> {
  const deleted = new Map<string, Deleted>();
  const of = (companyId: string): Deleted => {
    const known = deleted.get(companyId) ?? { documents: [], people: 0 };
    deleted.set(companyId, known);
    return known;
  };
  const { rows: old } = await tx.execute<{ company_id: string; storage_key: string }>(sql`
    DELETE FROM identity_documents d USING (
      SELECT company_id, id FROM identity_documents
       WHERE (state = 'REFUSED' AND decided_at < now() - make_interval(days => ${REFUSED_DAYS}))
          OR (state = 'DRAFT' AND created_at < now() - make_interval(days => ${REFUSED_DAYS}))
       LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
     WHERE d.company_id = due.company_id AND d.id = due.id
    RETURNING d.company_id, d.storage_key`);
  for (const row of old) of(row.company_id).documents.push(row.storage_key);
  const { rows: ended } = await tx.execute<{ company_id: string; member_id: string }>(sql`
    SELECT c.company_id, c.member_id FROM identity_cases c
     WHERE c.ended_at IS NOT NULL AND NOT EXISTS (
       ${hasSubmitted(sql`c.company_id`, sql`c.member_id`)}
         AND o.created_at >= now() - make_interval(years => ${YEARS}))
     LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  for (const { company_id: companyId, member_id: memberId } of ended) {
    of(companyId).documents.push(...(await deleteIdentityOf(tx, companyId, memberId)));
    of(companyId).people += 1;
  }
  return deleted;
}

/** Deletes all that a member has shown; returns the keys of the files. */
async function deleteIdentityOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<string[]> {
  const files = await tx
    .delete(identityDocuments)
    .where(isOf(identityDocuments, companyId, memberId))
    .returning({ storageKey: identityDocuments.storageKey });
  await tx.delete(identityCases).where(isOf(identityCases, companyId, memberId));
  return files.map(({ storageKey }) => storageKey);
}

/**
 * Ends the case of a member whose account ends: what the law keeps of a buyer stays, and is deleted by
 * the nightly job. Of anybody else all goes at once. Returns the keys of the files to delete.
 */
export async function endIdentityOf(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<string[]> {
  const { rows } = await tx.execute(sql`${hasSubmitted(companyId, memberId)} LIMIT 1`);
  if (rows.length === 0) return deleteIdentityOf(tx, companyId, memberId);
  const unsent = await tx
    .delete(identityDocuments)
    .where(and(isOf(identityDocuments, companyId, memberId), eq(identityDocuments.state, "DRAFT")))
    .returning({ storageKey: identityDocuments.storageKey });
  await tx
    .update(identityCases)
    .set({ endedAt: sql`now()` })
    .where(isOf(identityCases, companyId, memberId));
  return unsent.map(({ storageKey }) => storageKey);
}
