import { constants, crc32, deflateRawSync } from "node:zlib";

export type Cells = (string | number | null)[];

/** Rows of a sheet, after rows whose checksum and bytes are `after`. */
export interface SheetPiece {
  rows: readonly Cells[];
  isFirst: boolean;
  isLast: boolean;
  after: { crc: number; size: number };
}

/** A compressed piece, which follows the one before, and the checksum and size of all so far. */
export interface DrawnPiece {
  bytes: Uint8Array;
  crc: number;
  size: number;
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_SCHEMA = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Matches the characters that XML does not allow. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const DAY_MS = 86_400_000;
/** The day before the first one of spreadsheets, with the leap day that 1900 did not have. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Amounts with decimals and days become numbers; all other text stays text, so none is a formula. */
function cellXml(cell: string | number | null): string {
  if (cell === null || cell === "") return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (/^-?\d+\.\d\d$/.test(cell)) return `<c s="1"><v>${cell}</v></c>`;
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) {
    return `<c s="2"><v>${(Date.parse(cell) - EPOCH) / DAY_MS}</v></c>`;
  }
  const text = cell.replace(NOT_XML, "").replace(/[&<>]/g, (one) => ENTITIES[one] ?? one);
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Compresses rows of an .xlsx sheet, so that the pieces in order are one compressed sheet. Pure. */
export function sheetPiece({ rows, isFirst, isLast, after }: SheetPiece): DrawnPiece {
  const head = isFirst ? `${XML_HEAD}<worksheet xmlns="${SHEET_SCHEMA}"><sheetData>` : "";
  const foot = isLast ? "</sheetData></worksheet>" : "";
  const inner = rows.map((cells) => `<row>${cells.map(cellXml).join("")}</row>`).join("");
  const xml = Buffer.from(head + inner + foot);
  return {
    bytes: deflateRawSync(xml, {
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    }),
    crc: crc32(xml, after.crc),
    size: after.size + xml.length,
  };
}
