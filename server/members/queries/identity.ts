import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { rowOf, firstRow } from "@db/row-of";
import type { Executor } from "@db/client";
import { identityCases, identityDocuments } from "@db/schema";

export type IdentityCase = typeof identityCases.$inferSelect;
export type IdentityDocument = typeof identityDocuments.$inferSelect;

/** The rows of a member in either table. */
export const isOf = (
  table: typeof identityCases | typeof identityDocuments,
  companyId: string,
  memberId: string,
) => and(eq(table.companyId, companyId), eq(table.memberId, memberId));

export const findIdentity = (db: Executor, companyId: string, memberId: string) =>
  firstRow(
    db
      .select()
      .from(identityCases)
      .where(isOf(identityCases, companyId, memberId)),
  );

/** Changes a member's case, or begins it; the caller has the member's lock. */
export async function saveIdentity(
  tx: Executor,
  companyId: string,
  memberId: string,
  changes: Partial<Omit<IdentityCase, "companyId" | "memberId" | "createdAt" | "updatedAt">>,
): Promise<IdentityCase> {
  const [changed] = await tx
    .update(identityCases)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(isOf(identityCases, companyId, memberId))
    .returning();
  if (changed) return changed;
  const [row] = await tx
    .insert(identityCases)
    .values({ companyId, memberId, ...changes })
    .returning();
  if (!row) throw new Error("The identity case was not saved.");
  return row;
}

/** A member's documents of all states, oldest first. */
export async function listIdentityDocuments(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<IdentityDocument[]> {
  return db
    .select()
    .from(identityDocuments)
    .where(isOf(identityDocuments, companyId, memberId))
    .orderBy(asc(identityDocuments.createdAt), asc(identityDocuments.id));
}

/** A document of a company's member; of any state. */
export const findIdentityDocument = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(identityDocuments)
      .where(rowOf(identityDocuments, companyId, id)),
  );

export async function insertIdentityDocument(
  tx: Executor,
  document: typeof identityDocuments.$inferInsert,
): Promise<void> {
  await tx.insert(identityDocuments).values(document);
}

/** Deletes a member's picture that was not sent yet; returns the key of its file. */
export async function deleteDraft(
  tx: Executor,
  companyId: string,
  { memberId, kind, side }: Pick<IdentityDocument, "memberId" | "kind" | "side">,
): Promise<string[]> {
  const deleted = await tx
    .delete(identityDocuments)
    .where(
      and(
        isOf(identityDocuments, companyId, memberId),
        eq(identityDocuments.kind, kind),
        eq(identityDocuments.side, side),
        eq(identityDocuments.state, "DRAFT"),
      ),
    )
    .returning({ storageKey: identityDocuments.storageKey });
  return deleted.map(({ storageKey }) => storageKey);
}

/** Marks the chosen pictures of a member as sent; returns their number. */
export async function sendDrafts(
  tx: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const sent = await tx
    .update(identityDocuments)
    .set({ state: "SENT" })
    .where(and(isOf(identityDocuments, companyId, memberId), eq(identityDocuments.state, "DRAFT")))
    .returning({ id: identityDocuments.id });
  return sent.length;
}

/** True if another account of the company is verified with one of these hashes of a PAN. */
export async function isPanVerifiedElsewhere(
  db: Executor,
  companyId: string,
  { memberId, hashes }: { memberId: string; hashes: readonly string[] },
): Promise<boolean> {
  const [row] = await db
    .select({ memberId: identityCases.memberId })
    .from(identityCases)
    .where(
      and(
        eq(identityCases.companyId, companyId),
        inArray(identityCases.panHash, [...hashes]),
        ne(identityCases.memberId, memberId),
        isNotNull(identityCases.verifiedAt),
        isNull(identityCases.endedAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Decided cases from which a usual time is told. */
const FEWEST_DECIDED = 5;

/** Decisions of which the usual time is told. */
const MOST_DECIDED = 30;

/**
 * The median seconds of the newest decisions of 90 days, each from what was sent last: what waited for
 * the member does not count. Null of fewer than five.
 */
export async function usualIdentitySeconds(
  db: Executor,
  companyId: string,
): Promise<number | null> {
  const newest = db
    .select({
      seconds:
        sql<number>`extract(epoch FROM ${identityCases.decidedAt} - ${identityCases.sentAt})`.as(
          "seconds",
        ),
    })
    .from(identityCases)
    .where(
      and(
        eq(identityCases.companyId, companyId),
        gt(identityCases.decidedAt, sql`now() - interval '90 days'`),
        gt(identityCases.decidedAt, identityCases.sentAt),
      ),
    )
    .orderBy(desc(identityCases.decidedAt))
    .limit(MOST_DECIDED)
    .as("newest");
  const [row] = await db
    .select({
      decided: count(),
      median: sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${newest.seconds})`,
    })
    .from(newest);
  return row && row.decided >= FEWEST_DECIDED && row.median !== null
    ? Math.round(row.median)
    : null;
}
