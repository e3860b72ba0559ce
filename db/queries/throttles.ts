import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { loginThrottles } from "../schema";

/**
 * Increments a key's count by the database's clock; after its window ends, the count restarts at
 * one.
 */
export async function countHit(
  db: Executor,
  key: string,
  windowSeconds: number,
): Promise<{ hits: number; secondsLeft: number }> {
  const ends = sql`now() + make_interval(secs => ${windowSeconds})`;
  const isOver = sql`${loginThrottles.windowEndsAt} <= now()`;
  const [row] = await db
    .insert(loginThrottles)
    .values({ key, hits: 1, windowEndsAt: ends })
    .onConflictDoUpdate({
      target: loginThrottles.key,
      set: {
        hits: sql`CASE WHEN ${isOver} THEN 1 ELSE ${loginThrottles.hits} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${isOver} THEN ${ends} ELSE ${loginThrottles.windowEndsAt} END`,
      },
    })
    .returning({
      hits: loginThrottles.hits,
      secondsLeft: sql<number>`extract(epoch FROM ${loginThrottles.windowEndsAt} - now())::float8`,
    });
  if (!row) throw new Error("The hit was not counted.");
  return row;
}

/** A count with a limit per window. */
export interface LimitedCount {
  key: string;
  limit: number;
}

/** A key's count after it was incremented. */
export interface CountedKey {
  key: string;
  hits: number;
  secondsLeft: number;
}

/**
 * Increments each key by its number, in one statement with asynchronous commit: a crash may lose the
 * latest counts.
 */
export async function addHits(
  db: Executor,
  more: ReadonlyMap<string, number>,
  windowSeconds: number,
): Promise<CountedKey[]> {
  // A fixed order, so that concurrent statements do not deadlock.
  const keys = [...more.keys()].sort();
  const { rows } = await db.execute<CountedKey & Record<string, unknown>>(sql`
    WITH quiet AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO login_throttles AS t (key, hits, window_ends_at)
    SELECT v.key, v.more, now() + make_interval(secs => ${windowSeconds})
    FROM quiet, unnest(${sql.param(keys)}::text[], ${sql.param(keys.map((key) => more.get(key)))}::int[])
      AS v (key, more)
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN t.window_ends_at <= now() THEN 0 ELSE t.hits END + excluded.hits,
      window_ends_at = CASE WHEN t.window_ends_at <= now() THEN excluded.window_ends_at
                            ELSE t.window_ends_at END
    RETURNING t.key, t.hits, extract(epoch FROM t.window_ends_at - now())::float8 AS "secondsLeft"`);
  return rows;
}

/**
 * Increments each key by `more` in one statement with asynchronous commit: a crash may lose the
 * latest counts. Returns the seconds to wait if a key exceeds its limit, else null.
 */
export async function countWithin(
  db: Executor,
  counts: readonly LimitedCount[],
  more: number,
  windowSeconds: number,
): Promise<number | null> {
  const rows = await addHits(db, new Map(counts.map(({ key }) => [key, more])), windowSeconds);
  const waits = rows
    .filter(({ key, hits }) => counts.some((one) => one.key === key && hits > one.limit))
    .map(({ secondsLeft }) => Math.max(1, Math.ceil(secondsLeft)));
  return waits.length > 0 ? Math.max(...waits) : null;
}

/** Decrements a key's count, after a call that turned out harmless. */
export async function takeHitBack(db: Executor, key: string): Promise<void> {
  await db
    .update(loginThrottles)
    .set({ hits: sql`greatest(${loginThrottles.hits} - 1, 0)` })
    .where(eq(loginThrottles.key, key));
}

export async function clearHits(db: Executor, key: string): Promise<void> {
  await db.delete(loginThrottles).where(eq(loginThrottles.key, key));
}

/** Marks a key for a number of seconds. */
export async function mark(db: Executor, key: string, seconds: number): Promise<void> {
  const windowEndsAt = sql`now() + make_interval(secs => ${seconds})`;
  await db
    .insert(loginThrottles)
    .values({ key, hits: 1, windowEndsAt })
    .onConflictDoUpdate({ target: loginThrottles.key, set: { windowEndsAt } });
}

/** Whether a key is still marked. */
export async function isMarked(db: Executor, key: string): Promise<boolean> {
  const rows = await db
    .select({ key: loginThrottles.key })
    .from(loginThrottles)
    .where(and(eq(loginThrottles.key, key), gt(loginThrottles.windowEndsAt, sql`now()`)));
  return rows.length === 1;
}

/** Run by the sweep. */
export async function deleteOverThrottles(db: Executor): Promise<void> {
  await db.delete(loginThrottles).where(lt(loginThrottles.windowEndsAt, sql`now()`));
}
