import { type Executor, isDatabaseAway, isTimedOut } from "@db/client";
import { type CountedKey, addHits, type LimitedCount } from "@server/access/queries/throttles";

/**
 * Counts calls per key and minute, across all instances. Each instance counts in memory and writes in
 * batches, so that a call waits for no write of its own.
 *
 * An instance lets at most a hundredth of a limit pass that it has not written yet: so many calls a
 * limit may be exceeded by, per instance, in a window. Limits below 100 are exact. A crash loses what
 * was not written.
 */
export interface CallCounts {
  /**
   * Counts `more` calls for each key. Returns the seconds to wait if a key exceeds its limit, else
   * null. While the database is away, the instance's own counts decide.
   */
  count(counts: readonly LimitedCount[], more?: number): Promise<number | null>;
  /** Writes the counts that are in memory only. */
  stop(): Promise<void>;
}

interface Options {
  windowSeconds?: number;
  /** Milliseconds that a count waits to be written; 200 by default. */
  delayMs?: number;
  /** Keys in memory at most; those of further callers are counted one by one. 20,000 by default. */
  mostKeys?: number;
  logger?: { warn(fields: object, message: string): void };
}

/** The share of a limit that an instance may let pass before it has written it. */
export const UNWRITTEN_SHARE = 0.01;

/** The state of a key in this instance. */
interface Known {
  /** Calls of all instances, as of the last write. */
  hits: number;
  /** The end of the window, by `performance.now()`; null until it is known. */
  endsAt: number | null;
  /** Calls that passed and are not written yet. */
  unwritten: number;
}

interface Waiting {
  counts: readonly LimitedCount[];
  more: number;
  resolve: (seconds: number | null) => void;
  reject: (error: unknown) => void;
}

export function createCallCounts(
  db: Executor,
  { windowSeconds = 60, delayMs = 200, mostKeys = 20_000, logger }: Options = {},
): CallCounts {
  const keys = new Map<string, Known>();
  const unwrittenKeys = new Set<string>();
  let sweptAt = 0;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Returns the state of a key in its present window. */
  const knownOf = (key: string): Known => {
    const known = keys.get(key);
    if (known?.endsAt && known.endsAt <= performance.now()) {
      known.hits = 0;
      known.endsAt = null;
    }
    return known ?? { hits: 0, endsAt: null, unwritten: 0 };
  };

  const unwrittenLimit = (limit: number): number => Math.floor(limit * UNWRITTEN_SHARE);

  /**
   * Returns the seconds to wait by this instance's state; null if all keys are within their limits.
   */
  const refusedHere = (counts: readonly LimitedCount[], more: number): number | null => {
    let seconds: number | null = null;
    for (const { key, limit } of counts) {
      const { hits, unwritten, endsAt } = knownOf(key);
      if (hits + unwritten + more <= limit) continue;
      const left = endsAt === null ? windowSeconds : (endsAt - performance.now()) / 1000;
      seconds = Math.max(seconds ?? 1, Math.min(windowSeconds, Math.ceil(left)));
    }
    return seconds;
  };

  const passHere = (counts: readonly LimitedCount[], more: number): void => {
    for (const { key } of counts) {
      const known = knownOf(key);
      known.unwritten += more;
      keys.set(key, known);
      unwrittenKeys.add(key);
    }
    writeSoon();
  };

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      void write();
    }, delayMs).unref();
  }

  /** True if keys may be kept in memory; forgets those whose window is over. */
  const hasRoomFor = (counts: readonly LimitedCount[]): boolean => {
    const now = performance.now();
    if (keys.size >= mostKeys && now - sweptAt > 1000) {
      sweptAt = now;
      for (const [key, { endsAt, unwritten }] of keys) {
        if (unwritten === 0 && (endsAt === null || endsAt <= now)) keys.delete(key);
      }
    }
    return keys.size < mostKeys || counts.every(({ key }) => keys.has(key));
  };

  function count(counts: readonly LimitedCount[], more = 1): Promise<number | null> {
    const isBatched = counts.every(({ limit }) => unwrittenLimit(limit) >= more);
    if (isBatched && hasRoomFor(counts)) {
      const seconds = refusedHere(counts, more);
      if (seconds !== null) return Promise.resolve(seconds);
      const hasRoom = counts.every(
        ({ key, limit }) => knownOf(key).unwritten + more <= unwrittenLimit(limit),
      );
      if (hasRoom) {
        passHere(counts, more);
        return Promise.resolve(null);
      }
    }
    return new Promise((resolve, reject) => {
      waiting.push({ counts, more, resolve, reject });
      void write();
    });
  }

  /** Writes one batch at a time; calls that arrive meanwhile are in the next one. Never rejects. */
  function write(): Promise<void> {
    return (writing ??= writeBatch().finally(() => {
      writing = null;
      if (waiting.length > 0) void write();
      else if (unwrittenKeys.size > 0) writeSoon();
    }));
  }

  async function writeBatch(): Promise<void> {
    const asked = waiting;
    waiting = [];
    const batch = new Map<string, number>();
    const add = (key: string, more: number) => batch.set(key, (batch.get(key) ?? 0) + more);
    for (const key of unwrittenKeys) add(key, knownOf(key).unwritten);
    const before = new Map(batch);
    for (const { counts, more } of asked) for (const { key } of counts) add(key, more);
    if (batch.size === 0) return;
    try {
      const written = await addHits(db, batch, windowSeconds);
      settle(before, written);
      answer(asked, batch, before, written);
    } catch (error) {
      if (isDatabaseAway(error) || isTimedOut(error)) answerAlone(asked);
      else for (const { reject } of asked) reject(error);
      logger?.warn({ err: error, keys: batch.size }, "calls not counted yet");
    }
  }

  /**
   * Stores the database's counts in memory, and subtracts the written calls from those to be
   * written.
   */
  function settle(before: ReadonlyMap<string, number>, written: readonly CountedKey[]): void {
    for (const { key, hits, secondsLeft } of written) {
      const known = keys.get(key);
      if (!known) continue;
      known.unwritten -= before.get(key) ?? 0;
      if (known.unwritten === 0) unwrittenKeys.delete(key);
      known.hits = hits;
      known.endsAt = performance.now() + secondsLeft * 1000;
    }
  }

  /** Answers the waiting calls in their order: those let pass before them count first. */
  function answer(
    asked: readonly Waiting[],
    batch: ReadonlyMap<string, number>,
    before: ReadonlyMap<string, number>,
    written: readonly CountedKey[],
  ): void {
    const rows = new Map(written.map((row) => [row.key, row]));
    const reached = new Map<string, number>();
    for (const { counts, more, resolve } of asked) {
      let seconds: number | null = null;
      for (const { key, limit } of counts) {
        const row = rows.get(key);
        if (!row) continue;
        const start = row.hits - (batch.get(key) ?? 0) + (before.get(key) ?? 0);
        const hits = (reached.get(key) ?? start) + more;
        reached.set(key, hits);
        if (hits > limit) seconds = Math.max(seconds ?? 1, Math.ceil(row.secondsLeft));
      }
      resolve(seconds);
    }
  }

  /** Answers by this instance's counts while the database is away; they are written later. */
  function answerAlone(asked: readonly Waiting[]): void {
    for (const { counts, more, resolve } of asked) {
      const seconds = refusedHere(counts, more);
      if (seconds === null && hasRoomFor(counts)) passHere(counts, more);
      resolve(seconds);
    }
  }

  return {
    count,
    async stop() {
      await writing;
      await write();
      unwrittenKeys.clear();
      if (timer) clearTimeout(timer);
    },
  };
}
