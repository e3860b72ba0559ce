import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Database, type Executor, runText } from "./client";

/** One step of the schema's history. */
export interface Migration {
  /** SHA-256 of its text. */
  hash: string;
  /** When it was written, in milliseconds: its place in the order. */
  writtenAt: number;
  statements: string[];
}

/** For pg_advisory_xact_lock: instances that start together migrate one after the other. */
const LOCK = 778_001;

/**
 * Brings the schema up to date, in one transaction. Safe from several instances at once: the later
 * one waits and finds nothing to do. Returns how many steps were taken. Uses drizzle's own table.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[] = knownMigrations(),
): Promise<number> {
  return database.db.transaction(async (tx) => {
    await runText(tx, "SET LOCAL statement_timeout = 0", []);
    await runText(tx, `SELECT pg_advisory_xact_lock(${LOCK})`, []);
    await runText(
      tx,
      "CREATE SCHEMA IF NOT EXISTS drizzle; CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)",
      [],
    );
    const applied = await appliedMigrations(tx);
    const taken = new Set(applied.map((step) => step.writtenAt));
    const missing = steps.filter((step) => !taken.has(step.writtenAt));
    for (const step of missing) {
      for (const statement of step.statements) await runText(tx, statement, []);
      await runText(
        tx,
        "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)",
        [step.hash, step.writtenAt],
      );
    }
    return missing.length;
  });
}

/** The steps this database has taken, oldest first; none where it never was migrated. */
export async function appliedMigrations(
  db: Executor,
): Promise<Pick<Migration, "hash" | "writtenAt">[]> {
  const [table] = await runText(
    db,
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found",
    [],
  );
  if (table?.found !== true) return [];
  const rows = await runText(
    db,
    "SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY created_at",
    [],
  );
  return rows.map((row) => ({ hash: String(row.hash), writtenAt: Number(row.created_at) }));
}

/** The steps this program knows, oldest first. */
export function knownMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() }).map((file) => ({
    hash: file.hash,
    writtenAt: file.folderMillis,
    statements: file.sql,
  }));
}

/** `db/migrations` of the package, seen from this file or from the bundle in `build/`. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let at = here; ; at = dirname(at)) {
    const folder = join(at, "db", "migrations");
    if (existsSync(join(folder, "meta", "_journal.json"))) return folder;
    if (at === dirname(at)) throw new Error("The folder db/migrations is missing.");
  }
}
