import type { StatementFormat } from "@db/vocabulary";
import { MAX_FILE_BYTES, sizeInWords } from "@server/platform/rules/file-size";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { plainDigits } from "@server/platform/rules/text/typed";
import { accountIn } from "@server/payments/rules/statements/letterhead";
import {
  type ReadOptions,
  readTable,
  type TableStatement,
} from "@server/payments/rules/statements/read-table";
import {
  type BalanceCheck,
  MAX_STATEMENT_COLUMNS,
  MAX_STATEMENT_ROWS,
  type DoubtfulDay,
  type StatementRows,
} from "@server/payments/rules/statements/row";
import { findSections, likelyHeadings } from "@server/payments/rules/statements/sections";
import { sheetTable, type Table } from "@server/payments/rules/statements/table";
import { decodeText } from "./decode-text";
import { readHtml, readXls, readXlsx, type Sheet } from "./read-sheets";
import { type Layout } from "@server/payments/rules/statements/layouts";
import { splitLine } from "@server/payments/rules/statements/split-line";

/** Maximum of lines, with letterhead and footer of each page beside the entries. */
const MAX_LINES = 2 * MAX_STATEMENT_ROWS;

/** Refuses a larger table with STATEMENT_TOO_LONG or STATEMENT_TOO_WIDE. */
export function assertTableSize({ lines, columns }: { lines: number; columns: number }): void {
  if (lines > MAX_LINES) throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
  if (columns > MAX_STATEMENT_COLUMNS) {
    throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  }
}

const DELIMITERS = [",", "\t", ";", "|"] as const;
const SAMPLE_LINES = 200;
/** Number of characters of such a line, which the headings of a layout do not reach. */
const SAMPLE_CHARACTERS = 10_000;

/**
 * Splits a text file into lines with cells. Its delimiter is the one with which a row has the headings
 * of a layout, as many as possible; without such a row, the one that splits most lines into four cells
 * or more. Refuses with STATEMENT_TOO_LONG, and with STATEMENT_TOO_WIDE if no row has headings.
 */
function readText(content: string, mapping: Layout | null): Table {
  const text = content.replace(/[\r\n]+/g, "\n");
  const lines = text.split("\n");
  assertTableSize({ lines: lines.length, columns: 0 });
  const sample = lines.slice(0, SAMPLE_LINES).map((line) => line.slice(0, SAMPLE_CHARACTERS));
  const tables = DELIMITERS.map((delimiter) => tableOf(sample, delimiter));
  const widthOf = (table: Table) => findSections(table, mapping)[0]?.layout.width ?? 0;
  const widths = tables.map(widthOf);
  const widest = Math.max(...widths);
  if (widest > 0) return tableOf(lines, DELIMITERS[widths.indexOf(widest)] ?? ",");
  const wide = tables.map((table) => table.lines.filter(({ cells }) => cells.length > 3).length);
  const table = tableOf(lines, DELIMITERS[wide.indexOf(Math.max(...wide))] ?? ",");
  if (table.lines.some(({ cells }) => cells.length > MAX_STATEMENT_COLUMNS)) {
    throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  }
  return table;
}

const tableOf = (lines: readonly string[], delimiter: string): Table => ({
  name: null,
  delimiter,
  lines: lines.map((text) => ({ text, ...splitLine(text, delimiter) })),
});

export interface ReadStatement extends StatementRows {
  readonly format: StatementFormat;
  /** Bank of its layout; null for a mapped one. */
  readonly bank: string | null;
  readonly headings: readonly string[];
  /** The first cell below each heading that is not empty. */
  readonly samples: readonly string[];
  /** Account numbers in the file, perhaps with hidden digits; empty if it states none. */
  readonly accountNumbers: readonly string[];
  /** Results for each sheet that states balances. */
  readonly balances: readonly BalanceCheck[];
  /** Number of the first row of each sheet. */
  readonly sheetStarts: readonly number[];
  /** Names of sheets with content but without headings. */
  readonly leftOut: readonly string[];
  readonly doubtfulDays: readonly DoubtfulDay[];
}

/** The account, the day, and an admin's mapping, corrections and answers. */
export type ReadingOptions = Partial<Omit<ReadOptions, "firstRow">>;

/** Tells whether the bytes are a ZIP archive, empty ones included. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** First bytes of files that are not text: PDF, gzip, RAR, 7z, pictures. */
const OTHERS = ["25504446", "1f8b", "52617221", "377abcaf", "89504e47", "ffd8ff"];
/** First bytes of an Excel file of before 2007, perhaps with a password. */
const COMPOUND = "d0cf11e0";

/** Name of the stream of an encrypted workbook, in UTF-16. */
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");

/** Tells whether a workbook of either kind, or the first part of an archive, is encrypted. */
function hasPassword(bytes: Uint8Array): boolean {
  if (isZip(bytes)) return (bytes[6] ?? 0) % 2 === 1;
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  return (
    start === COMPOUND &&
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED)
  );
}

/**
 * Reads a bank's statement: CSV with any delimiter, XLSX, BIFF or HTML, detected by its content and not
 * by its name. All sheets with headings are read. A row that cannot be read is returned with its fault
 * beside the others. Refuses with FILE_EMPTY, FILE_TOO_LARGE, FILE_UNREADABLE and the codes
 * STATEMENT_…; of STATEMENT_LAYOUT_UNKNOWN, `fields.headings` are the headings to map,
 * `fields.samples` a cell of each, and
 * `fields.accountNumber` is the account that the file states, if any.
 */
export function readStatement(bytes: Uint8Array, options: ReadingOptions = {}): ReadStatement {
  if (bytes.length === 0) throw refuse("FILE_EMPTY");
  if (bytes.length > MAX_FILE_BYTES) {
    throw refuse("FILE_TOO_LARGE", { limit: sizeInWords(MAX_FILE_BYTES) });
  }
  const statement = read(bytes, options);
  const entries = statement.rows.length + statement.unread.length;
  if (entries === 0) throw refuse("STATEMENT_EMPTY");
  if (entries > MAX_STATEMENT_ROWS) {
    throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
  }
  return statement;
}

function read(bytes: Uint8Array, options: ReadingOptions): ReadStatement {
  if (hasPassword(bytes)) throw refuse("STATEMENT_HAS_PASSWORD");
  if (isZip(bytes)) return fromSheets("XLSX", readXlsx(bytes), options);
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  if (start === COMPOUND) return fromSheets("XLS", readXls(bytes), options);
  if (OTHERS.some((signature) => start.startsWith(signature))) {
    throw refuse("STATEMENT_UNSUPPORTED");
  }
  const text = plainDigits(decodeText(bytes));
  if (!/^\s*</.test(text)) {
    return fromTables("CSV", [readText(text, options.mapping ?? null)], options);
  }
  if (!/<table[\s>]/i.test(text)) throw refuse("STATEMENT_UNSUPPORTED");
  return fromSheets("HTML", readHtml(text), options);
}

function fromSheets(
  format: StatementFormat,
  sheets: readonly Sheet[],
  options: ReadingOptions,
): ReadStatement {
  const tables = sheets.map(({ name, table }) =>
    sheetTable(
      name,
      table.map((cells) => cells.map(plainDigits)),
    ),
  );
  const hasFormulas = sheets.some(
    (sheet, at) => sheet.hasFormulas && tables[at] && readTable(tables[at], optionsAt(options, 1)),
  );
  if (hasFormulas) throw refuse("STATEMENT_HAS_FORMULAS");
  return fromTables(format, tables, options);
}

const optionsAt = (options: ReadingOptions, firstRow: number): ReadOptions => ({
  mapping: null,
  ...options,
  firstRow,
});

function fromTables(
  format: StatementFormat,
  tables: readonly Table[],
  options: ReadingOptions,
): ReadStatement {
  const found: TableStatement[] = [];
  const without: Table[] = [];
  const sheetStarts: number[] = [];
  let firstRow = 1;
  for (const table of tables) {
    const statement = readTable(table, optionsAt(options, firstRow));
    if (statement) {
      found.push(statement);
      sheetStarts.push(firstRow);
    } else if (table.lines.some(({ cells }) => cells.some(Boolean))) without.push(table);
    firstRow += statement ? statement.rows.length + statement.unread.length : 0;
  }
  const [first] = found;
  if (!first) throw unknownLayout(without, options.account ?? null);
  return {
    format,
    bank: first.bank,
    headings: first.headings,
    samples: first.samples,
    rows: found.flatMap(({ rows }) => rows),
    unread: found.flatMap(({ unread }) => unread),
    accountNumbers: [...new Set(found.flatMap(({ accountNumbers }) => accountNumbers))],
    balances: found.flatMap(({ balance }) => balance ?? []),
    sheetStarts,
    leftOut: without.flatMap(({ name }) => name ?? []),
    doubtfulDays: found.flatMap((one) => one.doubtfulDays),
  };
}

/** Returns the refusal that asks for the columns of the table with the most headings. */
function unknownLayout(tables: readonly Table[], account: string | null) {
  const likely = tables.map(({ lines }) => likelyHeadings(lines));
  const [widest] = likely.toSorted((a, b) => b.headings.length - a.headings.length);
  if (!widest || widest.headings.length < 3) return refuse("STATEMENT_UNSUPPORTED");
  const accountNumber = accountIn(widest.preamble, account);
  const { headings, samples } = widest;
  const fields = {
    headings,
    samples,
    ...(accountNumber !== null && { accountNumber: [accountNumber] }),
  };
  return refuse("STATEMENT_LAYOUT_UNKNOWN", {}, { fields });
}
