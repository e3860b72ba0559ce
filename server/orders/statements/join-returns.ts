import type { Executor } from "@db/client";
import {
  listOpenDebits,
  listReturnable,
  openReturned,
  setReturns,
  type JoinedLine,
} from "@server/payments";
import { mapWithPauses } from "@server/platform";
import {
  type Moved,
  numbersIn,
  returnedCredit,
  saysReturned,
  shortNumbers,
} from "@server/payments/rules/returns";

/**
 * Joins debits to the credits that they send back: those of these entries, and earlier ones where a
 * file with the credit comes after the one with its return. Decided payments wait for an admin again.
 * Returns the payments.
 */
export async function joinReturns(
  db: Executor,
  companyId: string,
  lines: readonly JoinedLine[],
): Promise<string[]> {
  const debits = await listOpenDebits(
    db,
    companyId,
    lines.map(({ id }) => id),
  );
  const [first] = debits;
  if (!first) return [];
  const named = await mapWithPauses(debits, numbersIn);
  const credits = await listReturnable(db, companyId, {
    keys: [...new Set(named.flat())],
    sums: [...new Set(debits.filter(saysReturned).map(({ amountPaise }) => amountPaise))],
    since: first.bookedOn,
  });
  if (credits.length === 0) return [];
  const byNumber = new Map<string, typeof credits>();
  await mapWithPauses(credits, (credit) => {
    for (const name of [...credit.keys, ...sumsWithNumbers(credit)]) {
      const others = byNumber.get(name);
      if (others) others.push(credit);
      else byNumber.set(name, [credit]);
    }
  });
  const pairs: { debitId: string; creditId: string }[] = [];
  const payments = new Set<string>();
  await mapWithPauses([...debits.entries()], ([at, debit]) => {
    const names = [...(named[at] ?? []), ...(saysReturned(debit) ? sumsWithNumbers(debit) : [])];
    const likely = [...new Set(names.flatMap((name) => byNumber.get(name) ?? []))];
    const credit = likely.length > 0 ? returnedCredit(debit, likely) : undefined;
    if (!credit) return;
    credit.returnedPaise += debit.amountPaise;
    pairs.push({ debitId: debit.id, creditId: credit.id });
    payments.add(credit.paymentId);
  });
  if (pairs.length === 0) return [];
  await setReturns(db, companyId, pairs);
  await openReturned(db, companyId, [...payments]);
  return [...payments];
}

/** Returns the shorter numbers of an entry, each with its sum: many entries of one sum share none. */
const sumsWithNumbers = (entry: Moved): string[] =>
  shortNumbers(entry).map((number) => `${entry.amountPaise} ${number}`);
