interface Entry {
  readonly amountPaise: number;
  /** Whether it is said to be one of several of one payment. */
  readonly isPart: boolean;
}

/** Why an entry is not given to an order. */
type Unlinkable = "STATEMENT_ORDER_OPEN" | "STATEMENT_ORDER_PAID" | "STATEMENT_SUM_DIFFERS";

/**
 * Why an entry of a statement cannot be given to an order, of which these sums were received and these
 * entries are linked; null if it can. Together they never show more than was received. It is one of the
 * payments received, all that no entry shows yet, what the order took of it, or a part that is named
 * as one.
 */
export function whyNotLinked(
  { amountPaise, isPart }: Entry,
  {
    received,
    linked,
    takenPaise,
  }: { received: readonly number[]; linked: readonly number[]; takenPaise: number },
): Unlinkable | null {
  if (received.length === 0) return "STATEMENT_ORDER_OPEN";
  const left = [...received];
  for (const paise of linked) {
    const same = left.indexOf(paise);
    if (same >= 0) left.splice(same, 1);
  }
  const restPaise = sumOf(received) - sumOf(linked);
  if (restPaise <= 0) return "STATEMENT_ORDER_PAID";
  if (amountPaise > restPaise) return "STATEMENT_SUM_DIFFERS";
  const isKnownSum =
    amountPaise === restPaise ||
    left.includes(amountPaise) ||
    (linked.length === 0 && amountPaise === takenPaise);
  return isKnownSum || isPart ? null : "STATEMENT_SUM_DIFFERS";
}

const sumOf = (sums: readonly number[]): number => sums.reduce((sum, paise) => sum + paise, 0);
