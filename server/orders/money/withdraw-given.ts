import type { AdminContext } from "@server/access";
import {
  addKeys,
  type Entry,
  hasTypedKey,
  insertPayment,
  listEntriesOf,
  type Payment,
  withdrawEntry,
} from "@server/payments";
import { bankKeys, isUpi } from "@server/payments/rules/keys";

type Database = Pick<AdminContext, "db" | "company">;

/** Inserts a payment for a bank's entry, without its numbers: another payment may still have them. */
export async function paymentOfEntry(
  { db, company }: Database,
  line: Entry["line"],
): Promise<Payment> {
  const own = await insertPayment(
    db,
    {
      companyId: company.id,
      status: "UNALLOCATED",
      amountPaise: line.amountPaise,
      method: isUpi(line) ? "UPI" : "BANK",
      reference: bankKeys(line)[0] ?? line.reference,
    },
    [],
  );
  if (!own) throw new Error("A payment without keys was refused.");
  return own;
}

/**
 * Withdraws the entries that were given to a locked payment of which nobody had typed their number: they
 * have a payment of their own again, without a member. Returns true if there were any.
 */
export async function withdrawGiven(ctx: Database, from: Payment): Promise<boolean> {
  const { db, company } = ctx;
  let to: Payment | null = null;
  for (const { line } of await listEntriesOf(db, company.id, [from.id])) {
    const keys = bankKeys(line);
    if (await hasTypedKey(db, from, keys)) continue;
    // Entries with one number show one payment.
    to ??= await paymentOfEntry(ctx, line);
    await withdrawEntry(db, { lineId: line.id, from, to });
    await addKeys(
      db,
      to,
      keys.map((key) => ({ key, source: "BANK" })),
    );
  }
  return to !== null;
}
