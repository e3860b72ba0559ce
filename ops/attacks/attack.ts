import type { Target } from "@ops/attacks/harness/target";

/** `short` runs in `npm test`, `whole` in `npm run test:attacks`. */
export type Form = "short" | "whole";

export interface Attack {
  name: string;
  /** What is tried, for the table. */
  tried: string;
  /** Whether the short form has it, too. */
  isInShort: boolean;
  run: (target: Target, tries: Tries, form: Form) => Promise<void>;
}

/** What an attack tried, and what came of it. */
export class Tries {
  count = 0;
  /** Tries that succeeded, or whose answer shows a fault. */
  readonly seen: string[] = [];
  /** Controls: what shows that a success would be noticed. */
  readonly controls: string[] = [];
  /** Figures for the report. */
  readonly notes: string[] = [];
  /** What could not be tried, as a program is missing. */
  missing: string | null = null;

  /** Notes one try; `isRefused` is whether the product withstood it. */
  try(what: string, isRefused: boolean): void {
    this.count += 1;
    if (!isRefused) this.seen.push(what);
  }

  /** Notes a control: the same attack where it must succeed. */
  control(what: string, isNoticed: boolean): void {
    this.controls.push(what);
    if (!isNoticed) this.seen.push(`control not noticed: ${what}`);
  }

  note(figure: string): void {
    this.notes.push(figure);
  }
}
