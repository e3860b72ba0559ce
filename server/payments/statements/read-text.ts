import { refuse } from "@server/platform/rules/refusals/refuse";
import { type Layout } from "@server/payments/rules/statements/layouts";
import { MAX_STATEMENT_COLUMNS } from "@server/payments/rules/statements/row";
import { findSections } from "@server/payments/rules/statements/sections";
import { splitLine } from "@server/payments/rules/statements/split-line";
import type { Table } from "@server/payments/rules/statements/table";
import { assertTableSize } from "./table-limits";

const DELIMITERS = [",", "\t", ";", "|"] as const;
/** Number of lines by which the delimiter is detected. */
const SAMPLE_LINES = 200;

/**
 * Splits a text file into lines with cells. Its delimiter is the one with which a row has the headings
 * of a layout, as many as possible; without such a row, the one that splits most lines into four cells
 * or more. Refuses with STATEMENT_TOO_LONG, and with STATEMENT_TOO_WIDE if no row has headings.
 */
export function readText(content: string, mapping: Layout | null): Table {
  const text = content.replace(/[\r\n]+/g, "\n");
  const lines = text.split("\n");
  assertTableSize({ lines: lines.length, columns: 0 });
  const tables = DELIMITERS.map((delimiter) => tableOf(lines.slice(0, SAMPLE_LINES), delimiter));
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
  ...{ name: null, delimiter },
  lines: lines.map((text) => ({ text, ...splitLine(text, delimiter) })),
});
