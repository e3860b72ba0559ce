import { rowOf } from "@db/row-of";
import { and, eq, lt, ne, sql } from "drizzle-orm";
import { type Executor, transact } from "@db/client";
import { PLATFORM_ID, tenantOf, type WithCompany, withCompany } from "@db/platform";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { auditEntries, medias, orders } from "@db/schema";

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

/**
 * An owner's earlier upload of the same bytes under the same name, kept for 23 hours more at least;
 * never a brand's picture.
 */
export async function renewSameMedia(
  db: Executor,
  same: Pick<NewMedia, "companyId" | "ownerId" | "contentType" | "fileName" | "sha256">,
): Promise<Media | undefined> {
  const [earliest] = await db
    .select({
      row: medias,
      // Once an hour is enough: a payment sent again changes no row.
      isDue: sql<boolean>`coalesce(${medias.sweepAfter} < now() + interval '23 hours', false)`,
    })
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
  if (!earliest?.isDue) return earliest && withCompany(earliest.row);
  // Finds nothing if the sweep has deleted it meanwhile.
  const [row] = await db
    .update(medias)
    .set({
      sweepAfter: sql`CASE WHEN ${medias.sweepAfter} IS NOT NULL THEN now() + interval '1 day' END`,
    })
    .where(rowOf(medias, tenantOf(same.companyId), earliest.row.id))
    .returning();
  return row && withCompany(row);
}

/** Files of one transaction of the sweep. */
const SWEPT_AT_ONCE = 20;
/** The next try for a file that the storage did not delete. */
const RETRY = sql`now() + interval '1 hour'`;

/**
 * Deletes files that nothing refers to a day after their upload, at most SWEPT_AT_ONCE. The rows
 * stay locked until the storage has deleted the files, so an end in between loses neither: what
 * would attach one waits, and then finds none. A file that is being attached is skipped, one that is
 * attached is kept for good. Returns how many files were looked at, and the errors of the storage.
 */
export async function deleteUnattached(
  db: Executor,
  deleteFile: (storageKey: string) => Promise<void>,
): Promise<{ seen: number; errors: unknown[] }> {
  return transact(db, async (tx) => {
    const due = await tx
      .select({
        id: medias.id,
        companyId: medias.companyId,
        ownerId: medias.ownerId,
        storageKey: medias.storageKey,
      })
      .from(medias)
      .where(lt(medias.sweepAfter, sql`now()`))
      .orderBy(medias.sweepAfter)
      .limit(SWEPT_AT_ONCE)
      // Foreign keys lock the file that they refer to.
      .for("update", { skipLocked: true });
    if (due.length === 0) return { seen: 0, errors: [] };
    // A statement of its own: it sees what was committed before the lock was taken.
    const attached = await tx
      .update(medias)
      .set({ sweepAfter: null, releasedAt: null })
      .where(and(isOneOf(due), IS_ATTACHED))
      .returning({ companyId: medias.companyId, id: medias.id });
    // An id is unique within its company.
    const nameOf = ({ companyId, id }: Pick<DueFile, "companyId" | "id">) => `${companyId} ${id}`;
    const kept = new Set(attached.map(nameOf));
    const left = due.filter((file) => !kept.has(nameOf(file)));
    const results = await Promise.allSettled(left.map(({ storageKey }) => deleteFile(storageKey)));
    const filesWhere = (status: PromiseSettledResult<void>["status"]) =>
      left.filter((_, at) => results[at]?.status === status);
    await tx.delete(medias).where(isOneOf(filesWhere("fulfilled")));
    await tx
      .update(medias)
      .set({ sweepAfter: RETRY })
      .where(isOneOf(filesWhere("rejected")));
    const errors = results.flatMap((one): unknown[] =>
      one.status === "rejected" ? [one.reason] : [],
    );
    return { seen: due.length, errors };
  });
}

type DueFile = Pick<Media, "id" | "ownerId"> & { companyId: string };

/** Selects files by company, id and owner; none for no ids. */
const isOneOf = (files: readonly DueFile[]) => sql`
  (${medias.companyId}, ${medias.id}, ${medias.ownerId}) IN (
    SELECT * FROM unnest(${sql.param(files.map(({ companyId }) => companyId))}::uuid[],
                         ${sql.param(files.map(({ id }) => id))}::uuid[],
                         ${sql.param(files.map(({ ownerId }) => ownerId))}::uuid[]))`;

/** A company `c` offers the file on its front page. */
function isDocumentOf() {
  return sql`c.settings -> 'documents' @> jsonb_build_array(jsonb_build_object('id', ${medias.id}::text))`;
}

/**
 * An order had it as its proof, now or earlier; a person has it as picture, a brand or the front page shows
 * it.
 */
const IS_ATTACHED = sql`(
  EXISTS (SELECT 1 FROM orders o
           WHERE o.company_id = ${medias.companyId} AND o.proof_media_id = ${medias.id})
  OR EXISTS (SELECT 1 FROM payments p
           WHERE p.company_id = ${medias.companyId} AND p.proof_media_id = ${medias.id})
  OR EXISTS (SELECT 1 FROM payment_evidence e
           WHERE e.company_id = ${medias.companyId} AND e.proof_media_id = ${medias.id})
  OR EXISTS (SELECT 1 FROM users u
           WHERE u.company_id = ${medias.companyId} AND u.avatar_media_id = ${medias.id})
  OR EXISTS (SELECT 1 FROM companies c WHERE c.id = ${medias.companyId} AND ${isDocumentOf()})
  OR EXISTS (SELECT 1 FROM brands b
           WHERE b.company_id = ${medias.companyId}
             AND strpos(b.data::text, '/media/' || ${medias.id}) > 0)
  OR ${medias.releasedAt} IS NULL AND EXISTS (SELECT 1 FROM audit_entries a
           WHERE a.company_id = ${medias.companyId} AND a.subject_type = 'order'
             AND a.created_at >= ${medias.createdAt}
             AND a.after ->> 'proofMediaId' = ${medias.id}::text))`;

/** Keeps a file that something outside the tables above refers to; the sweep may have deleted it. */
export async function keepMedia(tx: Executor, companyId: string, id: string): Promise<void> {
  const kept = await tx
    .update(medias)
    .set({ sweepAfter: null })
    .where(rowOf(medias, companyId, id))
    .returning({ id: medias.id });
  if (kept.length === 0) throw refuse("MEDIA_NOT_FOUND");
}

/** Leaves a file to the sweep, a day later, unless something else refers to it. */
export async function letGoOfMedia(tx: Executor, companyId: string, id: string): Promise<void> {
  await tx
    .update(medias)
    .set({ sweepAfter: sql`now() + interval '1 day'` })
    .where(rowOf(medias, companyId, id));
}

/**
 * Deletes a person's uploads, except those that are or were the proof of an order or a payment, which
 * refer to them, and documents of the front page. Returns the storage keys.
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
        sql`NOT EXISTS (SELECT 1 FROM companies c WHERE c.id = ${companyId} AND ${isDocumentOf()})`,
        sql`NOT EXISTS (SELECT 1 FROM payments p WHERE p.company_id = ${companyId} AND p.proof_media_id = ${medias.id})`,
        sql`NOT EXISTS (SELECT 1 FROM payment_evidence e WHERE e.company_id = ${companyId} AND e.proof_media_id = ${medias.id})`,
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
