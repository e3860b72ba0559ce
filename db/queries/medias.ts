import { and, eq, ne, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { PLATFORM_ID, tenantOf, type WithCompany, withCompany } from "../platform";
import { auditEntries, medias, orders } from "../schema";

export type Media = WithCompany<typeof medias.$inferSelect>;
/** A new file record; a platform file has no company. */
export type NewMedia = Omit<typeof medias.$inferInsert, "companyId"> & { companyId: string | null };

export async function insertMedia(db: Executor, media: NewMedia): Promise<Media> {
  const [row] = await db
    .insert(medias)
    .values({ ...media, companyId: tenantOf(media.companyId) })
    .returning();
  if (!row) throw new Error("The file was not recorded.");
  return withCompany(row);
}

/** A file of a company, or of the platform (null). */
export async function findMedia(
  db: Executor,
  companyId: string | null,
  id: string,
): Promise<Media | undefined> {
  const [row] = await db
    .select()
    .from(medias)
    .where(and(eq(medias.companyId, tenantOf(companyId)), eq(medias.id, id)));
  return row && withCompany(row);
}

/** An owner's earlier upload of the same bytes under the same name; never a brand's picture. */
export async function findSameMedia(
  db: Executor,
  same: Pick<NewMedia, "companyId" | "ownerId" | "contentType" | "fileName" | "sha256">,
): Promise<Media | undefined> {
  const [row] = await db
    .select()
    .from(medias)
    .where(
      and(
        eq(medias.companyId, tenantOf(same.companyId)),
        eq(medias.sha256, same.sha256),
        eq(medias.ownerId, same.ownerId),
        eq(medias.contentType, same.contentType),
        eq(medias.fileName, same.fileName),
      ),
    )
    .orderBy(medias.createdAt)
    .limit(1);
  return row && withCompany(row);
}

/**
 * Deletes a person's uploads, except those that are or were the proof of an order: orders refer to
 * them. Returns the storage keys.
 */
export async function deleteMediasOf(
  tx: Executor,
  companyId: string,
  ownerId: string,
): Promise<string[]> {
  const deleted = await tx
    .delete(medias)
    .where(
      and(
        eq(medias.companyId, companyId),
        eq(medias.ownerId, ownerId),
        sql`NOT EXISTS (SELECT 1 FROM ${orders} o WHERE o.company_id = ${companyId} AND o.proof_media_id = ${medias.id})`,
        sql`NOT EXISTS (SELECT 1 FROM ${auditEntries} a WHERE a.company_id = ${companyId} AND a.subject_type = 'order' AND a.actor_id = ${ownerId} AND a.after ->> 'proofMediaId' = ${medias.id}::text)`,
      ),
    )
    .returning({ storageKey: medias.storageKey });
  return deleted.map(({ storageKey }) => storageKey);
}

/**
 * A picture that a super admin uploaded for a company's brand; only these files are public. Without
 * a company, any company's.
 */
export async function findBrandPicture(
  db: Executor,
  id: string,
  companyId?: string,
): Promise<Media | undefined> {
  const [row] = await db
    .select()
    .from(medias)
    .where(
      and(
        eq(medias.id, id),
        eq(medias.ownerRole, "SUPER_ADMIN"),
        companyId === undefined
          ? ne(medias.companyId, PLATFORM_ID)
          : eq(medias.companyId, companyId),
      ),
    );
  return row && withCompany(row);
}

/** A file of any company: only for a super admin, or for an address with a valid signature. */
export async function findAnyMedia(db: Executor, id: string): Promise<Media | undefined> {
  const [row] = await db.select().from(medias).where(eq(medias.id, id));
  return row && withCompany(row);
}
