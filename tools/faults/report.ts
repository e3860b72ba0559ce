/** One line of the final table: a scenario and its results. */
export interface Row {
  scenario: string;
  /** The fault in words. */
  done: string;
  /** Number of calls or changes; a call that is repeated with its key counts once. */
  times: number;
  acknowledged: number;
  /** Answers that refused, those to be repeated included. */
  refused: number;
  /** Calls whose connection was lost; each was asked again with the same key. */
  unknown: number;
  /** Acknowledged operations without their rows at the end. */
  lost: number;
  /** Operations with more than one effect. */
  doubled: number;
  /** Sums, chains and readings that disagreed. */
  wrongSums: number;
  goal: string;
  isMet: boolean;
  /** Measured figures, or the reason why the goal was missed. */
  note?: string;
}

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

const HEAD = [
  "scenario",
  "what was done",
  "how often",
  "acknowledged",
  "refused",
  "unknown",
  "lost",
  "doubled",
  "wrong sums",
  "goal",
  "met",
];

/** Formats the rows as a Markdown table, with the notes below it. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.scenario,
    row.done,
    row.times.toLocaleString("en"),
    ...[row.acknowledged, row.refused, row.unknown, row.lost, row.doubled, row.wrongSums].map(
      (count) => count.toLocaleString("en"),
    ),
    row.goal,
    row.isMet ? "yes" : "NO",
  ]);
  const notes = rows.flatMap(({ scenario, note }) => (note ? [`${scenario}: ${note}`] : []));
  return [markdownTable(HEAD, cells), "", ...notes].join("\n");
}

/** Formats cells as a Markdown table whose columns are aligned. */
export function markdownTable(head: readonly string[], cells: readonly string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lineOf = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = lineOf(widths.map((width) => "-".repeat(width)));
  return [lineOf(head), rule, ...cells.map(lineOf)].join("\n");
}

/** Returns the median of a series; 0 of an empty one. */
export function median(series: readonly number[]): number {
  const sorted = series.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
