import type { AdminContext } from "@server/access";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import {
  deleteEntryPayments,
  insertBankEvidence,
  insertBankKeys,
  insertEntryPayments,
  lockCountingByKey,
  lockOrdersWithKeys,
  lockUnshown,
  type NewEntry,
  ordersNamedBy,
  unshownSums,
  settleAgreeing,
  textOf,
  type JoinedLine,
} from "@server/payments";
import { mapWithPauses } from "@server/platform";
import { bankKeys, isUpi } from "@server/payments/rules/keys";
import { numbersIn } from "@server/payments/rules/returns";
import { judgeAgain } from "@server/orders/risk/judge";
import { flagByEntries } from "@server/orders/money/bank-sum";
import { joinReturns } from "./join-returns";

/** The transaction, company and admin of an import. */
type Context = Pick<AdminContext, "db" | "deps"> & Record<"company" | "actor", { id: string }>;

/** An entry that belongs to a payment. */
interface Joined {
  paymentId: string;
  entry: NewEntry;
}

/** A payment that an import adds, with its entries. */
interface NewPayment {
  id: string;
  entries: NewEntry[];
}

/**
 * Makes each credit evidence of the payment that counts with one of its keys, in any state, of one that
 * was recorded without it for the order that it names, or else of a new payment without a member. If two imports or submissions have one key at once, the second waits
 * at `payment_keys_once` and then finds the first one's payment. Flags the orders that wait with a
 * payment of which the bank shows another sum or another payer, or sent it back.
 */
export async function attachEntries(ctx: Context, lines: readonly JoinedLine[]): Promise<void> {
  const { db, company, actor } = ctx;
  const credits = lines.filter(({ side }) => side === "CREDIT");
  const entries = await mapWithPauses(credits, newEntry);
  const debits = lines.filter(({ side }) => side === "DEBIT");
  if (debits.length > 0) {
    // Orders whose money goes back are locked with those whose money comes in, before all payments.
    const going = await mapWithPauses(debits, numbersIn);
    const keys = [...entries.flatMap((entry) => entry.keys), ...going.flat()];
    await lockOrdersWithKeys(db, company.id, [...new Set(keys)]);
  }
  const joined: Joined[] = [];
  const named = new Set<string>();
  let open: readonly NewEntry[] = entries;
  while (open.length > 0) {
    const { known, fresh } = await splitKnownAndNew(db, company.id, open);
    const { recorded, unknown } = await splitRecorded(db, company.id, fresh);
    const found = [...known, ...recorded];
    joined.push(...found);
    for (const { paymentId } of found) named.add(paymentId);
    await addKeys(db, company.id, found);
    const { kept, lost } = await insertNewPayments(db, company.id, unknown);
    joined.push(...kept);
    open = lost;
  }
  await insertBankEvidence(db, company.id, actor.id, joined);
  await settleAgreeing(db, company.id, [...named]);
  for (const paymentId of await joinReturns(db, company.id, lines)) named.add(paymentId);
  await flagByEntries(ctx, [...named]);
  await judgeAgain(ctx, [...named]);
}

function newEntry({ id, amountPaise, narration, reference }: JoinedLine): NewEntry {
  const keys = bankKeys({ narration, reference });
  return {
    lineId: id,
    amountPaise,
    keys,
    reference: keys[0] ?? reference,
    text: textOf({ narration, reference }),
    method: isUpi({ narration, reference }) ? "UPI" : "BANK",
  };
}

/**
 * Separates entries of existing payments from those of new ones. A number that a file has twice is one
 * payment's.
 */
async function splitKnownAndNew(
  db: Executor,
  companyId: string,
  entries: readonly NewEntry[],
): Promise<{ known: Joined[]; fresh: NewPayment[] }> {
  const keys = [...new Set(entries.flatMap((entry) => entry.keys))];
  await lockOrdersWithKeys(db, companyId, keys);
  const counting = await lockCountingByKey(db, companyId, keys);
  const known: Joined[] = [];
  const fresh: NewPayment[] = [];
  const newByKey = new Map<string, NewPayment>();
  for (const entry of entries) {
    const found = entry.keys.flatMap((key) => counting.get(key) ?? []);
    // If two payments have its numbers, the one of the same sum is likelier; an admin sees the other
    // one.
    const same = found.find(({ amountPaise }) => amountPaise === entry.amountPaise) ?? found[0];
    if (same) {
      known.push({ paymentId: same.id, entry });
      continue;
    }
    const before = entry.keys.flatMap((key) => newByKey.get(key) ?? [])[0];
    const payment = before ?? { id: newId(), entries: [] };
    if (!before) fresh.push(payment);
    payment.entries.push(entry);
    for (const key of entry.keys) {
      if (!newByKey.has(key)) newByKey.set(key, payment);
    }
  }
  return { known, fresh };
}

/**
 * Separates entries of money that was recorded before under another number, or none: the order that
 * the entry names has a payment of its sum which no entry shows.
 */
async function splitRecorded(
  db: Executor,
  companyId: string,
  fresh: readonly NewPayment[],
): Promise<{ recorded: Joined[]; unknown: NewPayment[] }> {
  const single = fresh.flatMap(({ entries }) => (entries.length === 1 ? entries : []));
  // Sums are few and cheap to compare; each entry has some ten numbers that it may name.
  const sums = await unshownSums(
    db,
    companyId,
    single.map(({ amountPaise }) => amountPaise),
  );
  const likely = single.filter(({ amountPaise }) => sums.has(amountPaise));
  const orders = await ordersNamedBy(db, companyId, likely);
  const unshown = await lockUnshown(db, companyId, [...orders.values()]);
  const recorded: Joined[] = [];
  const unknown = fresh.filter(({ entries: [entry, ...others] }) => {
    if (!entry || others.length > 0) return true;
    const orderId = orders.get(entry.lineId);
    const at = unshown.findIndex(
      (one) => one.orderId === orderId && one.isConfirmed && one.paise === entry.amountPaise,
    );
    const [payment] = at < 0 ? [] : unshown.splice(at, 1);
    if (payment) recorded.push({ paymentId: payment.id, entry });
    return !payment;
  });
  return { recorded, unknown };
}

const keysOf = (joined: readonly Joined[]) => {
  const each = new Map(
    joined.flatMap(({ paymentId: id, entry }) => entry.keys.map((key) => [key, { id, key }])),
  );
  return [...each.values()];
};

/** Gives a payment all numbers of its entries, except those that another payment has. */
const addKeys = (db: Executor, companyId: string, joined: readonly Joined[]) =>
  insertBankKeys(db, companyId, keysOf(joined));

/** Inserts payments, except those whose number another transaction was first to insert. */
async function insertNewPayments(
  db: Executor,
  companyId: string,
  fresh: readonly NewPayment[],
): Promise<{ kept: Joined[]; lost: NewEntry[] }> {
  const rows = fresh.flatMap(({ id, entries: [entry] }) => (entry ? [{ id, entry }] : []));
  await insertEntryPayments(db, companyId, rows);
  const joined = fresh.flatMap(({ id: paymentId, entries }) =>
    entries.map((entry) => ({ paymentId, entry })),
  );
  const taken = await insertBankKeys(db, companyId, keysOf(joined));
  if (taken.size === 0) return { kept: joined, lost: [] };
  const gone = new Set(
    joined
      .filter(({ entry }) => entry.keys.some((key) => taken.has(key)))
      .map(({ paymentId }) => paymentId),
  );
  await deleteEntryPayments(db, companyId, [...gone]);
  return {
    kept: joined.filter(({ paymentId }) => !gone.has(paymentId)),
    lost: joined.flatMap(({ paymentId, entry }) => (gone.has(paymentId) ? [entry] : [])),
  };
}
