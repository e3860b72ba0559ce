import type { Tries } from "./attack";

/** A line of the final table. */
export interface Row {
  attack: string;
  tried: string;
  tries: Tries;
  seconds: number;
}

export const isRefused = ({ tries }: Row): boolean =>
  tries.seen.length === 0 && tries.missing === null && tries.count > 0;

function resultOf({ tries }: Row): string {
  if (tries.missing !== null) return "MISSING";
  if (tries.count === 0) return "NOTHING TRIED";
  return tries.seen.length === 0 ? "refused" : `${tries.seen.length} SEEN`;
}

export const HEAD = ["attack", "what was tried", "tries", "controls", "result", "time"];

export const cellsOf = (row: Row): string[] => [
  row.attack,
  row.tried,
  row.tries.count.toLocaleString("en"),
  String(row.tries.controls.length),
  resultOf(row),
  `${row.seconds.toFixed(1)} s`,
];

/** Returns the lines below the table: tries that succeeded, figures, missing programs. */
export const notesOf = ({ attack, tries }: Row): string[] => [
  ...[...new Set(tries.seen)].slice(0, 40).map((one) => `${attack}: SEEN ${one}`),
  ...tries.notes.map((one) => `${attack}: ${one}`),
  ...(tries.missing === null ? [] : [`${attack}: ${tries.missing}`]),
];
