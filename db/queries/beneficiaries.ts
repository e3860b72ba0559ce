import { and, asc, count, desc, eq, ilike, isNull, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { beneficiaries, companies } from "../schema";
import { type Cursor, cursorAt, following } from "./keyset";

export type BeneficiaryRow = typeof beneficiaries.$inferSelect;

const living = (companyId: string) =>
  and(
    eq(beneficiaries.companyId, companyId),
    eq(beneficiaries.isCurrent, true),
    isNull(beneficiaries.removedAt),
  );

/** Accounts in use, the default one first, then the newest. More than a hundred nobody has. */
export async function listBeneficiaries(
  db: Executor,
  companyId: string,
): Promise<BeneficiaryRow[]> {
  return db
    .select()
    .from(beneficiaries)
    .where(living(companyId))
    .orderBy(desc(beneficiaries.isDefault), asc(beneficiaries.id))
    .limit(100);
}

/**
 * The same, locked as a whole, so that two admins cannot both make theirs the default. The company's
 * row stands for the list, which may still be empty.
 */
export async function lockBeneficiaries(
  tx: Executor,
  companyId: string,
): Promise<BeneficiaryRow[]> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for("no key update");
  return listBeneficiaries(tx, companyId);
}

/** The account in use, in its present version. */
export async function findBeneficiary(
  db: Executor,
  companyId: string,
  id: string,
): Promise<BeneficiaryRow | undefined> {
  const [row] = await db
    .select()
    .from(beneficiaries)
    .where(and(living(companyId), eq(beneficiaries.id, id)));
  return row;
}

/** The default account. */
export async function findDefaultBeneficiary(
  db: Executor,
  companyId: string,
): Promise<BeneficiaryRow | undefined> {
  const [row] = await db
    .select()
    .from(beneficiaries)
    .where(and(living(companyId), eq(beneficiaries.isDefault, true)));
  return row;
}

/** One version of an account, in use or not. */
export async function findBeneficiaryVersion(
  db: Executor,
  companyId: string,
  id: string,
  version: number,
): Promise<BeneficiaryRow | undefined> {
  const [row] = await db
    .select()
    .from(beneficiaries)
    .where(
      and(
        eq(beneficiaries.companyId, companyId),
        eq(beneficiaries.id, id),
        eq(beneficiaries.version, version),
      ),
    );
  return row;
}

/** Adds a version; the one before it, if any, is no longer the current one. */
export async function insertBeneficiaryVersion(
  tx: Executor,
  row: typeof beneficiaries.$inferInsert & { id: string },
): Promise<BeneficiaryRow> {
  await tx
    .update(beneficiaries)
    .set({ isCurrent: false })
    .where(
      and(
        eq(beneficiaries.companyId, row.companyId),
        eq(beneficiaries.id, row.id),
        eq(beneficiaries.isCurrent, true),
      ),
    );
  const [added] = await tx.insert(beneficiaries).values(row).returning();
  if (!added) throw new Error("The account was not recorded.");
  return added;
}

/** Takes the default mark off every account but one. Which one is the default is no part of a version. */
export async function clearDefault(
  tx: Executor,
  companyId: string,
  exceptId: string,
): Promise<void> {
  await tx
    .update(beneficiaries)
    .set({ isDefault: false })
    .where(
      and(living(companyId), eq(beneficiaries.isDefault, true), ne(beneficiaries.id, exceptId)),
    );
}

export async function markDefault(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<BeneficiaryRow | undefined> {
  const [row] = await tx
    .update(beneficiaries)
    .set({ isDefault: true })
    .where(and(living(companyId), eq(beneficiaries.id, id)))
    .returning();
  return row;
}

export async function markRemoved(tx: Executor, companyId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(beneficiaries)
    .set({ removedAt: sql`now()`, isDefault: false })
    .where(and(living(companyId), eq(beneficiaries.id, id)))
    .returning({ id: beneficiaries.id });
  return rows.length === 1;
}

interface PlatformFilter {
  companyId: string | undefined;
  pattern: string | null;
}

const ofPlatform = ({ companyId, pattern }: PlatformFilter) =>
  and(
    companyId ? eq(beneficiaries.companyId, companyId) : undefined,
    eq(beneficiaries.isCurrent, true),
    isNull(beneficiaries.removedAt),
    pattern === null
      ? undefined
      : or(
          ilike(companies.name, pattern),
          ilike(beneficiaries.holderName, pattern),
          ilike(beneficiaries.bankName, pattern),
          ilike(beneficiaries.accountNumber, pattern),
          ilike(beneficiaries.ifscCode, pattern),
          ilike(beneficiaries.upi, pattern),
        ),
  );

/** Accounts of every company, or of one, by company. Only for a super admin. */
export async function listBeneficiariesOfPlatform(
  db: Executor,
  filter: PlatformFilter & { limit: number; offset: number },
) {
  const [records, total] = await Promise.all([
    db
      .select({
        beneficiary: beneficiaries,
        company: { id: companies.id, companyName: companies.name },
      })
      .from(beneficiaries)
      .innerJoin(companies, eq(companies.id, beneficiaries.companyId))
      .where(ofPlatform(filter))
      .orderBy(asc(companies.name), desc(beneficiaries.isDefault), asc(beneficiaries.id))
      .limit(filter.limit)
      .offset(filter.offset),
    countBeneficiariesOfPlatform(db, filter),
  ]);
  return { records, total };
}

/** How many the whole list holds. Only for a super admin. */
export async function countBeneficiariesOfPlatform(
  db: Executor,
  filter: PlatformFilter,
): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(beneficiaries)
    .innerJoin(companies, eq(companies.id, beneficiaries.companyId))
    .where(ofPlatform(filter));
  return counted?.total ?? 0;
}

/** The same accounts, the newest version first, from one on. Only for a super admin. */
export async function readBeneficiariesOfPlatform(
  db: Executor,
  filter: PlatformFilter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({
      beneficiary: beneficiaries,
      company: { id: companies.id, companyName: companies.name },
      at: cursorAt(beneficiaries.createdAt),
    })
    .from(beneficiaries)
    .innerJoin(companies, eq(companies.id, beneficiaries.companyId))
    .where(and(ofPlatform(filter), following(beneficiaries.createdAt, beneficiaries.id, after)))
    .orderBy(desc(beneficiaries.createdAt), desc(beneficiaries.id))
    .limit(limit);
}
