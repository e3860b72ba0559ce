import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type Database, type Executor, runText } from "./client";
import { appliedMigrations, knownMigrations, migrate } from "./migrate";
import { describeTables, type Table, withReferencesDeferred } from "./tables";

/** Why a backup cannot be made or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

/**
 * The file: gzipped lines of JSON. A header, then for each table a line that names it followed by
 * its rows, each an array of the values' text as PostgreSQL prints it, and at the end the counts.
 * PostgreSQL's text is exact for every type, which its JSON is not (a JSON null is not no value).
 */
interface Header {
  format: "prelaunch-backup";
  version: 1;
  takenAt: string;
  /** The schema's history: hashes of the migrations, oldest first. */
  migrations: string[];
}
interface TableLine {
  table: string;
  columns: string[];
}
interface EndLine {
  end: true;
  rows: Record<string, number>;
}
type Row = (string | null)[];

const BATCH = 500;

/**
 * Writes every row of the product's tables as of one moment, while the product runs on. The queue
 * of jobs is not in it. Returns the number of rows. The file appears whole or not at all.
 */
export async function backup(database: Database, file: string): Promise<number> {
  const unfinished = `${file}.unfinished`;
  try {
    const rows = await database.db.transaction(
      async (tx) => {
        await runText(tx, "SET LOCAL statement_timeout = 0", []);
        const counts: Record<string, number> = {};
        await pipeline(
          Readable.from(dump(tx, counts)),
          createGzip(),
          createWriteStream(unfinished, { mode: 0o600, flags: "w" }),
        );
        return Object.values(counts).reduce((sum, count) => sum + count, 0);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    await flush(unfinished);
    await rename(unfinished, file);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}

async function* dump(tx: Executor, counts: Record<string, number>): AsyncGenerator<string> {
  const applied = await appliedMigrations(tx);
  if (applied.length === 0) throw new BackupError("There is no Prelaunch in this database.");
  const header: Header = {
    format: "prelaunch-backup",
    version: 1,
    takenAt: new Date().toISOString(),
    migrations: applied.map((step) => step.hash),
  };
  yield line(header);
  for (const table of await describeTables(tx)) {
    const columns = table.columns.map((column) => column.name);
    yield line({ table: table.name, columns } satisfies TableLine);
    counts[table.name] = 0;
    for await (const row of rowsOf(tx, table)) {
      counts[table.name] = (counts[table.name] ?? 0) + 1;
      yield line(row);
    }
  }
  yield line({ end: true, rows: counts } satisfies EndLine);
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

/** The same data gives the same file, bar its date. */
function inKeyOrder(table: Table): string {
  return table.key.length > 0 ? `ORDER BY ${table.key.map(quoted).join(", ")}` : "";
}

/**
 * Fills a database that holds no rows from a backup, in one transaction: all of it or nothing. A
 * backup of an older schema is loaded into that schema and then migrated; one of a newer or a
 * foreign schema is refused. Returns the number of rows.
 */
export async function restore(database: Database, file: string): Promise<number> {
  const lines = linesOf(file);
  try {
    const header = parseHeader((await lines.next()).value, file);
    await toSchemaOf(database, header);
    const count = await database.db.transaction(async (tx) => {
      await runText(tx, "SET LOCAL statement_timeout = 0", []);
      const tables = await describeTables(tx);
      await refuseUnlessEmpty(tx, tables);
      return withReferencesDeferred(tx, () => load(tx, tables, lines));
    });
    await migrate(database);
    return count;
  } finally {
    await lines.return(undefined);
  }
}

async function toSchemaOf(database: Database, header: Header): Promise<void> {
  const known = knownMigrations();
  const steps = known.slice(0, header.migrations.length);
  const isOurs =
    header.migrations.length <= known.length &&
    steps.every((step, at) => step.hash === header.migrations[at]);
  if (!isOurs) {
    throw new BackupError("The backup is of a newer or a different version of Prelaunch.");
  }
  const applied = await appliedMigrations(database.db);
  if (applied.length > steps.length) {
    throw new BackupError("The backup is of an older version: restore it into a new database.");
  }
  await migrate(database, steps);
}

async function refuseUnlessEmpty(tx: Executor, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const found = await runText(tx, `SELECT 1 FROM ${quoted(table.name)} LIMIT 1`, []);
    if (found.length > 0) {
      throw new BackupError(`The database is not empty: ${table.name} holds rows.`);
    }
  }
}

async function load(
  tx: Executor,
  tables: readonly Table[],
  lines: AsyncGenerator<string>,
): Promise<number> {
  const counts: Record<string, number> = {};
  let table: Table | null = null;
  let batch: Row[] = [];
  const writeBatch = async () => {
    if (table && batch.length > 0) await insert(tx, table, batch);
    batch = [];
  };
  for await (const text of lines) {
    const parsed = JSON.parse(text) as Row | TableLine | EndLine;
    if (Array.isArray(parsed)) {
      if (!table) throw new BackupError("The backup is damaged: a row of no table.");
      counts[table.name] = (counts[table.name] ?? 0) + 1;
      if (batch.push(parsed) === BATCH) await writeBatch();
    } else if ("table" in parsed) {
      await writeBatch();
      table = matching(tables, parsed);
      counts[table.name] = 0;
    } else {
      await writeBatch();
      if (Object.entries(parsed.rows).some(([name, rows]) => counts[name] !== rows)) {
        throw new BackupError("The backup is damaged: rows are missing.");
      }
      return Object.values(counts).reduce((sum, rows) => sum + rows, 0);
    }
  }
  throw new BackupError("The backup is damaged: its end is missing.");
}

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

/** One array of text for each column, so that the statement is the same for any number of rows. */
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

function parseHeader(text: string | undefined, file: string): Header {
  try {
    const header = JSON.parse(text ?? "") as Partial<Header>;
    if (header.format === "prelaunch-backup" && header.version === 1 && header.migrations) {
      return header as Header;
    }
  } catch {
    // Not JSON: said below.
  }
  throw new BackupError(`${file} is not a Prelaunch backup.`);
}

/** Split at line feeds alone: a row may hold other characters that count as line ends elsewhere. */
async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  const bytes = createReadStream(file);
  const plain = createGunzip();
  const piped = pipeline(bytes, plain);
  // Its error comes out of the loop below.
  piped.catch(() => undefined);
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
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!code.startsWith("Z_")) throw cause;
    throw new BackupError(`${file} is not a backup, or is damaged.`, { cause });
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
