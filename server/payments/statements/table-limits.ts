import { refuse } from "@server/platform/rules/refusals/refuse";
import { MAX_STATEMENT_COLUMNS, MAX_STATEMENT_ROWS } from "@server/payments/rules/statements/row";

/** Maximum of lines, with letterhead and footer of each page beside the entries. */
const MAX_LINES = 2 * MAX_STATEMENT_ROWS;

/** Refuses a larger table with STATEMENT_TOO_LONG or STATEMENT_TOO_WIDE. */
export function assertTableSize({ lines, columns }: { lines: number; columns: number }): void {
  if (lines > MAX_LINES) throw refuse("STATEMENT_TOO_LONG", { limit: MAX_STATEMENT_ROWS });
  if (columns > MAX_STATEMENT_COLUMNS) {
    throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  }
}
