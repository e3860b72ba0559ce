import { eq, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { keyReaders } from "../schema";

/** A serving process and the numbers of its keys. */
export interface KeyReader {
  name: string;
  present: number;
  readable: readonly number[];
}

/** Stores which keys a process has, and that it runs. */
export async function saveKeyReader(
  db: Executor,
  id: string,
  { name, present, readable }: KeyReader,
): Promise<void> {
  const values = { name, present, readable: [...readable] };
  await db
    .insert(keyReaders)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: keyReaders.id, set: { ...values, seenAt: sql`now()` } });
}

export async function deleteKeyReader(db: Executor, id: string): Promise<void> {
  await db.delete(keyReaders).where(eq(keyReaders.id, id));
}

/** The processes that reported in the last seconds. */
export async function listKeyReaders(db: Executor, seconds: number): Promise<KeyReader[]> {
  return db
    .select({
      name: keyReaders.name,
      present: keyReaders.present,
      readable: keyReaders.readable,
    })
    .from(keyReaders)
    .where(sql`${keyReaders.seenAt} > now() - make_interval(secs => ${seconds})`)
    .orderBy(keyReaders.name);
}

/** Deletes processes that stopped reporting. */
export async function deleteGoneKeyReaders(db: Executor, seconds: number): Promise<void> {
  await db
    .delete(keyReaders)
    .where(sql`${keyReaders.seenAt} < now() - make_interval(secs => ${seconds})`);
}
