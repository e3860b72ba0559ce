/** The most pieces of work that run, and that wait, at the same time; without a number, any. */
export interface Level {
  atOnce?: number;
  waiting?: number;
}

/** The errors of work that does not run. */
interface Refusals {
  /** For work of which too much waits already. */
  full: (turn: Turn) => Error;
  /** For work that did not get its turn in time, or that its caller gave up. */
  late: (turn: Turn) => Error;
}

export interface Turn {
  /** The work's key on each level after the first, such as its company and then its person. */
  of?: readonly string[];
  /** Work of a lower rank goes ahead of other work that waits; by default 0. */
  rank?: number;
  /** The milliseconds for which it waits; by default, as long as it takes. */
  waitMs?: number;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  /** The work's keys, joined up to each level; the first is empty, for all work. */
  paths: readonly string[];
  rank: number;
  enter: () => void;
  leave: (because: "full" | "late") => void;
}

export interface Limiter {
  /** Runs `work` once it is its turn. */
  run<T>(work: () => Promise<T>, turn?: Turn): Promise<T>;
}

const never = () => new Error("The work is not refused.");

/**
 * Creates a limiter of the work of this process. The first level limits all work, each further one the
 * work of a key: a company, a person of it. Work of a lower rank goes first; of equal ones those of the
 * second level take turns, however much one of them sends first, and each of them its oldest. Where too
 * much waits, the last of the highest rank is refused; work that waits too long is refused as well.
 */
export function createLimiter(
  levels: readonly Level[],
  refusals: Refusals = { full: never, late: never },
): Limiter {
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  /** The number of the last turn of each key of the second level that has work. */
  const served = new Map<string | undefined, number>();
  let turns = 0;

  const mayRun = ({ paths }: Pick<Waiting, "paths">): boolean =>
    levels.every(({ atOnce = Infinity }, level) => (running.get(paths[level] ?? "") ?? 0) < atOnce);

  /** Refuses the last that ranks above this work, where too much waits; false if there is none. */
  function makeRoom({ paths, rank }: Pick<Waiting, "paths" | "rank">): boolean {
    // A company's limit is the stricter one: room in it is room for all.
    for (const level of [...levels.keys()].reverse()) {
      const beside = waiting.filter((one) => one.paths[level] === paths[level]);
      if (beside.length < (levels[level]?.waiting ?? Infinity)) continue;
      let last: Waiting | undefined;
      for (const one of beside) if (one.rank > rank && one.rank >= (last?.rank ?? 0)) last = one;
      if (!last) return false;
      last.leave("full");
    }
    return true;
  }

  const count = (paths: readonly string[], by: number) => {
    for (const path of paths) {
      const now = (running.get(path) ?? 0) + by;
      if (now > 0) running.set(path, now);
      else running.delete(path);
    }
  };

  function start({ paths }: Pick<Waiting, "paths">): void {
    count(paths, 1);
    served.set(paths[1], (turns += 1));
  }

  const turnOf = ({ paths }: Waiting): number => served.get(paths[1]) ?? 0;
  const isAhead = (one: Waiting, other: Waiting): boolean =>
    one.rank === other.rank ? turnOf(one) < turnOf(other) : one.rank < other.rank;

  /** Returns the work that may run next; of equals the one that has waited longest. */
  function next(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const one of waiting) if (mayRun(one) && (!first || isAhead(one, first))) first = one;
    return first;
  }

  function end(paths: readonly string[]): void {
    count(paths, -1);
    for (let one = next(); one; one = next()) {
      waiting.splice(waiting.indexOf(one), 1);
      start(one);
      one.enter();
    }
    const isIdle =
      !running.has(paths[1] ?? "") && !waiting.some((one) => one.paths[1] === paths[1]);
    if (isIdle) served.delete(paths[1]);
  }

  function wait(paths: readonly string[], turn: Turn): Promise<void> {
    const { rank = 0, waitMs, signal } = turn;
    return new Promise((resolve, reject) => {
      // Each end of a wait takes it back: one that came later would take another's place.
      const stop = () => {
        clearTimeout(patience);
        signal?.removeEventListener("abort", giveUp);
      };
      const entry: Waiting = {
        paths,
        rank,
        enter: () => {
          stop();
          resolve();
        },
        leave: (because) => {
          stop();
          waiting.splice(waiting.indexOf(entry), 1);
          reject(refusals[because](turn));
        },
      };
      const giveUp = () => entry.leave("late");
      const patience = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      signal?.addEventListener("abort", giveUp, { once: true });
      waiting.push(entry);
    });
  }

  return {
    async run(work, turn = {}) {
      if (turn.signal?.aborted) throw refusals.late(turn);
      const paths = levels.map((_, level) => (turn.of ?? []).slice(0, level).join("/"));
      if (mayRun({ paths })) start({ paths });
      else if (makeRoom({ paths, rank: turn.rank ?? 0 })) await wait(paths, turn);
      else throw refusals.full(turn);
      try {
        return await work();
      } finally {
        end(paths);
      }
    },
  };
}
