import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Database, type Executor, runText, transact, withoutTimeouts } from "../client";
import { isLockRefused, isSettingRefused } from "../errors";
import { setRoleDefaults } from "./role-defaults";

export interface Migration {
  /** SHA-256 of the file's text. */
  hash: string;
  /** The time of writing, in milliseconds since 1970; migrations are applied in this order. */
  writtenAt: number;
  statements: string[];
}

/** A migration that a database has; `expands` is null if it was not noted. */
export interface Applied extends Pick<Migration, "hash" | "writtenAt"> {
  expands: boolean | null;
  /** The version that applied it, and its commit where that was known. */
  madeBy: string | null;
}

/** The schema does not match this program; the message is one line for the operator. */
export class SchemaError extends Error {
  override name = "SchemaError";
}

/** The database begins with a baseline that this version does not have, such as a fork's. */
export class OtherBaseline extends SchemaError {
  constructor([baseline]: readonly Applied[]) {
    const { madeBy, hash = "" } = baseline ?? {};
    super(
      `The database was made by ${madeBy ?? "a commit from before 0.1.0"}, whose baseline is ${hash.slice(0, 12)}: go back to it, and nothing is lost (docs/operating.md, "Another baseline").`,
    );
  }
}

/** Key of the advisory lock: instances that start together migrate one after the other. */
const LOCK = 778_001;

export interface MigrateOptions {
  /**
   * Milliseconds that a statement waits for a table that others use; it keeps them waiting as long.
   */
  lockMs?: number;
  /** Milliseconds until a migration gives up. */
  patienceMs?: number;
}

const WAIT_FOR_LOCK_MS = 2000;
const PAUSE_MS = 500;
const PATIENCE_MS = 10 * 60_000;

/**
 * Applies missing migrations, and sets the role's defaults. Returns the number applied. Concurrent
 * instances are safe: the later one waits and finds nothing to do. Uses Drizzle's table.
 *
 * The migrations run in one transaction, which gives up and starts again if a table stays in use:
 * whoever comes after a waiting ALTER TABLE waits for it too. One that builds or drops indexes
 * CONCURRENTLY runs between transactions; on an empty database it is part of the only one.
 *
 * Throws SchemaError if the schema is of another baseline, or newer than `steps` and not only expanded
 * (`isTooNew`), if a table stayed in use, or if a pooler stands in the way of a concurrent step.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[] = knownMigrations(),
  { lockMs = WAIT_FOR_LOCK_MS, patienceMs = PATIENCE_MS }: MigrateOptions = {},
): Promise<number> {
  const end = Date.now() + patienceMs;
  for (let count = 0; ;) {
    try {
      const { applied, next } = await transact(
        database.db,
        (tx) => applyMissing(tx, steps, lockMs),
        { tries: 1 },
      );
      count += applied;
      if (!next) return count;
      if (await applyConcurrently(database, next)) count += 1;
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (Date.now() > end) {
        throw new SchemaError("A migration waits for a table that others keep in use: try later.");
      }
      await pause();
    }
  }
}

/** Applies migrations inside the caller's transaction, as for a restore. */
export async function migrateWithin(tx: Executor, steps: readonly Migration[]): Promise<void> {
  await applyMissing(tx, steps, 0, { isWhole: true });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/**
 * Applies missing migrations up to the next concurrent step, and returns that step; null for none.
 */
async function applyMissing(
  tx: Executor,
  steps: readonly Migration[],
  lockMs: number,
  { isWhole = false } = {},
): Promise<{ applied: number; next: Migration | null }> {
  await takeTurn(tx);
  await runText(
    tx,
    "CREATE SCHEMA IF NOT EXISTS drizzle; CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint, expands boolean, made_by text)",
    [],
  );
  await runText(tx, `SET LOCAL lock_timeout = ${lockMs}`, []);
  const applied = await appliedMigrations(tx);
  if (isOfOtherBaseline(applied, steps)) throw new OtherBaseline(applied);
  if (isTooNew(applied, steps)) {
    throw new SchemaError(
      "The database is of a newer version of Prelaunch than this one: start that version.",
    );
  }
  const appliedTimes = new Set(applied.map((step) => step.writtenAt));
  const missing = steps.filter((step) => !appliedTimes.has(step.writtenAt));
  // An empty database has no users yet.
  const isAtOnce = isWhole || applied.length === 0;
  for (const [at, step] of missing.entries()) {
    const isAside = isConcurrent(step.statements);
    if (isAside && !isAtOnce) return { applied: at, next: step };
    for (const statement of step.statements) {
      await runText(tx, isAside ? atOnce(statement) : statement, []);
    }
    await note(tx, step);
  }
  await setRoleDefaults(tx);
  return { applied: missing.length, next: null };
}

/**
 * Waits until no other instance migrates. It asks in short steps: a statement that waits holds a
 * snapshot, for which the other instance's CREATE INDEX CONCURRENTLY would wait in turn.
 */
async function takeTurn(tx: Executor): Promise<void> {
  await withoutTimeouts(tx);
  for (;;) {
    const [row] = await runText(tx, `SELECT pg_try_advisory_xact_lock(${LOCK}) AS is_ours`, []);
    if (row?.is_ours === true) return;
    await pause();
  }
}

/**
 * Applies a step that must not run in a transaction, while another transaction holds the lock.
 * Returns false if another instance was first. An interrupted step may run again: its statements
 * allow it.
 */
async function applyConcurrently(database: Database, step: Migration): Promise<boolean> {
  const apply = async (tx: Executor) => {
    await takeTurn(tx);
    // This transaction is idle while the index is built.
    await runText(tx, "SET LOCAL idle_in_transaction_session_timeout = 0", []);
    const applied = await appliedMigrations(tx);
    if (applied.some(({ writtenAt }) => writtenAt === step.writtenAt)) return false;
    try {
      for (const statement of step.statements) {
        // An interrupted attempt leaves an index that exists and is invalid.
        const name = CONCURRENT.exec(statement)?.[1];
        // The query runs outside this transaction, which must hold no snapshot while the index is
        // built.
        const [unfinished] = await runText(
          database.db,
          "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid",
          [name ?? null],
        );
        if (unfinished) await database.alone(`DROP INDEX CONCURRENTLY ${name}`);
        await database.alone(statement);
      }
    } catch (error) {
      if (!isSettingRefused(error)) throw error;
      throw new SchemaError(
        "A migration builds an index while others write, which needs a direct connection: run `npm run operator -- db migrate` with a DATABASE_URL without a pooler.",
      );
    }
    await note(tx, step);
    return true;
  };
  return transact(database.db, apply, { tries: 1 });
}

/** Removes CONCURRENTLY for the one transaction of an empty database or a restore. */
const atOnce = (statement: string): string => statement.replace(" CONCURRENTLY", "");

const note = (tx: Executor, step: Migration) =>
  runText(
    tx,
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at, expands, made_by) VALUES ($1, $2, $3, $4)",
    [step.hash, step.writtenAt, isExpandOnly(step.statements), thisVersion()],
  );

/** Returns this program's version and, where its build noted one, its commit. */
function thisVersion(): string {
  const root = join(migrationsFolder(), "..", "..");
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  const { version } = JSON.parse(read("package.json")) as { version: string };
  return existsSync(join(root, "build/commit")) ? `${version} (${read("build/commit")})` : version;
}

/**
 * Statements that take away something that a released version may use, and the comment that marks
 * others.
 */
const CONTRACTS =
  /^\s*-- contracts: |\bDROP\s+(?:TABLE|COLUMN|VIEW|TYPE|FUNCTION|PROCEDURE|SCHEMA|SEQUENCE)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bALTER\s+COLUMN\s+\S+\s+(?:SET\s+DATA\s+)?TYPE\b/im;

/** Tells that a migration takes nothing away that the version before uses (decision 20). */
export const isExpandOnly = (statements: readonly string[]): boolean =>
  !statements.some((statement) => CONTRACTS.test(statement));

/** Tells that a database does not begin with the first of the migrations `steps`. */
export const isOfOtherBaseline = (
  applied: readonly Applied[],
  steps: readonly Migration[],
): boolean => applied[0] !== undefined && applied[0].hash !== steps[0]?.hash;

/**
 * Tells that a program with the migrations `steps` must not start on this database: it has newer
 * ones that took something away or are not known to have taken nothing, or it lacks one of the
 * program's.
 */
export function isTooNew(applied: readonly Applied[], steps: readonly Migration[]): boolean {
  const known = new Set(steps.map((step) => step.writtenAt));
  const newer = applied.filter((step) => !known.has(step.writtenAt));
  if (newer.length === 0) return false;
  const appliedTimes = new Set(applied.map((step) => step.writtenAt));
  return (
    newer.some(({ expands }) => expands !== true) ||
    steps.some(({ writtenAt }) => !appliedTimes.has(writtenAt))
  );
}

/**
 * A statement that builds or drops an index while others use the table, and the name of the index.
 */
const CONCURRENT =
  /^(?:\s|--[^\n]*\n)*(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) ("[^"]+")/;

/** Tells that a migration consists of concurrent statements, which cannot run in a transaction. */
export const isConcurrent = (statements: readonly string[]): boolean =>
  statements.length > 0 && statements.every((statement) => CONCURRENT.test(statement));

/**
 * Returns the migrations that were applied to this database, oldest first; none before the first
 * one.
 */
export async function appliedMigrations(db: Executor): Promise<Applied[]> {
  const [table] = await runText(
    db,
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS found",
    [],
  );
  if (table?.found !== true) return [];
  // A database of another baseline may lack the columns.
  const rows = await runText(
    db,
    `SELECT hash, created_at, (to_jsonb(step) ->> 'expands')::boolean AS expands,
            to_jsonb(step) ->> 'made_by' AS made_by
       FROM drizzle.__drizzle_migrations AS step ORDER BY created_at`,
    [],
  );
  return rows.map((row) => ({
    hash: String(row.hash),
    writtenAt: Number(row.created_at),
    expands: typeof row.expands === "boolean" ? row.expands : null,
    madeBy: typeof row.made_by === "string" ? row.made_by : null,
  }));
}

/** Returns the migrations of this program, or of the one in a folder, oldest first. */
export function knownMigrations(folder?: string): Migration[] {
  const migrations = folder === undefined ? migrationsFolder() : join(folder, "db", "migrations");
  return readMigrationFiles({ migrationsFolder: migrations }).map((file) => ({
    hash: file.hash,
    writtenAt: file.folderMillis,
    statements: file.sql,
  }));
}

/** Finds the package's `db/migrations` from this file or from the bundle in `build/`. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let at = here; ; at = dirname(at)) {
    const folder = join(at, "db", "migrations");
    if (existsSync(join(folder, "meta", "_journal.json"))) return folder;
    if (at === dirname(at)) throw new SchemaError("The folder db/migrations is missing.");
  }
}
