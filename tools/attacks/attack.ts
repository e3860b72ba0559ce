import type { Target } from "@tools/attacks/harness/target";

/** `short` runs in `npm test`, `whole` in `npm run test:attacks`. */
export type Form = "short" | "whole";

export interface Attack {
  name: string;
  /** The attack in words, for the table. */
  tried: string;
  /** True if the short form runs it too. */
  isInShort: boolean;
  run: (target: Target, tries: Tries, form: Form) => Promise<void>;
}

export class Tries {
  count = 0;
  /** Tries that succeeded, or whose answer shows a fault. */
  readonly seen: string[] = [];
  /** Controls, which show that a success would be noticed. */
  readonly controls: string[] = [];
  /** Figures for the report. */
  readonly notes: string[] = [];
  /** The part that could not be tried, since a program is missing. */
  missing: string | null = null;

  /** Records one try; `isRefused` is true if the product withstood it. */
  try(what: string, isRefused: boolean): void {
    this.count += 1;
    if (!isRefused) this.seen.push(what);
  }

  /** Records a control: the same attack in a place where it must succeed. */
  control(what: string, isNoticed: boolean): void {
    this.controls.push(what);
    if (!isNoticed) this.seen.push(`control not noticed: ${what}`);
  }

  note(figure: string): void {
    this.notes.push(figure);
  }
}
