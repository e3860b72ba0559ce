import { type Database, createDatabase } from "./client";
import { startEmbedded } from "./embedded/server";
import { isDatabaseAway } from "./errors";

export { EmbeddedError } from "./embedded/embedded-error";

export interface DatabaseConfig {
  /** DATABASE_URL; without one the embedded server of `dataDir` is started. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

export interface StartOptions {
  /** Most connections of this process; 10 unless told. */
  max?: number;
  /** For operator commands: use an embedded server that a running Prelaunch owns. */
  mayShare?: boolean;
  /** How long to wait for a DATABASE_URL that does not answer yet; 60 s unless told. */
  patienceMs?: number;
}

export interface StartedDatabase {
  database: Database;
  /** For what opens connections of its own, such as the job queue. */
  url: string;
  isEmbedded: boolean;
  /** Closes the connections, and stops the embedded server where it is ours. */
  stop(): Promise<void>;
}

interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The database that the environment names, answering. Does not migrate. */
export async function startDatabase(
  config: DatabaseConfig,
  logger: Log,
  options: StartOptions = {},
): Promise<StartedDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir, mayShare: options.mayShare ?? false }, logger);
  const url = embedded?.url ?? config.databaseUrl ?? "";
  const database = createDatabase({ url, max: options.max ?? 10, logger });
  const stop = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    await waitUntilItAnswers(database, logger, options.patienceMs ?? 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { database, url, isEmbedded: embedded !== null, stop };
}

async function waitUntilItAnswers(database: Database, log: Log, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.ping();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > end) throw error;
      if (tries === 1) log.warn({ err: error }, "The database does not answer yet; waiting.");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
