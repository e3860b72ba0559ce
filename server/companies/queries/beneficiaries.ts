import { rowOf, firstRow } from "@db/row-of";
import { and, asc, count, desc, eq, ilike, isNull, ne, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { beneficiaries, companies } from "@db/schema";
import { type Cursor, cursorAt, following } from "@server/platform";

export type BeneficiaryRow = typeof beneficiaries.$inferSelect;

const living = (companyId: string) =>
  and(
    eq(beneficiaries.companyId, companyId),
    eq(beneficiaries.isCurrent, true),
    isNull(beneficiaries.removedAt),
  );

/** Lists active accounts: the default one first, then the newest; at most a hundred. */
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
 * Lists the accounts under a lock, so that two admins cannot both set a default. Locks the
 * company's row, since the list may be empty.
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

export const findDefaultBeneficiary = (db: Executor, companyId: string) =>
  firstRow(
    db
      .select()
      .from(beneficiaries)
      .where(and(living(companyId), eq(beneficiaries.isDefault, true))),
  );

/** An account by its id, and the version of it that was shown. */
export interface NamedAccount {
  id?: string | undefined;
  version?: number | undefined;
}

/**
 * Selects the accounts that an order may name: the default one, the named one, and the named
 * version of it, whether active or not.
 */
export function isPayable(companyId: string, { id, version }: NamedAccount) {
  const isLiving = sql<boolean>`${living(companyId)}`;
  const isShown = sql`(${isLiving} OR ${beneficiaries.version} = ${version ?? null}::integer)`;
  const isNamed = sql`(${beneficiaries.id} = ${id ?? null}::uuid AND ${isShown})`;
  const isOne = or(and(isLiving, eq(beneficiaries.isDefault, true)), isNamed);
  return { isLiving, isNamed: and(eq(beneficiaries.companyId, companyId), isOne) };
}

/** Reads those accounts in one statement. */
export async function findPayableAccounts(db: Executor, companyId: string, account: NamedAccount) {
  const { isLiving, isNamed } = isPayable(companyId, account);
  return db
    .select({
      id: beneficiaries.id,
      version: beneficiaries.version,
      isDefault: beneficiaries.isDefault,
      isLiving,
    })
    .from(beneficiaries)
    .where(isNamed);
}
export type PayableAccount = Awaited<ReturnType<typeof findPayableAccounts>>[number];

/** Finds one version of an account, active or not. */
export const findBeneficiaryVersion = (
  db: Executor,
  companyId: string,
  id: string,
  version: number,
) =>
  firstRow(
    db
      .select()
      .from(beneficiaries)
      .where(and(rowOf(beneficiaries, companyId, id), eq(beneficiaries.version, version))),
  );

/** Adds a version and makes it the current one. */
export async function insertBeneficiaryVersion(
  tx: Executor,
  row: typeof beneficiaries.$inferInsert & { id: string },
): Promise<BeneficiaryRow> {
  await tx
    .update(beneficiaries)
    .set({ isCurrent: false })
    .where(and(rowOf(beneficiaries, row.companyId, row.id), eq(beneficiaries.isCurrent, true)));
  const [added] = await tx.insert(beneficiaries).values(row).returning();
  if (!added) throw new Error("The account was not recorded.");
  return added;
}

/** Clears the default flag of every account but one. The flag is not part of a version. */
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

export const markDefault = (tx: Executor, companyId: string, id: string) =>
  firstRow(
    tx
      .update(beneficiaries)
      .set({ isDefault: true })
      .where(and(living(companyId), eq(beneficiaries.id, id)))
      .returning(),
  );

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

/** Accounts of one company or of all. Only for a super admin. */
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

/** Counts the accounts of the unpaged list. Only for a super admin. */
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

/** Reads the accounts by cursor, newest version first. Only for a super admin. */
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
