import PgBoss from "pg-boss";
import type { Logger } from "pino";
import { type Executor, runText, withoutTimeouts } from "@db/client";
import { listForgottenMessages } from "@db/queries/messages";
import { storeMessage } from "./store-message";
import { type SendParts, sendMessage } from "./send-message";
import type { Message } from "./message-templates";

/** Background jobs. */
export interface Jobs {
  /** Sends a message after the caller's transaction commits, and never after a rollback. */
  notify(tx: Executor, message: Message): Promise<void>;
  start(): Promise<void>;
  /** Waits for running jobs to finish. */
  stop(): Promise<void>;
}

/** A task that runs every minute, in one instance at a time. */
export interface Sweep {
  name: string;
  run(): Promise<unknown>;
}

export interface JobsParts extends SendParts {
  url: string;
  logger: Logger;
  sweeps: readonly Sweep[];
}

const MESSAGE = "message";
const SWEEP = "sweep";

/** For pg_advisory_xact_lock; the migrations use another key. */
const START_LOCK = 778_002;

/** Retries every 20 seconds for a week, so mail leaves within a minute of its server's return. */
const RETRY_DELAY_SECONDS = 20;
const RETRY_LIMIT = (7 * 24 * 60 * 60) / RETRY_DELAY_SECONDS;

/** A message waiting this many seconds without a job has lost it. */
const FORGOTTEN_AFTER_SECONDS = 300;

/** Jobs on pg-boss, which has its own two connections (architecture.md §2). */
export function createJobs(parts: JobsParts): Jobs {
  const boss = new PgBoss({
    connectionString: parts.url,
    max: 2,
    application_name: "prelaunch-jobs",
  });
  boss.on("error", (error) => parts.logger.warn({ err: error }, "job queue"));

  const enqueue = (id: string, tx?: Executor) =>
    boss.send(
      MESSAGE,
      { id },
      {
        retryLimit: RETRY_LIMIT,
        retryDelay: RETRY_DELAY_SECONDS,
        expireInSeconds: 120,
        retentionDays: 14,
        ...(tx && { db: inTransaction(tx) }),
      },
    );

  async function sweep(): Promise<void> {
    for (const id of await listForgottenMessages(parts.database.db, FORGOTTEN_AFTER_SECONDS)) {
      await enqueue(id);
    }
    for (const one of parts.sweeps) {
      try {
        await one.run();
      } catch (error) {
        parts.logger.error({ err: error, sweep: one.name }, "a sweep failed");
      }
    }
  }

  return {
    async notify(tx, message) {
      await enqueue(await storeMessage(tx, parts.secrets, message), tx);
    },
    async start() {
      // Instances that start concurrently on a new database would conflict while creating its tables.
      await parts.database.db.transaction(async (tx) => {
        await withoutTimeouts(tx);
        await runText(tx, `SELECT pg_advisory_xact_lock(${START_LOCK})`, []);
        await boss.start();
        await boss.createQueue(MESSAGE);
        await boss.createQueue(SWEEP);
      });
      await boss.work<{ id: string }>(
        MESSAGE,
        { pollingIntervalSeconds: 0.5, batchSize: 1 },
        async ([job]) => {
          if (!job) return;
          try {
            await sendMessage(parts, job.data.id);
          } catch (error) {
            parts.logger.warn({ err: error, messageId: job.data.id }, "a message waits");
            throw error;
          }
        },
      );
      await boss.work(SWEEP, { pollingIntervalSeconds: 5 }, sweep);
      await boss.schedule(SWEEP, "* * * * *");
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000, wait: true });
    },
  };
}

/** Runs pg-boss's statements in our transaction; it expects null, ISO dates and JSON as text. */
const inTransaction = (tx: Executor): PgBoss.Db => ({
  async executeSql(text, values) {
    const rows = await runText(tx, text, values.map(asParameter));
    return { rows: [...rows] };
  },
});

function asParameter(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : value;
}
