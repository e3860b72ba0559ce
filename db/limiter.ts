/** The most pieces of work that run, and that wait, at the same time; without a number, any. */
export interface Level {
  atOnce?: number;
  waiting?: number;
}

/** The errors of work that does not run. */
interface Refusals {
  /** For work of which too much waits already. */
  full: () => Error;
  /** For work that did not get its turn in time, or that its caller gave up. */
  late: () => Error;
  /** The milliseconds for which work waits. */
  waitMs?: number;
}

export interface Turn {
  /** The work's key on each level after the first, such as its company and then its person. */
  of?: readonly string[];
  /** Goes ahead of other work that waits. */
  isUrgent?: boolean;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  /** The work's keys, joined up to each level; the first is empty, for all work. */
  paths: readonly string[];
  isUrgent: boolean;
  enter: () => void;
}

export interface Limiter {
  /** Runs `work` once it is its turn. */
  run<T>(work: () => Promise<T>, turn?: Turn): Promise<T>;
}

const never = () => new Error("The work is not refused.");

/**
 * Creates a limiter of the work of this process. The first level limits all work, each further one the
 * work of a key: a company, a person of it. Those of the second level take turns, however much one of
 * them sends first. Work that does not run is refused at once if too much waits, and later if it waits
 * too long.
 */
export function createLimiter(
  levels: readonly Level[],
  { full, late, waitMs }: Refusals = { full: never, late: never },
): Limiter {
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  /** The number of the last turn of each key of the second level that has work. */
  const served = new Map<string | undefined, number>();
  let turns = 0;

  const mayRun = ({ paths }: Pick<Waiting, "paths">): boolean =>
    levels.every(({ atOnce = Infinity }, level) => (running.get(paths[level] ?? "") ?? 0) < atOnce);

  const isFull = (paths: readonly string[]): boolean =>
    levels.some(
      ({ waiting: most = Infinity }, level) =>
        waiting.filter((one) => one.paths[level] === paths[level]).length >= most,
    );

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
    one.isUrgent === other.isUrgent ? turnOf(one) < turnOf(other) : one.isUrgent;

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

  function wait(paths: readonly string[], { isUrgent = false, signal }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      // Both ends of a wait take it back: one that came later would take another's place.
      const stop = () => {
        clearTimeout(patience);
        signal?.removeEventListener("abort", leave);
      };
      const leave = () => {
        stop();
        waiting.splice(waiting.indexOf(entry), 1);
        reject(late());
      };
      const patience = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
      const entry = {
        paths,
        isUrgent,
        enter: () => {
          stop();
          resolve();
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.push(entry);
    });
  }

  return {
    async run(work, turn = {}) {
      if (turn.signal?.aborted) throw late();
      const paths = levels.map((_, level) => (turn.of ?? []).slice(0, level).join("/"));
      if (mayRun({ paths })) start({ paths });
      else if (isFull(paths)) throw full();
      else await wait(paths, turn);
      try {
        return await work();
      } finally {
        end(paths);
      }
    },
  };
}
