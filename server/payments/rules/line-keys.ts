import { bankKeys } from "./keys";
import type { StatementRow } from "@server/payments/rules/statements/row";
import { wordsOf } from "@server/payments/rules/statements/tokens";

/** What tells an entry of an account from its others. */
export interface LineIdentity {
  /** Its side and sum, with the payment's number, or else with its value date and the whole text. */
  readonly key: string;
  /** Whether the key has the payment's number: entries with it are the same whatever their balances. */
  readonly isNumbered: boolean;
  /** The balance after it; null where the file states none. */
  readonly balancePaise: number | null;
}

/** Tells what makes an entry the same in every file that has it. */
export function identityOf(row: StatementRow): LineIdentity {
  const { side, amountPaise, balancePaise, reference, narration } = row;
  const [number] = bankKeys(row);
  const own =
    number === undefined
      ? [row.valueOn ?? row.bookedOn, ...wordsOf(reference ?? ""), ...wordsOf(narration)]
      : [number];
  return {
    key: [side, amountPaise, own.join(" ")].join("|"),
    ...{ isNumbered: number !== undefined, balancePaise },
  };
}

/** An entry that an account has. */
export interface KnownLine {
  readonly key: string;
  readonly occurrence: number;
  readonly balancePaise: number | null;
}

/**
 * The lines that an account does not have yet, each with the number, from 1, of its occurrence among those
 * with its key. Each part is a file or a sheet of its own, and may overlap the ones before. Each known line
 * is one line of a part: of the same balance, or else of one where either states none, or of any where the
 * key has the payment's number.
 */
export function newLines<Line extends LineIdentity>(
  parts: readonly (readonly Line[])[],
  known: readonly KnownLine[],
): { line: Line; occurrence: number }[] {
  const byKey = new Map<string, KnownLine[]>();
  for (const one of known) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one]);
  return parts.flatMap((part) => {
    const left = new Map([...byKey].map(([key, lines]) => [key, [...lines]]));
    const take = (line: Line, isIt: (one: KnownLine) => boolean): boolean => {
      const lines = left.get(line.key) ?? [];
      const at = lines.findIndex(isIt);
      if (at >= 0) lines.splice(at, 1);
      return at >= 0;
    };
    const other = part.filter(
      (line) => !take(line, ({ balancePaise }) => balancePaise === line.balancePaise),
    );
    const fresh = other.filter(
      (line) =>
        !take(
          line,
          ({ balancePaise }) =>
            line.isNumbered || line.balancePaise === null || balancePaise === null,
        ),
    );
    return fresh.map((line) => {
      const same = byKey.get(line.key) ?? [];
      const occurrence = Math.max(0, ...same.map((one) => one.occurrence)) + 1;
      byKey.set(line.key, [...same, { ...line, occurrence }]);
      return { line, occurrence };
    });
  });
}

/**
 * Whether a file's account may be the chosen one: the digits that it shows are the last ones of the
 * account's number. Hidden digits (`X`, `*`) and zeros before the number are passed over.
 */
export function isSameAccount(stated: string, accountNumber: string): boolean {
  const length = Math.max(stated.length, accountNumber.length);
  const [left, right] = [stated.padStart(length, "0"), accountNumber.padStart(length, "0")];
  return [...left].every((sign, at) => /[X*]/i.test(sign) || sign === right[at]);
}
