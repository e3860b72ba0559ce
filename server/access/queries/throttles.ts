import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Executor, transact } from "@db/client";
import { runPrepared } from "@db/prepared";
import { loginThrottles } from "@db/schema";
import { firstRow } from "@db/row-of";

const secondsLeft = sql<number>`extract(epoch FROM ${loginThrottles.windowEndsAt} - now())::float8`;

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
    .returning({ hits: loginThrottles.hits, secondsLeft });
  if (!row) throw new Error("The hit was not counted.");
  return row;
}

/** A count that is limited per window. */
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
  // The keys have a fixed order, so that concurrent statements do not deadlock.
  const keys = [...more.keys()].sort();
  return runPrepared<CountedKey>(
    db,
    "add_hits",
    sql`
    WITH ${asynchronousCommit}
    INSERT INTO login_throttles AS t (key, hits, window_ends_at)
    SELECT v.key, v.more, now() + make_interval(secs => ${windowSeconds})
    FROM asynchronous_commit, unnest(${sql.param(keys)}::text[], ${sql.param(keys.map((key) => more.get(key)))}::int[]) AS v (key, more)
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN t.window_ends_at <= now() THEN 0 ELSE t.hits END + excluded.hits,
      window_ends_at = CASE WHEN t.window_ends_at <= now() THEN excluded.window_ends_at
                            ELSE t.window_ends_at END
    RETURNING t.key, t.hits, extract(epoch FROM t.window_ends_at - now())::float8 AS "secondsLeft"`,
  );
}

/** Makes a statement commit asynchronously, where nobody waits for its commit. */
export const asynchronousCommit = sql`asynchronous_commit AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

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

/** A count whose window has a length of its own. */
export interface WindowedCount extends LimitedCount {
  windowSeconds: number;
}

/** Rolls back the hits of a refused count. */
class UsedUp extends Error {
  constructor(readonly waits: ReadonlyMap<string, number>) {
    super("A limit is used up.");
  }
}

/**
 * Increments every key by one, or none if the limit of one is used up: a refused act uses nothing
 * up. A window starts with its first counted hit. Returns the seconds to wait of each key whose
 * limit is used up; empty if the hit was counted. Opens a transaction of its own.
 */
export async function countAllOrNone(
  db: Executor,
  counts: readonly WindowedCount[],
): Promise<ReadonlyMap<string, number>> {
  // The keys have a fixed order, so that concurrent statements do not deadlock.
  const sorted = counts.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const keys = sql.param(sorted.map(({ key }) => key));
  const windows = sql.param(sorted.map(({ windowSeconds }) => windowSeconds));
  try {
    return await transact(db, async (tx) => {
      const { rows } = await tx.execute<CountedKey & Record<string, unknown>>(sql`
        INSERT INTO login_throttles AS t (key, hits, window_ends_at)
        SELECT v.key, 1, now() + make_interval(secs => v.seconds)
        FROM unnest(${keys}::text[], ${windows}::int[]) AS v (key, seconds)
        ON CONFLICT (key) DO UPDATE SET
          hits = CASE WHEN t.window_ends_at <= now() THEN 1 ELSE t.hits + 1 END,
          window_ends_at = CASE WHEN t.window_ends_at <= now() OR t.hits = 0 THEN excluded.window_ends_at
                                ELSE t.window_ends_at END
        RETURNING t.key, t.hits, extract(epoch FROM t.window_ends_at - now())::float8 AS "secondsLeft"`);
      const waits = new Map<string, number>();
      for (const { key, limit, windowSeconds } of counts) {
        const { hits = 0, secondsLeft = 0 } = rows.find((row) => row.key === key) ?? {};
        if (hits <= limit) continue;
        waits.set(key, Math.min(windowSeconds, Math.max(1, Math.ceil(secondsLeft))));
      }
      if (waits.size > 0) throw new UsedUp(waits);
      return waits;
    });
  } catch (error) {
    if (error instanceof UsedUp) return error.waits;
    throw error;
  }
}

/**
 * The effect of a right password on the counts: a hit of `back` is taken back, `cleared` keys start
 * anew, and `marked` is marked for a number of seconds.
 */
export interface Settlement {
  back: string;
  cleared: readonly string[];
  marked: string;
  seconds: number;
}

/** Returns the parts of a statement that settle only where the condition holds. */
export function settlingHits({ back, cleared, marked, seconds }: Settlement, where: SQL): SQL {
  const forgotten = sql.param([...cleared]);
  // Rows are locked in a fixed order, so that concurrent statements do not deadlock.
  return sql`
    locked AS MATERIALIZED (
      SELECT t.key FROM login_throttles AS t
      WHERE t.key = ANY(${sql.param([back, ...cleared, marked])}::text[]) AND ${where} ORDER BY t.key FOR UPDATE
    ),
    taken_back AS (
      UPDATE login_throttles AS t SET hits = greatest(t.hits - 1, 0)
      FROM locked WHERE t.key = locked.key AND t.key = ${back}::text
    ),
    gone AS (
      DELETE FROM login_throttles AS t
      USING locked WHERE t.key = locked.key AND t.key = ANY(${forgotten}::text[])
    ),
    marked AS (
      INSERT INTO login_throttles (key, hits, window_ends_at)
      SELECT ${marked}::text, 1, now() + make_interval(secs => ${seconds})
      FROM (SELECT count(*) FROM locked) AS waited WHERE ${where}
      ON CONFLICT (key) DO UPDATE SET window_ends_at = excluded.window_ends_at
    )`;
}

/** Settles in one statement with asynchronous commit: a crash may lose the latest. */
export async function settleHits(db: Executor, settlement: Settlement): Promise<void> {
  await db.execute(
    sql`WITH ${asynchronousCommit}, ${settlingHits(settlement, sql`true`)} SELECT FROM asynchronous_commit`,
  );
}

/** Takes a hit of each key back, after a call that came to nothing. */
export async function takeHitsBack(db: Executor, keys: readonly string[]): Promise<void> {
  await db
    .update(loginThrottles)
    .set({ hits: sql`greatest(${loginThrottles.hits} - 1, 0)` })
    .where(inArray(loginThrottles.key, [...keys]));
}

/** Reads a key's count in its present window, and the seconds left of it; undefined without one. */
export const presentHits = (
  db: Executor,
  key: string,
): Promise<{ hits: number; secondsLeft: number } | undefined> =>
  firstRow(
    db
      .select({ hits: loginThrottles.hits, secondsLeft })
      .from(loginThrottles)
      .where(and(eq(loginThrottles.key, key), gt(loginThrottles.windowEndsAt, sql`now()`))),
  );

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

/** Deletes throttles whose window is over; the sweep runs it. */
export async function deleteOverThrottles(db: Executor): Promise<void> {
  await db.delete(loginThrottles).where(lt(loginThrottles.windowEndsAt, sql`now()`));
}
