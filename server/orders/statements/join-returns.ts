import type { Executor } from "@db/client";
import {
  listOpenDebits,
  listReturnable,
  openReturned,
  setReturns,
  type JoinedLine,
} from "@server/payments";
import { mapWithPauses } from "@server/platform";
import { numbersIn, returnedCredit, saysReturned } from "@server/payments/rules/returns";

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
  const byKey = new Map<string, typeof credits>();
  const bySum = new Map<number, typeof credits>();
  for (const credit of credits) {
    for (const key of credit.keys) byKey.set(key, [...(byKey.get(key) ?? []), credit]);
    const same = bySum.get(credit.amountPaise);
    if (same) same.push(credit);
    else bySum.set(credit.amountPaise, [credit]);
  }
  const pairs: { debitId: string; creditId: string }[] = [];
  const payments = new Set<string>();
  await mapWithPauses([...debits.entries()], ([at, debit]) => {
    const likely = [
      ...(named[at] ?? []).flatMap((key) => byKey.get(key) ?? []),
      ...(saysReturned(debit) ? (bySum.get(debit.amountPaise) ?? []) : []),
    ];
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
