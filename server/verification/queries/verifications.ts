import { desc, lt, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { verifications } from "@db/schema";

export type Verification = typeof verifications.$inferSelect;

/** Stores a result, and deletes those older than a year. */
export async function insertVerification(
  db: Executor,
  row: Omit<typeof verifications.$inferInsert, "finishedAt">,
): Promise<void> {
  await db.insert(verifications).values({ ...row, finishedAt: sql`clock_timestamp()` });
  await db.delete(verifications).where(lt(verifications.startedAt, sql`now() - interval '1 year'`));
}

/** Returns the last result; null before the first night. */
export async function lastVerification(db: Executor): Promise<Verification | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .orderBy(desc(verifications.startedAt))
    .limit(1);
  return row ?? null;
}
