import { CsvError, parse } from "csv-parse/sync";
import { isRefusal, refuse } from "@server/domain/refusals/refuse";
import { MAX_STATEMENT_COLUMNS } from "@server/domain/statements/row";
import { assertTableSize, plainCell } from "./table-limits";

const DELIMITERS = [",", "\t", ";", "|"] as const;
/** A record is longer only where a quote is not closed. */
const MAX_RECORD_CHARACTERS = 20_000;
const MAX_LINE_DELIMITERS = 2_000;
/** The lines by which the delimiter is found. */
const SAMPLE_LINES = 200;

/**
 * The cells of a CSV text with any of the usual delimiters. Refuses with FILE_UNREADABLE (a quote
 * that is not closed), STATEMENT_TOO_LONG, STATEMENT_TOO_WIDE and STATEMENT_HAS_FORMULAS.
 */
export function readCsv(text: string): string[][] {
  const delimiter = delimiterOf(text);
  // The parser's own limit does not count delimiters.
  if (isWide(text, delimiter)) throw refuse("STATEMENT_TOO_WIDE", { limit: MAX_STATEMENT_COLUMNS });
  let lines = 0;
  let cells = 0;
  const onRecord = (record: string[]): string[] => {
    lines += 1;
    cells = Math.max(cells, record.length);
    assertTableSize({ lines, columns: cells });
    return record.map(plainCell);
  };
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      on_record: onRecord,
    });
  } catch (error) {
    if (isRefusal(error) || !(error instanceof CsvError)) throw error;
    throw refuse("FILE_UNREADABLE");
  }
}

/** Whether a line has more delimiters than the commas of a table's texts explain. */
function isWide(text: string, delimiter: string): boolean {
  const sign = delimiter.charCodeAt(0);
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) run = 0;
    else if (code === sign && ++run > MAX_LINE_DELIMITERS) return true;
  }
  return false;
}

/** The delimiter by which most lines fall into three cells or more. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 100_000).split(/\r\n?|\n/, SAMPLE_LINES);
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    lines: lines.filter((line) => line.split(delimiter, 4).length > 3).length,
  }));
  return counts.reduce((best, one) => (one.lines > best.lines ? one : best)).delimiter;
}
