import PgBoss from "pg-boss";
import { afterCommit, type Executor, runText, withoutTimeouts } from "@db/client";
import { createMessageSender, type SenderFigures, type SenderParts } from "./message-sender";
import type { Message } from "./message-templates";
import { storeMessages } from "./store-message";

/** Background jobs. */
export interface Jobs {
  /**
   * Sends messages after the caller's transaction commits, and never after a rollback. They are
   * stored in one statement.
   */
  notify(tx: Executor, ...messages: Message[]): Promise<void>;
  figures(): SenderFigures;
  /** The tasks of this process: how often each failed, and when it last succeeded (Unix seconds). */
  runs(): TaskRun[];
  start(): Promise<void>;
  /** Waits for running jobs to finish. */
  stop(): Promise<void>;
}

export interface TaskRun {
  task: string;
  failures: number;
  lastSuccess: number | null;
}

/** A task that runs every minute, in one instance at a time. */
export interface Sweep {
  name: string;
  run(): Promise<unknown>;
}

export interface JobsParts extends SenderParts {
  url: string;
  sweeps: readonly Sweep[];
  /** Run at 02:00 Indian time one after the other, in one instance. */
  nightly?: readonly Sweep[];
}

const SWEEP = "sweep";
const NIGHTLY = "nightly";

/** For pg_advisory_xact_lock; the migrations use another key. */
const START_LOCK = 778_002;

/** Makes the queue's tables by a role that may, for one that only uses them. */
export async function installQueue(
  url: string,
  database: Pick<JobsParts["database"], "db">,
): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  try {
    await startInTurn(database, boss);
  } finally {
    await boss.stop({ graceful: false, wait: true });
  }
}

/** Instances that start concurrently on a new database would conflict while creating its tables. */
async function startInTurn(
  database: Pick<JobsParts["database"], "db">,
  boss: PgBoss,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    await withoutTimeouts(tx);
    await runText(tx, `SELECT pg_advisory_xact_lock(${START_LOCK})`, []);
    await boss.start();
    await boss.createQueue(SWEEP);
    await boss.createQueue(NIGHTLY);
  });
}

/**
 * Messages on the table `messages`, which is their queue; the minute's sweep on pg-boss, which has
 * its own two connections (architecture.md §2).
 */
export function createJobs(parts: JobsParts): Jobs {
  const sender = createMessageSender(parts);
  const boss = new PgBoss({
    connectionString: parts.url,
    max: 2,
    application_name: "prelaunch-jobs",
  });
  boss.on("error", (error) => parts.logger.warn({ err: error }, "job queue"));

  const runs = new Map<string, TaskRun>();
  async function run(one: Sweep): Promise<void> {
    const known = runs.get(one.name) ?? { task: one.name, failures: 0, lastSuccess: null };
    runs.set(one.name, known);
    try {
      await one.run();
      known.lastSuccess = Date.now() / 1000;
    } catch (error) {
      known.failures += 1;
      throw error;
    }
  }

  async function sweep(): Promise<void> {
    for (const one of parts.sweeps) {
      try {
        await run(one);
      } catch (error) {
        parts.logger.error({ err: error, sweep: one.name }, "a sweep failed");
      }
    }
  }

  async function nightly(): Promise<void> {
    const errors: unknown[] = [];
    for (const one of parts.nightly ?? []) {
      try {
        await run(one);
      } catch (error) {
        parts.logger.error({ err: error, job: one.name }, "a nightly job failed");
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, "Nightly jobs failed.");
  }

  return {
    async notify(tx, ...messages) {
      if (messages.length === 0) return;
      await storeMessages(tx, parts.secrets, messages);
      afterCommit(tx, () => sender.wake());
    },
    figures: () => sender.figures(),
    runs: () => [...runs.values()],
    async start() {
      await startInTurn(parts.database, boss);
      await boss.work(SWEEP, { pollingIntervalSeconds: 5 }, sweep);
      await boss.schedule(SWEEP, "* * * * *");
      await boss.work(NIGHTLY, { pollingIntervalSeconds: 30 }, nightly);
      await boss.schedule(NIGHTLY, "0 2 * * *", undefined, {
        tz: "Asia/Kolkata",
        expireInHours: 6,
        retryLimit: 2,
      });
      sender.start();
    },
    async stop() {
      await Promise.all([
        sender.stop(),
        boss.stop({ graceful: true, timeout: 10_000, wait: true }),
      ]);
    },
  };
}
