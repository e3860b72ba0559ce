import { and, desc, eq, isNotNull, isNull, max, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { brands, superAdmins } from "@db/schema";
import { firstRow } from "@db/row-of";

export type BrandRow = typeof brands.$inferSelect;

/** Finds a company's current brand: the highest published version. */
export const findPublishedBrand = (db: Executor, companyId: string) =>
  firstRow(
    db
      .select()
      .from(brands)
      .where(and(eq(brands.companyId, companyId), isNotNull(brands.publishedAt)))
      .orderBy(desc(brands.version))
      .limit(1),
  );

/** Finds a company's draft; there is at most one (its creation locks the company's row). */
export const findBrandDraft = (db: Executor, companyId: string) =>
  firstRow(
    db
      .select()
      .from(brands)
      .where(and(eq(brands.companyId, companyId), isNull(brands.publishedAt))),
  );

export const findBrandVersion = (db: Executor, companyId: string, version: number) =>
  firstRow(
    db
      .select()
      .from(brands)
      .where(
        and(
          eq(brands.companyId, companyId),
          eq(brands.version, version),
          isNotNull(brands.publishedAt),
        ),
      ),
  );

/** Lists published versions, newest first, with their authors. */
export async function listBrandVersions(db: Executor, companyId: string, limit: number) {
  return db
    .select({
      version: brands.version,
      data: brands.data,
      publishedAt: brands.publishedAt,
      by: superAdmins.email,
    })
    .from(brands)
    .leftJoin(superAdmins, eq(superAdmins.id, brands.createdBy))
    .where(and(eq(brands.companyId, companyId), isNotNull(brands.publishedAt)))
    .orderBy(desc(brands.version))
    .limit(limit);
}

/** Replaces the company's draft. The caller holds the lock on the company's row. */
export async function replaceBrandDraft(
  tx: Executor,
  draft: { companyId: string; data: unknown; createdBy: string | null },
): Promise<BrandRow> {
  await deleteBrandDraft(tx, draft.companyId);
  return insertVersion(tx, draft, false);
}

/** Publishes a brand as the newest version. The caller holds the lock on the company's row. */
export async function insertPublishedBrand(
  tx: Executor,
  brand: { companyId: string; data: unknown; createdBy: string | null },
): Promise<BrandRow> {
  return insertVersion(tx, brand, true);
}

export const deleteBrandDraft = (tx: Executor, companyId: string) =>
  firstRow(
    tx
      .delete(brands)
      .where(and(eq(brands.companyId, companyId), isNull(brands.publishedAt)))
      .returning(),
  );

async function insertVersion(
  tx: Executor,
  brand: { companyId: string; data: unknown; createdBy: string | null },
  isPublished: boolean,
): Promise<BrandRow> {
  const [last] = await tx
    .select({ version: max(brands.version) })
    .from(brands)
    .where(eq(brands.companyId, brand.companyId));
  const [row] = await tx
    .insert(brands)
    .values({
      ...brand,
      version: (last?.version ?? 0) + 1,
      publishedAt: isPublished ? sql`clock_timestamp()` : null,
    })
    .returning();
  if (!row) throw new Error("The brand was not stored.");
  return row;
}
