import { bankKeys } from "./keys";
import type { StatementRow } from "@server/payments/rules/statements/row";
import { wordsOf } from "@server/payments/rules/statements/tokens";

/** Distinguishes an entry of an account from its others. */
export interface LineIdentity {
  /** Its side and sum, with the payment's number or, without one, its value date and whole text. */
  readonly key: string;
  /** True if the key has the payment's number: entries with it are the same whatever their balances. */
  readonly isNumbered: boolean;
  /** Paise of the balance after it; null if the file states none. */
  readonly balancePaise: number | null;
}

/** Returns the identity of an entry, which is the same in every file that has it. */
export function identityOf(row: StatementRow): LineIdentity {
  const { side, amountPaise, balancePaise, reference, narration } = row;
  const [number] = bankKeys(row);
  const own =
    number === undefined
      ? [row.valueOn ?? row.bookedOn, ...wordsOf(reference ?? ""), ...wordsOf(narration)]
      : [number];
  return {
    key: [side, amountPaise, own.join(" ")].join("|"),
    isNumbered: number !== undefined,
    balancePaise,
  };
}

/** An entry that an account has already. */
export interface KnownLine {
  readonly key: string;
  readonly occurrence: number;
  readonly balancePaise: number | null;
}

/**
 * Returns the lines that an account does not have yet, each with its occurrence among those with its
 * key, from 1. Each part is a file or a sheet of its own, and may overlap the ones before. A known line
 * equals one line of a part: of the same balance, of any if one of both states none, or of any if the
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
 * Tells whether a file's account may be the chosen one: the digits that it shows are the last ones of
 * the account's number. Hidden digits (`X`, `*`) and leading zeros are ignored.
 */
export function isSameAccount(stated: string, accountNumber: string): boolean {
  const length = Math.max(stated.length, accountNumber.length);
  const [left, right] = [stated.padStart(length, "0"), accountNumber.padStart(length, "0")];
  return [...left].every((sign, at) => /[X*]/i.test(sign) || sign === right[at]);
}
