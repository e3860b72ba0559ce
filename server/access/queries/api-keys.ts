import { rowOf } from "@db/row-of";
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { apiKeys, users } from "@db/schema";
import type { AdminActor } from "@server/access/call/actor";

/** A key is recognised by these first characters, by people and by scanners of source code. */
const MARK = "plk_";
const TOKEN = /^plk_[\w-]{43}$/;
const SHOWN_CHARACTERS = MARK.length + 6;

/** True for a token that is an API key, living or not. */
export const isApiKey = (token: string): boolean => token.startsWith(MARK);

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Creates a key: 32 random bytes. Only the hash and the first characters are stored. */
export function newApiKey() {
  const token = MARK + randomBytes(32).toString("base64url");
  return { token, tokenHash: hashOf(token), prefix: token.slice(0, SHOWN_CHARACTERS) };
}

/**
 * Returns a key as an actor, and notes its use at most once a minute; null for an unknown or ended
 * key. Its session is the key itself, by which its calls are limited.
 */
export async function readApiKey(db: Executor, token: string): Promise<AdminActor | null> {
  if (!TOKEN.test(token)) return null;
  const isIt = and(eq(apiKeys.tokenHash, hashOf(token)), isNull(apiKeys.endedAt));
  const [key] = await db.select().from(apiKeys).where(isIt);
  if (!key) return null;
  const { id, companyId, name, scopes, createdBy: makerId } = key;
  const isNoted = key.lastUsedAt && Date.now() - key.lastUsedAt.getTime() < 60_000;
  if (!isNoted) {
    const minuteAgo = sql`now() - interval '1 minute'`;
    const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo));
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(isKey(companyId, id), isDue));
  }
  const session = { sessionId: id, isSteppedUp: false, key: { name, scopes, makerId } };
  return { role: "ADMIN", adminRole: "CASHIER", id, companyId, ...session };
}

const isKey = (companyId: string, id: string) => rowOf(apiKeys, companyId, id);

export async function insertApiKey(
  tx: Executor,
  key: Omit<typeof apiKeys.$inferInsert, "createdAt" | "lastUsedAt" | "endedAt">,
): Promise<void> {
  await tx.insert(apiKeys).values(key);
}

export async function countApiKeys(tx: Executor, companyId: string): Promise<number> {
  const isLiving = and(eq(apiKeys.companyId, companyId), isNull(apiKeys.endedAt));
  return tx.$count(apiKeys, isLiving);
}

/** Lists a company's newest keys with their makers' names, living ones first. */
export const listApiKeys = (db: Executor, companyId: string, limit: number) =>
  db
    .select({ key: apiKeys, maker: users.name })
    .from(apiKeys)
    .leftJoin(users, rowOf(users, companyId, apiKeys.createdBy))
    .where(eq(apiKeys.companyId, companyId))
    .orderBy(desc(sql`${apiKeys.endedAt} IS NULL`), desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit);

/** Ends a living key; returns its name, or undefined if there is none. */
export async function endApiKey(
  tx: Executor,
  companyId: string,
  id: string,
): Promise<string | undefined> {
  const [ended] = await tx
    .update(apiKeys)
    .set({ endedAt: sql`now()` })
    .where(and(isKey(companyId, id), isNull(apiKeys.endedAt)))
    .returning({ name: apiKeys.name });
  return ended?.name;
}
