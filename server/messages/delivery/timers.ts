import type { Logger } from "pino";
import type { Database } from "@db/client";
import {
  areDue,
  beginNightly,
  beginSweeps,
  endNightly,
  JOB_LOCKS,
  runInOneInstance,
} from "@server/platform";

/** A periodic job, which runs in one instance at a time. */
export interface Task {
  name: string;
  run: () => Promise<unknown>;
}

/** The failures of a task in this process, and its last success (Unix seconds). */
export interface TaskRun {
  task: string;
  failures: number;
  lastSuccess: number | null;
}

export interface TimersParts {
  database: Database;
  logger: Logger;
  /** Run every minute, one after the other. */
  sweeps: readonly Task[];
  /** Run at 02:00 Indian time, one after the other; one that fails is tried again twice. */
  nightly?: readonly Task[];
  /** Milliseconds until a due task is noticed. */
  tickMs?: number;
}

type Kind = keyof typeof JOB_LOCKS;

const TICK_MS = 5000;
const STOP_GRACE_MS = 10_000;

export function createTimers({
  database,
  logger,
  sweeps,
  nightly = [],
  tickMs = TICK_MS,
}: TimersParts) {
  const { db } = database;
  const runs = new Map<string, TaskRun>();
  const working = new Map<Kind, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  let isStopping = false;

  async function succeeds(task: Task, otherwise: string): Promise<boolean> {
    const { name } = task;
    const known = runs.get(name) ?? { task: name, failures: 0, lastSuccess: null };
    runs.set(name, known);
    try {
      await task.run();
      known.lastSuccess = Date.now() / 1000;
      return true;
    } catch (error) {
      known.failures += 1;
      logger.error({ err: error, job: name }, otherwise);
      return false;
    }
  }

  async function sweep(): Promise<void> {
    if (!(await beginSweeps(db))) return;
    for (const task of sweeps) if (!isStopping) await succeeds(task, "a sweep failed");
  }

  async function night(): Promise<void> {
    for (const task of nightly) {
      if (isStopping || !(await beginNightly(db, task.name))) continue;
      if (await succeeds(task, "a nightly job failed")) await endNightly(db, task.name);
    }
  }

  function every(kind: Kind, names: readonly string[], work: () => Promise<void>): void {
    const tick = async () => {
      if (await areDue(db, kind, names)) await runInOneInstance(database, JOB_LOCKS[kind], work);
    };
    const begin = () => {
      if (working.has(kind)) return;
      const run = tick()
        .catch((error: unknown) => logger.warn({ err: error }, "jobs did not run"))
        .finally(() => working.delete(kind));
      working.set(kind, run);
    };
    // Instances that start together do not ask together.
    timers.push(setInterval(begin, tickMs * (0.9 + Math.random() * 0.2)).unref());
  }

  return {
    runs: (): TaskRun[] => [...runs.values()],
    start() {
      every("sweeps", ["sweeps"], sweep);
      every(
        "nightly",
        nightly.map(({ name }) => name),
        night,
      );
    },
    /** Waits for the task that runs; those behind it wait for another instance or the next start. */
    async stop(): Promise<void> {
      isStopping = true;
      for (const timer of timers.splice(0)) clearInterval(timer);
      let limit: NodeJS.Timeout | undefined;
      const isLong = new Promise((resolve) => (limit = setTimeout(resolve, STOP_GRACE_MS)));
      await Promise.race([Promise.all(working.values()), isLong]);
      clearTimeout(limit);
    },
  };
}
