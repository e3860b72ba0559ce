import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import { bankKeys } from "@server/payments/rules/keys";
import { orderDigits, swapsOf } from "@server/payments/rules/statements/tokens";

/** A bank's entry, by what may name an order. */
export interface NamingEntry {
  lineId: string;
  keys: readonly string[];
  /** Everything that the bank wrote. */
  text: string;
}

const NUMBERED = "PUR-";

/** A large file has some ten swaps for each of its entries: one text is read faster than an array of them. */
const listed = (keys: readonly string[]): SQL => sql`string_to_array(${keys.join(",")}, ',')`;

/**
 * Returns the id of the order that each entry names: by the order's number, or where the text has none,
 * by a number of the order or of its payment of which two neighbouring digits are swapped. An entry
 * that may name several has none.
 */
export async function ordersNamedBy(
  db: Executor,
  companyId: string,
  entries: readonly NamingEntry[],
): Promise<Map<string, string>> {
  const read = entries.map(({ lineId, keys, text }) => {
    const exact = [...orderDigits(text)];
    return { lineId, exact, swapped: exact.flatMap(swapsOf), keys: keys.flatMap(swapsOf) };
  });
  const numbers = read.flatMap(({ exact, swapped }) => [...exact, ...swapped]);
  const keys = read.flatMap((one) => one.keys);
  if (numbers.length + keys.length === 0) return new Map();
  const { rows } = await db.execute<{ number: string | null; key: string | null; id: string }>(sql`
    SELECT order_number AS number, NULL AS key, id FROM orders
     WHERE company_id = ${companyId}
       AND order_number = ANY (${listed(numbers.map((digits) => NUMBERED + digits))})
    UNION ALL
    SELECT NULL, k.key, p.order_id
      FROM payment_keys k JOIN payments p ON p.company_id = k.company_id AND p.id = k.payment_id
     WHERE k.company_id = ${companyId} AND k.counts AND p.order_id IS NOT NULL
       AND k.key = ANY (${listed(keys)})`);
  const byNumber = new Map(rows.map(({ number, id }) => [number ?? "", id]));
  const byKey = new Map(rows.map(({ key, id }) => [key ?? "", id]));
  const idsOf = (digits: readonly string[]) =>
    digits.flatMap((one) => byNumber.get(NUMBERED + one) ?? []);
  const named = new Map<string, string>();
  for (const { lineId, exact, swapped, keys: near } of read) {
    const written = idsOf(exact);
    const nearly = [...idsOf(swapped), ...near.flatMap((key) => byKey.get(key) ?? [])];
    const [id, ...others] = new Set(written.length > 0 ? written : nearly);
    if (id !== undefined && others.length === 0) named.set(lineId, id);
  }
  return named;
}

/** A payment on record for an order that no entry of the bank shows. */
export interface Unshown {
  id: string;
  orderId: string;
  paise: number;
  isConfirmed: boolean;
}

/** Returns those of these sums, in paise, of which a payment is confirmed that no entry shows. */
export async function unshownSums(
  db: Executor,
  companyId: string,
  sums: readonly number[],
): Promise<Set<number>> {
  if (sums.length === 0) return new Set();
  const { rows } = await db.execute<{ paise: string }>(sql`
    SELECT DISTINCT p.received_paise AS paise FROM payments p
     WHERE p.company_id = ${companyId} AND p.status = 'CONFIRMED'
       AND p.received_paise = ANY (${sql.param([...new Set(sums)])}::bigint[])
       AND NOT EXISTS (SELECT FROM payment_evidence e WHERE e.company_id = p.company_id
                          AND e.payment_id = p.id AND e.source = 'BANK')`);
  return new Set(rows.map(({ paise }) => Number(paise)));
}

/** Lists the payments that count for these orders and that no entry shows, by id. */
export async function listUnshown(
  db: Executor,
  companyId: string,
  orderIds: readonly string[],
): Promise<Unshown[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute<Omit<Unshown, "paise"> & { paise: string }>(sql`
    SELECT p.id, p.order_id AS "orderId", p.status = 'CONFIRMED' AS "isConfirmed",
           coalesce(p.received_paise, p.reported_paise, p.amount_paise) AS paise
      FROM payments p
     WHERE p.company_id = ${companyId} AND p.counts
       AND p.order_id = ANY (${sql.param([...orderIds])}::uuid[])
       AND NOT EXISTS (SELECT FROM payment_evidence e WHERE e.company_id = p.company_id
                          AND e.payment_id = p.id AND e.source = 'BANK')
     ORDER BY p.id`);
  return rows.map((row) => ({ ...row, paise: Number(row.paise) }));
}

/** Locks the payments that count for these orders, by id, and returns those that no entry shows. */
export async function lockUnshown(
  tx: Executor,
  companyId: string,
  orderIds: readonly string[],
): Promise<Unshown[]> {
  if (orderIds.length === 0) return [];
  await tx.execute(sql`
    SELECT FROM payments WHERE company_id = ${companyId} AND counts
       AND order_id = ANY (${sql.param([...orderIds])}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  // This is read under the locks, since another import may have shown a payment.
  return listUnshown(tx, companyId, orderIds);
}

/** Lists the open entries of this sum that nobody has named and that may name an order, oldest first. */
export async function listOpenOfSum(
  db: Executor,
  companyId: string,
  { paise, keys }: { paise: number; keys: readonly string[] },
): Promise<NamingEntry[]> {
  const rows = await runPrepared<{ lineId: string; narration: string; reference: string | null }>(
    db,
    "open_of_sum",
    sql`
    SELECT l.id AS "lineId", l.narration, l.reference
      FROM payment_evidence e
      JOIN payments p ON p.company_id = e.company_id AND p.id = e.payment_id
      JOIN statement_lines l ON l.company_id = e.company_id AND l.id = e.line_id
     WHERE e.company_id = ${companyId} AND e.source = 'BANK' AND e.payment_status = 'UNALLOCATED'
       AND e.amount_paise = ${paise}::bigint AND p.member_id IS NULL AND p.amount_paise = e.amount_paise
       AND (l.narration ILIKE '%PUR%' OR l.reference ILIKE '%PUR%'
         OR p.id IN (SELECT k.payment_id FROM payment_keys k WHERE k.company_id = ${companyId}
                        AND k.key = ANY (${sql.param(keys.flatMap(swapsOf))}::text[])))
     ORDER BY l.booked_on, l.id`,
  );
  return rows.map(({ lineId, ...line }) => ({ lineId, keys: bankKeys(line), text: textOf(line) }));
}

/** Returns everything that the bank wrote of an entry. */
export const textOf = ({
  narration,
  reference,
}: {
  narration: string;
  reference: string | null;
}): string => `${reference ?? ""} ${narration}`;
