import { and, asc, eq } from "drizzle-orm";
import type { Executor } from "@db/client";
import { identityCases, identityDocuments } from "@db/schema";

export type IdentityCase = typeof identityCases.$inferSelect;
export type IdentityDocument = typeof identityDocuments.$inferSelect;

const isOf = (companyId: string, memberId: string) =>
  and(eq(identityCases.companyId, companyId), eq(identityCases.memberId, memberId));

export async function findIdentity(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<IdentityCase | undefined> {
  const [row] = await db.select().from(identityCases).where(isOf(companyId, memberId));
  return row;
}

/** Changes a member's case, or begins it; the caller has the member's lock. */
export async function saveIdentity(
  tx: Executor,
  companyId: string,
  memberId: string,
  changes: Partial<Omit<IdentityCase, "companyId" | "memberId" | "createdAt" | "updatedAt">>,
): Promise<IdentityCase> {
  const [row] = await tx
    .insert(identityCases)
    .values({ companyId, memberId, ...changes })
    .onConflictDoUpdate({
      target: [identityCases.companyId, identityCases.memberId],
      set: { state: identityCases.state, ...changes },
    })
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
    .where(
      and(eq(identityDocuments.companyId, companyId), eq(identityDocuments.memberId, memberId)),
    )
    .orderBy(asc(identityDocuments.createdAt), asc(identityDocuments.id));
}
