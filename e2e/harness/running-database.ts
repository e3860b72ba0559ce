import path from "node:path";
import { type Executor, runText } from "@db/client";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";

/** Runs a function with the database of the running product. */
export async function withDatabase<Result>(
  run: (db: Executor) => Promise<Result>,
): Promise<Result> {
  const dataDir = path.join(process.env["E2E_RUN"] ?? "", "data");
  const shared = await startDatabase({ databaseUrl: undefined, dataDir }, createLogger("silent"), {
    mayShare: true,
  });
  try {
    return await run(shared.database.db);
  } finally {
    await shared.stop();
  }
}

/** Runs a statement in the database of the running product. */
export const inDatabase = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  withDatabase((db) => runText<Row>(db, text, values));

/** Makes the next sweep of the running product due now. */
export const sweepNow = () =>
  inDatabase("UPDATE job_runs SET begun_at = begun_at - interval '1 hour' WHERE name = 'sweeps'");
