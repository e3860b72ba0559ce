import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { unzipSync, zipSync } from "fflate";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { MAX_STATEMENT_COLUMNS } from "@server/payments/rules/statements/row";
import { assertTableSize } from "./read-statement";

/** A sheet of a workbook, or a table of a page. */
export interface Sheet {
  readonly name: string;
  /** Texts of the cells; dates as YYYY-MM-DD, and numbers as decimals. */
  readonly table: readonly (readonly string[])[];
  /** True if a cell is computed: banks write no formulas, so somebody has changed the file. */
  readonly hasFormulas: boolean;
}

/** Maximum of all parts together, as the archive states them: unpacking writes no more than that. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 500;
/** Matches the parts of a workbook that hold its cells; pictures and the like are not unpacked. */
const PARTS =
  /^(?:\[content_types\]\.xml|_rels\/.*|xl\/[^/]+\.xml|xl\/(?:_rels|worksheets)\/[^/]+)$/i;
const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/i;

/** Matches a cell's address, in rows and cells alike. */
const ADDRESS = /<(?:\w+:)?(?:c|row)\b[^<>]*?\sr="([A-Z]*)(\d+)"/g;

const OPTIONS = { dense: true, cellNF: true, cellText: false, cellHTML: false } as const;

/**
 * Reads the sheets of an XLSX file. The archive is inspected before it is unpacked, and the addresses
 * of the cells before they are laid out, since a few bytes can claim gigabytes of either. Refuses with
 * FILE_TOO_LARGE, FILE_UNREADABLE, STATEMENT_UNSUPPORTED (another archive), STATEMENT_TOO_LONG and
 * STATEMENT_TOO_WIDE.
 */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  const parts = unpack(bytes);
  const sheets = Object.entries(parts).filter(([name]) => SHEET_PART.test(name));
  if (sheets.length === 0) throw refuse("STATEMENT_UNSUPPORTED");
  for (const [, sheet] of sheets) inspectSheet(new TextDecoder().decode(sheet));
  // The parts are packed anew, so that the reader opens only the measured ones.
  return sheetsOf(() => read(zipSync(parts, { level: 0 }), { ...OPTIONS, type: "array" }));
}

/** Reads the sheets of an Excel file of before 2007 (BIFF). Refuses as `readXlsx` does. */
export const readXls = (bytes: Uint8Array): Sheet[] =>
  sheetsOf(() => read(bytes, { ...OPTIONS, type: "array" }));

/** Reads the tables of an HTML page, which some banks name .xls. Refuses as `readXlsx` does. */
export const readHtml = (text: string): Sheet[] =>
  sheetsOf(() => read(text, { ...OPTIONS, type: "string", raw: true }));

function sheetsOf(readBook: () => WorkBook): Sheet[] {
  let book;
  try {
    book = readBook();
  } catch (error) {
    const isLocked = error instanceof Error && /password-protected/i.test(error.message);
    throw refuse(isLocked ? "STATEMENT_HAS_PASSWORD" : "FILE_UNREADABLE");
  }
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.map((name) => {
    const cells = cellsOf(book.Sheets[name]);
    return {
      name,
      table: cells.map((row) => row.map((cell) => textOf(cell, is1904))),
      hasFormulas: cells.some((row) => row.some((cell) => cell?.f !== undefined)),
    };
  });
}

/** Returns the rows of a sheet without gaps. */
function cellsOf(sheet: WorkSheet | undefined): (CellObject | undefined)[][] {
  const rows = sheet?.["!data"] ?? [];
  assertTableSize({ lines: rows.length, columns: 0 });
  return Array.from(rows, (row: CellObject[] | undefined) => {
    assertTableSize({ lines: 0, columns: row?.length ?? 0 });
    return Array.from(row ?? []);
  });
}

/** Unpacks the parts that hold cells. Refuses an archive that would unpack to more than the limit. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let parts = 0;
  let unpacked = 0;
  const isOver = () => parts > MAX_PARTS || unpacked > MAX_UNPACKED_BYTES;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        parts += 1;
        unpacked += originalSize;
        if (isOver()) throw refuse("FILE_TOO_LARGE", { limit: "64 MB" });
        return PARTS.test(name);
      },
    });
  } catch (error) {
    if (isOver()) throw error;
    throw refuse("FILE_UNREADABLE");
  }
}

function inspectSheet(markup: string): void {
  // A sheet whose size the archive understates is cut when unpacked.
  if (!/<\/(?:\w+:)?worksheet>\s*$/.test(markup.slice(-100))) throw refuse("FILE_UNREADABLE");
  for (const [, letters = "", digits] of markup.matchAll(ADDRESS)) {
    let columns = 0;
    for (const letter of letters) columns = columns * 26 + letter.charCodeAt(0) - 64;
    assertTableSize({ lines: Number(digits), columns });
    if (letters.length > 3) throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  }
}

const { is_date: isDateFormat } = SSF as { is_date: (format: string) => boolean };

const DAY_MS = 86_400_000;
/** Day 0 of the two calendars of spreadsheets; that of 1900 has a 29 February 1900. */
const DAY_0 = { of1900: Date.UTC(1899, 11, 30), of1904: Date.UTC(1904, 0, 1) };

function textOf(cell: CellObject | undefined, is1904: boolean): string {
  if (!cell || cell.t === "e" || cell.v === undefined) return "";
  if (typeof cell.v !== "number") return String(cell.v);
  if (!isDateFormat(String(cell.z ?? "General"))) return decimalOf(cell.v);
  const day = new Date((is1904 ? DAY_0.of1904 : DAY_0.of1900) + Math.floor(cell.v) * DAY_MS);
  return Number.isNaN(day.getTime()) ? "" : day.toISOString().slice(0, 10);
}

/**
 * Returns a number as it is stored, not as it is displayed: `6.30512E+11` is 630512345678. Spreadsheets
 * store 0.1 + 0.2 as 0.30000000000000004, so a rounding error is removed. A number that was too long
 * for them keeps its exponent, since its last digits are lost.
 */
function decimalOf(number: number): string {
  if (Number.isSafeInteger(number)) return String(number);
  const paise = number * 100;
  const isMoney = Math.abs(paise - Math.round(paise)) < 1e-4 && Math.abs(paise) < 2 ** 52;
  if (isMoney) return (Math.round(paise) / 100).toFixed(2);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? number.toExponential() : String(number);
}
