import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import {
  analyzeAfter,
  changeHeldStatement,
  deleteHeldStatements,
  findHeldStatement,
  findMapping,
  findStatement,
  type HeldStatement,
  holdStatement,
  takeHeldStatement,
} from "@server/payments";
import type { Executor } from "@db/client";
import type { StoredMapping } from "@db/schema";
import {
  AnswerDays,
  type FileColumns,
  type FileState,
  HeldFile,
  type ImportedStatement,
  MapFile,
  MendRow,
  type ShownMapping,
  StatementFile,
} from "@server/orders/contracts/statements";
import { transactWithin, refusalFrom, adminProcedure, type AdminContext } from "@server/access";
import { MAX_FILE_BYTES } from "@server/platform/rules/file-size";
import { amountInPaise } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { columnNames, usualPlaces } from "@server/payments/rules/statements/layouts";
import { ROW_FAULTS } from "@server/payments/rules/statements/row";
import { findNewLines, type ReadLine } from "./add-lines";
import { assertNotInFuture } from "./add-entries";
import { MOST_UNREAD, statementOf, storedMapping, storeStatement } from "./import-statement";

/** Minutes for which a file waits for its import. */
const HELD_MINUTES = 60;
const PREVIEW_ROWS = 10;

const compress = promisify<Uint8Array, { level: number }, Buffer>(gzip);
const decompress = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/**
 * Stores a file for its admin between preview and import, for an hour; it replaces the file before it.
 * Refuses a file that cannot be imported as `importStatement` does, except one with unknown columns,
 * which the admin maps next. Imports nothing yet.
 */
export const holdFile = adminProcedure
  .input(StatementFile.omit({ mapping: true }))
  .mutation(async ({ ctx, input: { accountId, file } }): Promise<HeldFile> => {
    try {
      await statementOf(ctx, { accountId, file, mapping: null, mends: [], days: null });
    } catch (error) {
      if (refusalFrom(error)?.code !== "STATEMENT_LAYOUT_UNKNOWN") throw error;
    }
    const fileId = await holdStatement(ctx.db, {
      companyId: ctx.company.id,
      heldBy: ctx.actor.id,
      accountId,
      fileName: file.fileName,
      content: await compress(file.bytes, { level: 1 }),
      mapping: null,
      mends: [],
      days: null,
    });
    return { fileId };
  });

/** Returns a file of the admin: its preview, its columns to map, or its import. */
export const showFile = adminProcedure
  .input(HeldFile)
  .query(async ({ ctx, input: { fileId } }): Promise<FileState> => {
    const held = await findHeld(ctx, fileId);
    if (!held) {
      const statement = await importedFrom(ctx, fileId);
      return statement ? { state: "IMPORTED", statement } : { state: "GONE" };
    }
    const { accountId, fileName } = held;
    const used = held.mapping ?? (await findMapping(ctx.db, ctx.company.id, accountId));
    const file = { id: fileId, fileName, accountId, mapping: used && shownMapping(used) };
    try {
      const { read, parts } = await statementOf(ctx, await withContent(held));
      const account = { companyId: ctx.company.id, accountId };
      const fresh = new Set((await findNewLines(ctx.db, account, parts)).map(({ line }) => line));
      const lines = parts.flat();
      const rows = read.rows.filter((_, at) => fresh.has(lines[at] as ReadLine));
      const preview = {
        format: read.format,
        bank: read.bank,
        accountNumber: read.accountNumbers[0] ?? null,
        ...columnsOf(read.headings, read.samples, used),
        rows: rows.slice(0, PREVIEW_ROWS),
        leftOut: [...read.leftOut],
        rowCount: read.rows.length + read.unread.length,
        newCount: rows.length,
        knownCount: read.rows.length - rows.length,
        unreadCount: read.unread.length,
        unread: read.unread.slice(0, MOST_UNREAD),
        mendedCount: held.mends.length,
        balances: [...read.balances],
        doubtful: {
          count: read.doubtfulDays.length,
          answer: held.days,
          first: read.doubtfulDays.slice(0, PREVIEW_ROWS),
        },
      };
      return { state: "READ", file, preview };
    } catch (error) {
      const refusal = refusalFrom(error);
      if (refusal?.code !== "STATEMENT_LAYOUT_UNKNOWN") throw error;
      const { headings = [], samples = [] } = refusal.fields ?? {};
      return { state: "UNKNOWN", file, ...columnsOf(headings, samples, used) };
    }
  });

/**
 * Stores the meaning of a held file's columns; its import remembers it for the account. Refuses with
 * STATEMENT_FILE_GONE, and with STATEMENT_LAYOUT_UNKNOWN if the file cannot be read by it.
 */
export const mapFile = adminProcedure
  .input(MapFile)
  .mutation(async ({ ctx, input: { fileId, ...named } }): Promise<null> => {
    const held = await findHeld(ctx, fileId);
    if (!held) throw refuse("STATEMENT_FILE_GONE");
    const mapping = storedMapping(named);
    await statementOf(ctx, await withContent({ ...held, mapping, days: null }));
    await changeHeldStatement(ctx.db, held, { mapping, mends: [], days: null });
    return null;
  });

/** Stores how the doubtful days of a held file are meant. Refuses with STATEMENT_FILE_GONE. */
export const answerDays = adminProcedure
  .input(AnswerDays)
  .mutation(async ({ ctx, input: { fileId, days } }): Promise<null> => {
    const held = await findHeld(ctx, fileId);
    if (!held) throw refuse("STATEMENT_FILE_GONE");
    await changeHeldStatement(ctx.db, held, { days });
    return null;
  });

/**
 * Stores the correct values of a held file's unreadable row; preview and import use them. Refuses with
 * STATEMENT_FILE_GONE, with STATEMENT_LINE_NOT_FOUND for a row that was read, and with DAY_IN_FUTURE.
 */
export const mendRow = adminProcedure
  .input(MendRow)
  .mutation(async ({ ctx, input: { fileId, amount, ...said } }): Promise<null> => {
    const held = await findHeld(ctx, fileId);
    if (!held) throw refuse("STATEMENT_FILE_GONE");
    await assertNotInFuture(ctx, said.bookedOn);
    const others = held.mends.filter(({ row }) => row !== said.row);
    const { read } = await statementOf(ctx, await withContent({ ...held, mends: others }));
    const isUnread = read.unread.slice(0, MOST_UNREAD).some(({ row }) => row === said.row);
    if (!isUnread) throw refuse("STATEMENT_LINE_NOT_FOUND");
    await changeHeldStatement(ctx.db, held, {
      mends: [...others, { ...said, amountPaise: amountInPaise(amount) }],
    });
    return null;
  });

/**
 * Imports a held file like `importStatement`. A repeated or concurrent call returns the same import.
 * Refuses with STATEMENT_FILE_GONE too.
 */
export const importFile = adminProcedure
  .input(HeldFile)
  .mutation(async ({ ctx, input: { fileId } }): Promise<ImportedStatement> => {
    const held = await findHeld(ctx, fileId);
    // The file is read before the transaction, to keep that short.
    const read = held && (await statementOf(ctx, await withContent(held)));
    const statement = await transactWithin(ctx, async (inside, tx) => {
      // The second of two concurrent calls waits here, and then finds the first one's import.
      const isTaken = read && (await takeHeldStatement(tx, held));
      if (isTaken) return storeStatement(inside, held, read);
      const imported = await importedFrom(inside, fileId);
      if (!imported) throw refuse("STATEMENT_FILE_GONE");
      return imported;
    });
    await analyzeAfter(ctx.db, statement.addedCount);
    return statement;
  });

export const dropFile = adminProcedure
  .input(HeldFile)
  .mutation(async ({ ctx, input: { fileId } }): Promise<null> => {
    await takeHeldStatement(ctx.db, ofAdmin(ctx, fileId));
    return null;
  });

/** Deletes files that nobody imported; called by the sweep. */
export const dropOldFiles = (db: Executor): Promise<number> =>
  deleteHeldStatements(db, { minutes: HELD_MINUTES });

const ofAdmin = ({ company, actor }: AdminContext, id: string) => ({
  companyId: company.id,
  heldBy: actor.id,
  id,
});

const findHeld = (ctx: AdminContext, id: string) => findHeldStatement(ctx.db, ofAdmin(ctx, id));

const withContent = async ({ content, ...held }: HeldStatement) => ({
  ...held,
  file: { bytes: await decompress(content, { maxOutputLength: MAX_FILE_BYTES }) },
});

/** Returns the statement of an imported file; null if there is none. */
async function importedFrom({ db, company }: AdminContext, id: string) {
  const found = await findStatement(db, company.id, id);
  if (!found) return null;
  const { fileName, accountId, rowCount, addedCount, unreadCount } = found;
  const unread = found.unread.flatMap(({ fault: stored, ...one }) => {
    const fault = ROW_FAULTS.find((known) => known === stored);
    return fault ? [{ ...one, fault }] : [];
  });
  return { id, fileName, accountId, rowCount, addedCount, unreadCount, unread };
}

/** Returns the columns of a file by their places, and those that the mapping or their headings tell. */
function columnsOf(
  headings: readonly string[],
  samples: readonly string[],
  used: StoredMapping | null,
): FileColumns {
  const names = columnNames(headings);
  const recognised = Object.fromEntries(
    Object.entries(usualPlaces(headings)).map(([column, at]) => [column, names[at]]),
  );
  const said = Object.entries(used ? shownMapping(used) : {}).filter(
    ([column, name]) => column === "dateOrder" || names.includes(name),
  );
  return {
    columns: headings.map((heading, at) => ({
      name: names[at] ?? "",
      heading: heading.trim(),
      sample: samples[at] ?? "",
    })),
    chosen: { ...recognised, ...Object.fromEntries(said) },
  };
}

const shownMapping = ({ headings, dateOrder }: StoredMapping): ShownMapping => ({
  ...Object.fromEntries(
    Object.entries(headings).flatMap(([column, [heading]]) => (heading ? [[column, heading]] : [])),
  ),
  ...(dateOrder && { dateOrder }),
});
