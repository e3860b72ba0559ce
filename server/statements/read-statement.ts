import { MAX_FILE_BYTES, sizeInWords } from "@server/domain/media/file-size";
import { refuse } from "@server/domain/refusals/refuse";
import type { Layout } from "@server/domain/statements/layouts";
import { likelyHeadings, readTable } from "@server/domain/statements/read-table";
import { MAX_STATEMENT_ROWS, type StatementRows } from "@server/domain/statements/row";
import { decodeText } from "./decode-text";
import { readCsv } from "./read-csv";
import { readXlsx } from "./read-xlsx";

export interface ReadStatement extends StatementRows {
  readonly format: "CSV" | "XLSX";
  /** The bank whose layout it has; null for a mapped one. */
  readonly bank: string | null;
  readonly headings: readonly string[];
  /** As the file states it, perhaps with hidden digits; null if it does not. */
  readonly accountNumber: string | null;
}

/** A ZIP archive, empty ones included. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** Files whose first bytes tell that they are no text: PDF, gzip, old Excel, RAR, 7z, pictures. */
const OTHERS = ["25504446", "1f8b", "d0cf11e0", "52617221", "377abcaf", "89504e47", "ffd8ff"];

const isOther = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  return OTHERS.some((signature) => start.startsWith(signature));
};

/**
 * Reads a bank's statement: CSV or XLSX, told by its content and not by its name.
 * A table's columns are found by `mapping`, or by the layouts of the usual banks. A row that cannot be
 * read is returned with its fault beside the others. Refuses with FILE_EMPTY, FILE_TOO_LARGE,
 * FILE_UNREADABLE and the codes STATEMENT_…; of STATEMENT_LAYOUT_UNKNOWN, `fields.headings` are the
 * headings to map, and `fields.accountNumber` is the account that the file states, if it does.
 */
export async function readStatement(
  bytes: Uint8Array,
  { mapping = null }: { mapping?: Layout | null } = {},
): Promise<ReadStatement> {
  if (bytes.length === 0) throw refuse("FILE_EMPTY");
  if (bytes.length > MAX_FILE_BYTES) {
    throw refuse("FILE_TOO_LARGE", { limit: sizeInWords(MAX_FILE_BYTES) });
  }
  const statement = await read(bytes, mapping);
  const entries = statement.rows.length + statement.unread.length;
  if (entries === 0) throw refuse("STATEMENT_EMPTY");
  if (entries > MAX_STATEMENT_ROWS) {
    throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
  }
  return statement;
}

async function read(bytes: Uint8Array, mapping: Layout | null): Promise<ReadStatement> {
  if (isZip(bytes)) return fromTable("XLSX", await readXlsx(bytes), mapping);
  if (isOther(bytes)) throw refuse("STATEMENT_UNSUPPORTED");
  const text = decodeText(bytes);
  // Some banks name an HTML page .xls.
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(text)) throw refuse("STATEMENT_UNSUPPORTED");
  return fromTable("CSV", readCsv(text), mapping);
}

function fromTable(
  format: "CSV" | "XLSX",
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
