import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "../client";
import { medias } from "../schema";

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

/** Whichever company's: only for a super admin, or for an address that carries our signature. */
export async function findAnyMedia(db: Executor, id: string): Promise<Media | undefined> {
  const [row] = await db.select().from(medias).where(eq(medias.id, id));
  return row;
}
