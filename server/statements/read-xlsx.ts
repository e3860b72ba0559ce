import { unzipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { refuse } from "@server/domain/refusals/refuse";
import { MAX_STATEMENT_COLUMNS } from "@server/domain/statements/row";
import { assertTableSize, plainCell } from "./table-limits";

/** Of all parts together, as the archive states them: unpacking writes no more than that. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 500;

/** A cell's address, in rows and cells alike. */
const ADDRESS = /<(?:\w+:)?(?:c|row)\b[^<>]*?\sr="([A-Z]*)(\d+)"/g;
const FORMULA = /<(?:\w+:)?f[\s/>]/;

/**
 * The cells of the first sheet of an XLSX file, dates as YYYY-MM-DD and numbers as decimals. The
 * archive is inspected before it is unpacked, and the addresses of the cells before they are laid
 * out, since a few bytes can claim gigabytes of either. Refuses with FILE_UNREADABLE,
 * STATEMENT_UNSUPPORTED (another archive), STATEMENT_TOO_LONG, STATEMENT_TOO_WIDE and
 * STATEMENT_HAS_FORMULAS.
 */
export async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  const sheets = unpackSheets(bytes);
  if (sheets.length === 0) throw refuse("STATEMENT_UNSUPPORTED");
  for (const sheet of sheets) inspectSheet(sheet);
  let table;
  try {
    // A copy: the bytes of a Buffer may be a part of a larger one.
    table = await readSheet(new Uint8Array(bytes).buffer, { parseNumber: decimalOf });
  } catch {
    throw refuse("FILE_UNREADABLE");
  }
  return table.map((row) => row.map((cell) => plainCell(textOf(cell))));
}

/** The markup of all sheets. Refuses what would unpack to more than the limit. */
function unpackSheets(bytes: Uint8Array): string[] {
  let parts = 0;
  let unpacked = 0;
  try {
    const sheets = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        parts += 1;
        unpacked += originalSize;
        if (parts > MAX_PARTS || unpacked > MAX_UNPACKED_BYTES) {
          throw refuse("FILE_TOO_LARGE", { limit: "64 MB" });
        }
        return /^xl\/worksheets\/[^/]+\.xml$/.test(name);
      },
    });
    return Object.values(sheets).map((sheet) => new TextDecoder().decode(sheet));
  } catch (error) {
    if (parts > MAX_PARTS || unpacked > MAX_UNPACKED_BYTES) throw error;
    throw refuse("FILE_UNREADABLE");
  }
}

function inspectSheet(markup: string): void {
  if (FORMULA.test(markup)) throw refuse("STATEMENT_HAS_FORMULAS");
  for (const [, letters = "", digits] of markup.matchAll(ADDRESS)) {
    let columns = 0;
    for (const letter of letters) columns = columns * 26 + letter.charCodeAt(0) - 64;
    assertTableSize({ lines: Number(digits), columns });
    if (letters.length > 3) throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  }
}

/** Spreadsheets keep 0.1 + 0.2 as 0.30000000000000004: what is a paisa apart by rounding is that sum. */
function decimalOf(stored: string): string {
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  const paise = number * 100;
  const isMoney = Math.abs(paise - Math.round(paise)) < 1e-4 && Math.abs(paise) < 2 ** 52;
  if (Number.isInteger(number) && Number.isSafeInteger(number)) return String(number);
  return isMoney ? (Math.round(paise) / 100).toFixed(2) : stored;
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  }
  return typeof cell === "string" || typeof cell === "boolean" ? String(cell) : "";
}
