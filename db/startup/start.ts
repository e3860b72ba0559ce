import { type Database, createDatabase } from "../client";
import { startEmbedded } from "../embedded/server";
import { isDatabaseAway, reasonOf } from "../errors";

export { EmbeddedError } from "@db/embedded/account";

export interface DatabaseConfig {
  /** DATABASE_URL; without it the embedded server of `dataDir` is started. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Maximum number of connections of this process; 10 by default. */
  connections?: number | undefined;
}

export interface StartOptions {
  /** Lets an operator command use an embedded server that a running product owns. */
  mayShare?: boolean;
  /** Milliseconds to wait for a DATABASE_URL that does not answer yet; 60,000 by default. */
  patienceMs?: number;
}

export interface StartedDatabase {
  database: Database;
  /** The address for a process that opens its own connections. */
  url: string;
  isEmbedded: boolean;
  /** Closes the connections, and stops the embedded server if this process owns it. */
  stop(): Promise<void>;
}

/** The database cannot be reached; the message is one line that names the setting, without its password. */
export class DatabaseUnreachable extends Error {
  override name = "DatabaseUnreachable";
}

/** Returns an address of a database as it may be shown: without a password. */
function shownAddress(text: string): string {
  const url = new URL(text);
  url.password = "";
  url.searchParams.delete("password");
  return url.href;
}

export const unreachable = (setting: string, url: string, error: unknown): DatabaseUnreachable =>
  new DatabaseUnreachable(`${setting} (${shownAddress(url)}) does not answer: ${reasonOf(error)}`, {
    cause: error,
  });

interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Opens the configured database and waits until it answers. Does not migrate. */
export async function startDatabase(
  config: DatabaseConfig,
  logger: Log,
  options: StartOptions = {},
): Promise<StartedDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataDir: config.dataDir, mayShare: options.mayShare ?? false }, logger);
  const url = embedded?.url ?? config.databaseUrl ?? "";
  const database = createDatabase({
    url,
    logger,
    ...(config.connections && { max: config.connections }),
  });
  const stop = async () => {
    await database.close();
    await embedded?.stop();
  };
  try {
    await waitUntilItAnswers(database, logger, options.patienceMs ?? 60_000);
  } catch (error) {
    await stop();
    throw config.databaseUrl ? unreachable("DATABASE_URL", config.databaseUrl, error) : error;
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
