import { refuse } from "@server/domain/refusals/refuse";
import { MAX_STATEMENT_COLUMNS, MAX_STATEMENT_ROWS } from "@server/domain/statements/row";

/** Room for preambles and footers beside the entries. */
const MAX_LINES = MAX_STATEMENT_ROWS + 500;

/** Refuses with STATEMENT_TOO_LONG or STATEMENT_TOO_WIDE. */
export function assertTableSize({ lines, columns }: { lines: number; columns: number }): void {
  if (lines > MAX_LINES) throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
  if (columns > MAX_STATEMENT_COLUMNS) {
    throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  }
}

/** A spreadsheet would compute such a cell. `="0123"` is how banks keep zeros, and computes nothing. */
export function plainCell(cell: string): string {
  const literal = /^="([^"]*)"$/.exec(cell);
  if (literal) return literal[1] ?? "";
  if (/^\s*(?:=|@\w+\()/.test(cell)) throw refuse("STATEMENT_HAS_FORMULAS");
  return cell;
}
