import { hostname } from "node:os";
import type { Logger } from "pino";
import type { Database } from "@db/client";
import { newId } from "@db/ids";
import { deleteGoneKeyReaders, deleteKeyReader, saveKeyReader } from "@db/queries/key-readers";
import { findSecretCheck } from "@db/queries/secret-checks";
import type { Secrets } from "./secrets";

/** Intervals at which the file is read, and at which this process reports to the database. */
const LOOK_MS = 1000;
const REPORT_MS = 10_000;
/** A process that has not reported for so long does not run any more. */
export const GONE_SECONDS = 30;
/** Rows of ended processes are deleted after this time. */
const FORGET_SECONDS = 3600;

export interface KeyReport {
  /** Reads the keys again and reports them; for tests, and after a change. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Takes up keys of the file within a second of their change, and tells the database which keys this
 * process has: `secrets rotate` waits for it. A key that is not the one of its number is not reported.
 */
export function reportKeys({
  database: { db },
  secrets,
  logger,
  name = `${hostname()}, process ${process.pid}`,
}: {
  database: Pick<Database, "db">;
  secrets: Secrets;
  logger: Pick<Logger, "info" | "error" | "warn">;
  name?: string;
}): KeyReport {
  const id = newId();
  let reportedAt = 0;
  let isStopped = false;
  let reported = "";
  let wrong = "";

  const refresh = () => {
    try {
      secrets.refresh();
      wrong = "";
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== wrong) logger.error({ err: error }, "the keys cannot be read again");
      wrong = text;
    }
  };
  const isRight = async (number: number): Promise<boolean> => {
    const check = await findSecretCheck(db, number);
    if (check === undefined) return true;
    try {
      secrets.decrypt("secret-check", check);
      return true;
    } catch {
      logger.error({ key: number }, "the key of this number is not the one of the database");
      return false;
    }
  };
  const report = async () => {
    const numbers = secrets.numbers();
    const readable: number[] = [];
    for (const number of numbers) if (await isRight(number)) readable.push(number);
    if (isStopped) return;
    if (reported !== "" && reported !== String(numbers)) {
      logger.info({ keys: numbers }, "the keys were read again");
    }
    reported = String(numbers);
    await saveKeyReader(db, id, { name, present: numbers[0] ?? 0, readable });
    await deleteGoneKeyReaders(db, FORGET_SECONDS);
  };
  let running = Promise.resolve();
  const inTurn = (run: () => Promise<void>) => (running = running.then(run, run));

  const look = () => {
    refresh();
    // They may have been read again for a text of a new key.
    const isReported = reported === String(secrets.numbers());
    if (isReported && Date.now() - reportedAt < REPORT_MS) return;
    reportedAt = Date.now();
    inTurn(report).catch((error: unknown) => {
      // The database is unavailable: the next interval tries again.
      reported = "";
      logger.warn({ err: error }, "the keys of this process are not reported");
    });
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();
  return {
    now() {
      refresh();
      return inTurn(report);
    },
    async stop() {
      clearInterval(timer);
      isStopped = true;
      await running.catch(() => undefined);
      await deleteKeyReader(db, id).catch(() => undefined);
    },
  };
}
