import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { auditEntries, medias, orders } from "../schema";

export type Media = typeof medias.$inferSelect;

export async function insertMedia(db: Executor, media: typeof medias.$inferInsert): Promise<Media> {
  const [row] = await db.insert(medias).values(media).returning();
  if (!row) throw new Error("The file was not recorded.");
  return row;
}

/** A file of a company, or (null) one that belongs to none. */
export async function findMedia(
  db: Executor,
  companyId: string | null,
  id: string,
): Promise<Media | undefined> {
  const [row] = await db
    .select()
    .from(medias)
    .where(
      and(
        eq(medias.id, id),
        companyId === null ? isNull(medias.companyId) : eq(medias.companyId, companyId),
      ),
    );
  return row;
}

/**
 * Takes away what a person uploaded, but for what is or was the proof of an order: the books refer
 * to it. Returns where the bytes are.
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
        sql`NOT EXISTS (SELECT 1 FROM ${orders} o WHERE o.proof_media_id = ${medias.id})`,
        sql`NOT EXISTS (SELECT 1 FROM ${auditEntries} a WHERE a.company_id = ${companyId} AND a.subject_type = 'order' AND a.actor_id = ${ownerId} AND a.after ->> 'proofMediaId' = ${medias.id}::text)`,
      ),
    )
    .returning({ storageKey: medias.storageKey });
  return deleted.map(({ storageKey }) => storageKey);
}

/**
 * A picture that a super admin uploaded for a company's brand: such are public, unlike any other
 * file. Without a company, whichever's it is.
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
        companyId === undefined ? isNotNull(medias.companyId) : eq(medias.companyId, companyId),
      ),
    );
  return row;
}

/** Whichever company's: only for a super admin, or for an address that carries our signature. */
export async function findAnyMedia(db: Executor, id: string): Promise<Media | undefined> {
  const [row] = await db.select().from(medias).where(eq(medias.id, id));
  return row;
}
