import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Database, type Executor, runText, withoutTimeouts } from "./client";
import { setRoleDefaults } from "./role-defaults";

/** One migration of the schema. */
export interface Migration {
  /** SHA-256 of the file's text. */
  hash: string;
  /** When it was written, in milliseconds; migrations are applied in this order. */
  writtenAt: number;
  statements: string[];
}

/** The schema does not match this program; the message is one line for the operator. */
export class SchemaError extends Error {
  override name = "SchemaError";
}

/** Key of pg_advisory_xact_lock: instances that start together migrate one after the other. */
const LOCK = 778_001;

/**
 * Applies missing migrations in one transaction. Concurrent instances are safe: the later one waits
 * and finds nothing to do. Returns the number applied. Sets the role's defaults. Uses Drizzle's table. Throws SchemaError if
 * the database has a migration that is not in `steps`.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[] = knownMigrations(),
): Promise<number> {
  return database.db.transaction((tx) => migrateWithin(tx, steps));
}

/** The same, inside the caller's transaction. */
export async function migrateWithin(tx: Executor, steps: readonly Migration[]): Promise<number> {
  await withoutTimeouts(tx);
  await runText(tx, `SELECT pg_advisory_xact_lock(${LOCK})`, []);
  await runText(
    tx,
    "CREATE SCHEMA IF NOT EXISTS drizzle; CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)",
    [],
  );
  const applied = await appliedMigrations(tx);
  const taken = new Set(applied.map((step) => step.writtenAt));
  const known = new Set(steps.map((step) => step.writtenAt));
  if (applied.some((step) => !known.has(step.writtenAt))) {
    throw new SchemaError(
      "The database is of a newer version of Prelaunch than this one: start that version.",
    );
  }
  const missing = steps.filter((step) => !taken.has(step.writtenAt));
  for (const step of missing) {
    for (const statement of step.statements) await runText(tx, statement, []);
    await runText(
      tx,
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)",
      [step.hash, step.writtenAt],
    );
  }
  await setRoleDefaults(tx);
  return missing.length;
}

/** The migrations applied to this database, oldest first; none before the first one. */
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

/** The migrations of this program, oldest first. */
export function knownMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() }).map((file) => ({
    hash: file.hash,
    writtenAt: file.folderMillis,
    statements: file.sql,
  }));
}

/** The package's `db/migrations`, found from this file or from the bundle in `build/`. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let at = here; ; at = dirname(at)) {
    const folder = join(at, "db", "migrations");
    if (existsSync(join(folder, "meta", "_journal.json"))) return folder;
    if (at === dirname(at)) throw new SchemaError("The folder db/migrations is missing.");
  }
}
