import { bankKeys, hintsOf } from "@server/payments/rules/keys";
import { matchStatement } from "@server/payments/rules/match-statement";
import { readStatement } from "@server/payments/statements/read-statement";
import type { MadeStatement } from "./bank-statements";

/** The reading and the matching of a generated statement, compared with the bank's books. */
export interface Judged {
  entries: number;
  read: number;
  unread: number;
  /** Entries that were neither read nor shown, and rows with another sum, side or day than the bank's. */
  lost: string[];
  wrong: string[];
  payable: number;
  certain: number;
  false: number;
}

/** Reads a generated statement, matches it, and compares both with the bank's entries. */
export function judgeStatement({ bytes, entries, orders }: MadeStatement): Judged {
  const { rows, unread } = readStatement(bytes);
  const rowOf = (tag: string) =>
    rows.find((row) => `${row.narration} ${row.reference ?? ""}`.includes(tag));
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const entry of entries) {
    const row = rowOf(entry.tag);
    if (!row) {
      if (!unread.some(({ text }) => text.includes(entry.tag))) lost.push(entry.tag);
      continue;
    }
    const isRight =
      row.amountPaise === entry.amountPaise &&
      row.side === entry.side &&
      row.bookedOn === entry.bookedOn;
    if (!isRight) wrong.push(entry.tag);
  }
  // A row without an entry would be money that the bank never booked.
  const extra = rows.filter(
    (row) => !entries.some(({ tag }) => `${row.narration} ${row.reference ?? ""}`.includes(tag)),
  );
  wrong.push(...extra.map(({ narration }) => narration));
  const matches = matchStatement(
    rows.map((row) => ({ ...row, keys: bankKeys(row), hints: hintsOf(row) })),
    orders,
  );
  const orderOf = (narration: string) =>
    entries.find(({ tag }) => narration.includes(tag))?.orderId ?? null;
  const certain = matches.flatMap(({ row: number, outcome, candidates }) => {
    const row = rows.find((one) => one.row === number);
    const of = row ? orderOf(`${row.narration} ${row.reference ?? ""}`) : null;
    return outcome === "CERTAIN" ? [{ is: candidates[0]?.orderId, of }] : [];
  });
  return {
    entries: entries.length,
    read: rows.length,
    unread: unread.length,
    lost,
    wrong,
    payable: entries.filter(({ orderId }) => orderId !== null).length,
    certain: certain.filter(({ is, of }) => is === of).length,
    false: certain.filter(({ is, of }) => is !== of).length,
  };
}
