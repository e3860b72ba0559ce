import { inject } from "vitest";
import { createDatabase, type Database, runText } from "../client";
import { newId } from "../ids";
import { TEMPLATE, urlOfDatabase } from "./template";

export interface TestDatabase extends Database {
  url: string;
  /** Closes the client and removes the database, whoever else is still connected. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Most connections; 10 unless told. */
  max?: number;
  /** A database without any table, instead of a migrated one. */
  isEmpty?: boolean;
}

/** A fresh, migrated database on the run's PostgreSQL: one for a file, or for a test. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject("testServerUrl");
  const name = `test_${newId().replaceAll("-", "")}`;
  await onServer(
    server,
    `CREATE DATABASE ${name} TEMPLATE ${options.isEmpty ? "template0" : TEMPLATE}`,
  );
  const url = urlOfDatabase(server, name);
  const database = createDatabase({ url, max: options.max ?? 10 });
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
