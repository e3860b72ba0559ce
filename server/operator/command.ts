import type { Operator } from "./operator";

/** One command of the operator's: what is typed, what it does. */
export interface Command {
  /** "company add". */
  name: string;
  /** What follows the name, as its help shows it; a word in `<>` is needed. */
  takes: string;
  does: string;
  /** It fills an empty database itself: nothing is put into it before, not even tables. */
  fillsDatabase?: true;
  /** Answers what is printed. */
  run(operator: Operator, ...words: string[]): Promise<string>;
}

/** How many words a command cannot do without. */
export const neededWords = ({ takes }: Command): number => takes.match(/<[^>]+>/g)?.length ?? 0;

/** Rows for people and for `cut`: one a line, tabs between. */
export const lines = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => cell ?? "-").join("\t")).join("\n");
