import { inject } from "vitest";
import { createDatabase, type Database, runText } from "../client";
import { newId } from "../ids";

/** The migrated database that tests copy. */
export const TEMPLATE = "prelaunch_template";

/** Returns the URL of another database on the same server. */
export function urlOfDatabase(url: string, name: string): string {
  const at = new URL(url);
  at.pathname = name;
  return at.toString();
}

export interface TestDatabase extends Database {
  url: string;
  /** Closes the client and drops the database, even if others are connected. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** Milliseconds; long by default, since tests do not measure time. */
  lockTimeoutMs?: number;
  /** Creates a database without tables instead of a migrated one. */
  isEmpty?: boolean;
}

/** Creates a migrated database on the run's PostgreSQL, for a file or for one test. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl");
  const name = `test_${newId().replaceAll("-", "")}`;
  await onServer(
    server,
    // Copying files takes two thirds of the time of writing them to the log, page by page.
    `CREATE DATABASE ${name} TEMPLATE ${options.isEmpty ? "template0" : TEMPLATE} STRATEGY FILE_COPY`,
  );
  const url = urlOfDatabase(server, name);
  const database = createDatabase({
    url,
    max: options.max ?? 10,
    // Many concurrent callers may wait long on a busy machine; tests do not measure time here.
    waitTimeoutMs: 60_000,
    lockTimeoutMs: options.lockTimeoutMs ?? 30_000,
    statementTimeoutMs: 60_000,
    idleInTransactionTimeoutMs: 60_000,
  });
  return {
    ...database,
    url,
    drop: async () => {
      await database.close();
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const server = createDatabase({ url, max: 1 });
  try {
    await runText(server.db, statement, []);
  } finally {
    await server.close();
  }
}
