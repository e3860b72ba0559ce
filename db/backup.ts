import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { type Database, type Executor, runText, transact, withoutTimeouts } from "./client";
import * as schema from "./schema";
import {
  appliedMigrations,
  knownMigrations,
  type Migration,
  migrateWithin,
} from "./startup/migrate";
import { describeTables, type Table, withReferencesDeferred } from "./tables";

/** A backup cannot be made or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

/**
 * The first line of a backup. A backup is gzipped lines of JSON: this header; then for each table a
 * line with its name and columns, and its rows as arrays of values in PostgreSQL's text format.
 * That format is exact for every type; JSON cannot tell a JSON null from SQL NULL. The encryption
 * around the lines finds any damage (ops/backups/encrypted-stream.ts).
 */
interface Header {
  format: "prelaunch-backup";
  version: 1;
  takenAt: string;
  /** Hashes of the applied migrations, oldest first. */
  migrations: string[];
}
interface TableLine {
  table: string;
  columns: string[];
}
type Row = (string | null)[];

const BATCH = 500;
/** A backup that could restore no sale is none, such as that of a mistyped DATABASE_URL. */
const NO_COMPANY = "There is no company in this database: no backup is made of it.";

/**
 * Tables that are computed from others after a restore: a trigger fills `audit_unsealed` as audit
 * entries are inserted, and `recount_holdings` counts the holdings.
 */
const DERIVED = new Set(["audit_unsealed", "holdings"]);

/** The product's tables: a restore empties no others. */
const OWN_TABLES: ReadonlySet<string> = new Set(
  Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : [])),
);

/** The bytes of a backup, and the transaction that reads other things of the same moment. */
export interface Snapshot {
  tx: Executor;
  bytes: Readable;
  /** Returns the number of rows that were read so far. */
  rows: () => number;
}

/** Runs `use` on a consistent snapshot of the database, which stays open until `use` has ended. */
export async function readSnapshot<T>(
  database: Database,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return transact(
    database.db,
    async (tx) => {
      await withoutTimeouts(tx);
      let rows = 0;
      const packed = createGzip();
      const lines = Readable.from(dump(tx, () => (rows += 1)));
      // The reader of `packed` gets this error.
      pipeline(lines, packed).catch(() => undefined);
      return use({ tx, bytes: packed, rows: () => rows });
    },
    { isSnapshot: true, tries: 1 },
  );
}

/**
 * Writes a new file by `write`; the file appears complete or not at all. Throws BackupError if it
 * exists or cannot be written.
 */
export async function writeFileAtomically<T>(
  file: string,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  if (existsSync(file)) throw existsAlready(file);
  const unfinished = `${file}.unfinished`;
  try {
    const result = await write(unfinished);
    await flush(unfinished);
    await publish(unfinished, file);
    return result;
  } catch (error) {
    if (isOfFiles(error)) throw new BackupError(`${file} cannot be written: ${error.message}.`);
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

const existsAlready = (file: string) => new BackupError(`${file} exists already: name a new file.`);

/** Renames the finished file, unless a file of that name exists by now. */
async function publish(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch {
    // Some file systems have no hard links.
    if (existsSync(file)) throw existsAlready(file);
    await rename(unfinished, file);
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}

async function* dump(tx: Executor, count: () => void): AsyncGenerator<string> {
  const applied = await appliedMigrations(tx);
  if (applied.length === 0) throw new BackupError("There is no Prelaunch in this database.");
  const header: Header = {
    format: "prelaunch-backup",
    version: 1,
    takenAt: new Date().toISOString(),
    migrations: applied.map((step) => step.hash),
  };
  yield line(header);
  const companies = await runText(tx, "SELECT 1 FROM companies LIMIT 1", []);
  if (companies.length === 0) throw new BackupError(NO_COMPANY);
  for (const table of await describeTables(tx)) {
    if (DERIVED.has(table.name)) continue;
    const columns = table.columns.map((column) => column.name);
    yield line({ table: table.name, columns } satisfies TableLine);
    for await (const row of rowsOf(tx, table)) {
      count();
      yield line(row);
    }
  }
}

async function* rowsOf(tx: Executor, table: Table): AsyncGenerator<Row> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text AS ${quoted(name)}`);
  await runText(
    tx,
    `DECLARE rows NO SCROLL CURSOR FOR SELECT ${columns.join(", ")} FROM ${quoted(table.name)} ${inKeyOrder(table)}`,
    [],
  );
  for (;;) {
    const batch = await runText(tx, `FETCH ${BATCH} FROM rows`, []);
    for (const row of batch) {
      yield table.columns.map(({ name }) => {
        const value: unknown = row[name];
        return typeof value === "string" ? value : null;
      });
    }
    if (batch.length < BATCH) break;
  }
  await runText(tx, "CLOSE rows", []);
}

/** Orders rows by primary key: the same data gives the same file, except for its date. */
function inKeyOrder(table: Table): string {
  return table.key.length > 0 ? `ORDER BY ${table.key.map(quoted).join(", ")}` : "";
}

export interface RestoreOptions {
  known?: readonly Migration[];
  /** Refuses the restored rows by an error, before any of them is stored. */
  accept?: ((tx: Executor) => Promise<unknown>) | undefined;
}

/**
 * Restores the rows of a backup into a database without a company, in one transaction; a failure leaves
 * no tables behind. A backup of an older schema is loaded into that schema and then migrated; a newer
 * or foreign schema is refused. Returns the number of rows. Throws BackupError for errors that the
 * operator can fix, and what reading `source` throws.
 */
export async function restore(
  database: Database,
  source: Readable,
  { known = knownMigrations(), accept }: RestoreOptions = {},
): Promise<number> {
  const lines = linesOf(source);
  try {
    const header = parseHeader((await lines.next()).value);
    const fill = async (tx: Executor) => {
      await toSchemaOf(tx, header, known);
      const tables = await describeTables(tx);
      const count = await withFiguresAfterwards(tx, () =>
        withReferencesDeferred(tx, async () => {
          await emptyTables(tx, tables);
          return insertAll(tx, tables, lines);
        }),
      );
      await migrateWithin(tx, known);
      await accept?.(tx);
      // Plans without statistics take hours for whole tables until autovacuum runs.
      await runText(tx, "ANALYZE", []);
      return count;
    };
    // A retry is impossible, since `source` is read once.
    return await transact(database.db, fill, { tries: 1 });
  } finally {
    await lines.return(undefined);
  }
}

async function toSchemaOf(
  tx: Executor,
  header: Header,
  known: readonly Migration[],
): Promise<void> {
  const steps = known.slice(0, header.migrations.length);
  const isOurs =
    header.migrations.length <= known.length &&
    steps.every((step, at) => step.hash === header.migrations[at]);
  if (!isOurs) {
    throw new BackupError("The backup is of a newer or a different version of Prelaunch.");
  }
  const applied = await appliedMigrations(tx);
  if (applied.length > steps.length) {
    throw new BackupError("The backup is of an older version: restore it into a new database.");
  }
  await migrateWithin(tx, steps);
}

/**
 * Deletes what a start or a command has made in a database without a company, such as super admins
 * and the check value of APP_SECRET. Throws BackupError if there is a company, or a row in a table
 * of another product.
 */
async function emptyTables(tx: Executor, tables: readonly Table[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const found = await runText(tx, `SELECT 1 FROM ${quoted(name)} LIMIT 1`, []);
    if (found.length > 0) filled.push(name);
  }
  const kept = filled.find((name) => name === "companies" || !OWN_TABLES.has(name));
  if (kept) {
    throw new BackupError(
      `The database is not empty: ${kept} holds rows. Restore into a new database.`,
    );
  }
  const alterEach = async (how: string) => {
    for (const name of filled)
      await runText(tx, `ALTER TABLE ${quoted(name)} ${how} TRIGGER USER`, []);
  };
  await alterEach("DISABLE");
  for (const name of filled) await runText(tx, `DELETE FROM ${quoted(name)}`, []);
  // A table with pending checks of its references cannot be altered.
  await runText(tx, "SET CONSTRAINTS ALL IMMEDIATE", []);
  await runText(tx, "SET CONSTRAINTS ALL DEFERRED", []);
  await alterEach("ENABLE");
}

/**
 * Disables the triggers that count holdings while rows are loaded, since they read tables that are
 * loaded later; then counts all holdings.
 */
async function withFiguresAfterwards<T>(tx: Executor, work: () => Promise<T>): Promise<T> {
  const triggers = await runText(
    tx,
    `SELECT tgrelid::regclass::text AS table_name, quote_ident(tgname) AS name FROM pg_trigger
      WHERE tgfoid::regproc::text = 'add_holdings'`,
    [],
  );
  const alterEach = async (how: string) => {
    for (const { table_name, name } of triggers) {
      await runText(tx, `ALTER TABLE ${String(table_name)} ${how} TRIGGER ${String(name)}`, []);
    }
  };
  await alterEach("DISABLE");
  const result = await work();
  await alterEach("ENABLE");
  await runText(tx, "SELECT recount_holdings()", []);
  return result;
}

async function insertAll(
  tx: Executor,
  tables: readonly Table[],
  lines: AsyncGenerator<string>,
): Promise<number> {
  let count = 0;
  let table: Table | null = null;
  let batch: Row[] = [];
  const writeBatch = async () => {
    if (table && batch.length > 0) await insert(tx, table, batch);
    batch = [];
  };
  for await (const text of lines) {
    const parsed = JSON.parse(text) as Row | TableLine;
    if (Array.isArray(parsed)) {
      count += 1;
      if (batch.push(parsed) === BATCH) await writeBatch();
    } else {
      await writeBatch();
      table = matching(tables, parsed);
    }
  }
  await writeBatch();
  return count;
}

/** Codes of file errors that carry no path: wrong file type, full disk, quota, I/O error. */
const OF_DISKS = new Set(["EISDIR", "ENOSPC", "EDQUOT", "EIO"]);

/** Tells errors of the file system from those of the database. */
const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  "code" in error &&
  ("path" in error || OF_DISKS.has(String(error.code)));

function matching(tables: readonly Table[], named: TableLine): Table {
  const table = tables.find(({ name }) => name === named.table);
  if (!table) throw new BackupError(`The backup is damaged: there is no table ${named.table}.`);
  const columns = named.columns.map((name) => table.columns.find((column) => column.name === name));
  const known = columns.filter((column) => column !== undefined);
  if (known.length !== table.columns.length || known.length !== columns.length) {
    throw new BackupError(`The backup is damaged: other columns in ${named.table}.`);
  }
  return { ...table, columns: known };
}

/**
 * Passes one text array for each column, so that the text of the statement does not depend on the
 * number of rows.
 */
async function insert(tx: Executor, table: Table, rows: readonly Row[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(", ");
  const arrays = table.columns.map((_, at) => `$${at + 1}::text[]`).join(", ");
  const values = table.columns.map(({ type }, at) => `given.c${at}::${type}`).join(", ");
  const aliases = table.columns.map((_, at) => `c${at}`).join(", ");
  await runText(
    tx,
    `INSERT INTO ${quoted(table.name)} (${names}) SELECT ${values} FROM unnest(${arrays}) AS given(${aliases})`,
    table.columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  );
}

function parseHeader(text: string | undefined): Header {
  const header = JSON.parse(text ?? "{}") as Partial<Header>;
  if (header.format !== "prelaunch-backup" || header.version !== 1 || !header.migrations) {
    throw new BackupError("The rows of the backup are of another format.");
  }
  return header as Header;
}

/** Splits at line feeds only: rows may contain other Unicode line separators. */
async function* linesOf(bytes: Readable): AsyncGenerator<string, undefined> {
  const plain = createGunzip();
  // The loop below throws this error.
  pipeline(bytes, plain).catch(() => undefined);
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      let from = 0;
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10, from)) {
        yield rest.toString("utf8", from, at);
        from = at + 1;
      }
      rest = rest.subarray(from);
    }
  } finally {
    plain.destroy();
    bytes.destroy();
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
