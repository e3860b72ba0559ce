import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { passkeys } from "@db/schema";
import { firstRow } from "@db/row-of";

export type Passkey = typeof passkeys.$inferSelect;

/** Lists a person's passkeys, oldest first. */
export const listPasskeys = (db: Executor, personId: string): Promise<Passkey[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Finds the passkey with an authenticator's id, of any person. */
export const findPasskey = (db: Executor, credentialId: string) =>
  firstRow(db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)));

/** Stores a passkey. False if the authenticator's id is taken. */
export async function addPasskey(
  tx: Executor,
  passkey: typeof passkeys.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return added.length === 1;
}

/**
 * Notes a use. False if the passkey is gone, or if its use count did not grow, which means that a
 * copy is in use elsewhere.
 */
export async function usePasskey(tx: Executor, id: string, counter: number): Promise<boolean> {
  const keepsNone = and(eq(passkeys.counter, 0), sql`${counter} = 0`);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), or(keepsNone, lt(passkeys.counter, counter))))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

/** Removes all of a person's passkeys; returns how many. */
export async function removePasskeysOf(tx: Executor, personId: string): Promise<number> {
  const gone = await tx
    .delete(passkeys)
    .where(eq(passkeys.personId, personId))
    .returning({ id: passkeys.id });
  return gone.length;
}

/** Removes one of a person's own passkeys; returns it. */
export const removePasskey = (tx: Executor, { personId, id }: Pick<Passkey, "personId" | "id">) =>
  firstRow(
    tx
      .delete(passkeys)
      .where(and(eq(passkeys.personId, personId), eq(passkeys.id, id)))
      .returning(),
  );
