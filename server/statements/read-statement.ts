import { MAX_FILE_BYTES, sizeInWords } from "@server/domain/media/file-size";
import type { StatementFormat } from "@db/vocabulary";
import { refuse } from "@server/domain/refusals/refuse";
import type { Layout } from "@server/domain/statements/layouts";
import { likelyHeadings, readTable } from "@server/domain/statements/read-table";
import { MAX_STATEMENT_ROWS, type StatementRows } from "@server/domain/statements/row";
import { decodeText } from "./decode-text";
import { readCsv } from "./read-csv";
import { readHtml, readXls, readXlsx, type Sheet } from "./read-sheets";

export interface ReadStatement extends StatementRows {
  readonly format: StatementFormat;
  /** The bank whose layout it has; null for a mapped one. */
  readonly bank: string | null;
  readonly headings: readonly string[];
  /** As the file states it, perhaps with hidden digits; null if it does not. */
  readonly accountNumber: string | null;
}

/** A ZIP archive, empty ones included. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** Files whose first bytes tell that they are no text: PDF, gzip, RAR, 7z, pictures. */
const OTHERS = ["25504446", "1f8b", "52617221", "377abcaf", "89504e47", "ffd8ff"];
/** An Excel file of before 2007, perhaps with a password. */
const COMPOUND = "d0cf11e0";

/**
 * Reads a bank's statement: CSV or XLSX, told by its content and not by its name.
 * A table's columns are found by `mapping`, or by the layouts of the usual banks. A row that cannot be
 * read is returned with its fault beside the others. Refuses with FILE_EMPTY, FILE_TOO_LARGE,
 * FILE_UNREADABLE and the codes STATEMENT_…; of STATEMENT_LAYOUT_UNKNOWN, `fields.headings` are the
 * headings to map, and `fields.accountNumber` is the account that the file states, if it does.
 */
export function readStatement(
  bytes: Uint8Array,
  { mapping = null }: { mapping?: Layout | null } = {},
): ReadStatement {
  if (bytes.length === 0) throw refuse("FILE_EMPTY");
  if (bytes.length > MAX_FILE_BYTES) {
    throw refuse("FILE_TOO_LARGE", { limit: sizeInWords(MAX_FILE_BYTES) });
  }
  const statement = read(bytes, mapping);
  const entries = statement.rows.length + statement.unread.length;
  if (entries === 0) throw refuse("STATEMENT_EMPTY");
  if (entries > MAX_STATEMENT_ROWS) {
    throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
  }
  return statement;
}

function read(bytes: Uint8Array, mapping: Layout | null): ReadStatement {
  if (isZip(bytes)) return fromSheets("XLSX", readXlsx(bytes), mapping);
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  if (start === COMPOUND) return fromSheets("XLS", readXls(bytes), mapping);
  if (OTHERS.some((signature) => start.startsWith(signature))) {
    throw refuse("STATEMENT_UNSUPPORTED");
  }
  const text = decodeText(bytes);
  if (!/^\s*</.test(text)) return fromTable("CSV", readCsv(text), mapping);
  if (!/<table[\s>]/i.test(text)) throw refuse("STATEMENT_UNSUPPORTED");
  return fromSheets("HTML", readHtml(text), mapping);
}

function fromTable(
  format: StatementFormat,
  table: readonly (readonly string[])[],
  mapping: Layout | null,
): ReadStatement {
  const statement = readTable(table, mapping);
  if (statement) return { format, ...statement };
  const { headings, accountNumber } = likelyHeadings(table);
  if (headings.length < 3) throw refuse("STATEMENT_UNSUPPORTED");
  throw refuse(
    "STATEMENT_LAYOUT_UNKNOWN",
    {},
    {
      fields: { headings, ...(accountNumber !== null && { accountNumber: [accountNumber] }) },
    },
  );
}

function fromSheets(
  format: StatementFormat,
  sheets: readonly Sheet[],
  mapping: Layout | null,
): ReadStatement {
  const [first] = sheets;
  const sheet = sheets.find(({ table }) => readTable(table, mapping) !== null) ?? first;
  if (sheet?.hasFormulas) throw refuse("STATEMENT_HAS_FORMULAS");
  return fromTable(format, sheet?.table ?? [], mapping);
}
