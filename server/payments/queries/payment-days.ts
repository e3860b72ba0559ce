import { type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "@db/client";
import { newId } from "@db/ids";
import { reconciliations } from "@db/schema";
import type {
  AccountDay,
  DayEntry,
  DayOfMoney,
  Days,
  PaymentWithoutEntry,
  UnprovenDay,
} from "@server/payments/rules/days";
import { waitingParts } from "./applied-payments";

/**
 * Sums a company's money by the day of its receipt and by method, newest day first, from one day to
 * another (YYYY-MM-DD, both included). Each payment is counted once; a CHECK limits the applied and
 * refunded sums to it. Money that an admin found not to have arrived is not counted.
 */
export async function listDaysOfMoney(
  db: Reader,
  companyId: string,
  { from, to }: Days,
): Promise<DayOfMoney[]> {
  const { rows } = await db.execute<DayOfMoney>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, method, count(*)::int AS count,
        sum(received_paise)::float8 AS "receivedPaise",
        sum(applied_paise - waiting)::float8 AS "allocatedPaise", sum(waiting)::float8 AS "waitingPaise",
        sum(refunded_paise)::float8 AS "refundedPaise",
        sum(received_paise - applied_paise - refunded_paise)::float8 AS "openPaise"
      FROM (SELECT (received_at AT TIME ZONE 'Asia/Kolkata')::date AS day, method, received_paise,
                applied_paise, refunded_paise, coalesce(w.paise, 0) AS waiting
              FROM payments LEFT JOIN (${waitingParts(companyId)}) AS w ON w.payment_id = id
             WHERE company_id = ${companyId} AND received_at IS NOT NULL
               AND received_at >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'
               AND received_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata') AS received
     GROUP BY 1, 2 ORDER BY 1 DESC, 2`);
  return rows;
}

/**
 * The credits of days by the bank's booking, each with how the payment that it shows is used, in
 * paise. Of a payment with several entries, the earlier ones are used first: for approved orders, then
 * for those that wait for the rest, then for refunds. `excess` is what is used
 * beyond all of a payment's entries.
 */
const usedLines = (companyId: string, { from, to }: Days): SQL => sql`
  WITH shown AS (
    SELECT DISTINCT e.payment_id FROM statement_lines l
      JOIN payment_evidence e ON e.company_id = l.company_id AND e.line_id = l.id
     WHERE l.company_id = ${companyId} AND l.side = 'CREDIT'
       AND l.booked_on BETWEEN ${from}::date AND ${to}::date),
  parts AS (
    SELECT l.id, l.account_id, l.booked_on, l.narration, l.amount_paise AS paise, p.status, p.order_id,
        greatest(l.created_at, p.updated_at, o.decided_at) AS changed_at, p.applied_paise AS applied,
        p.applied_paise - coalesce(w.paise, 0) AS allocated,
        p.applied_paise + p.refunded_paise AS used,
        sum(l.amount_paise) OVER w - l.amount_paise AS before, lead(l.id) OVER w IS NULL AS is_last
      FROM shown
      JOIN payments p ON p.company_id = ${companyId} AND p.id = shown.payment_id
      JOIN payment_evidence e ON e.company_id = ${companyId} AND e.payment_id = p.id
      JOIN statement_lines l ON l.company_id = ${companyId} AND l.id = e.line_id
      LEFT JOIN orders o ON o.company_id = ${companyId} AND o.id = p.order_id
      LEFT JOIN (${waitingParts(companyId)}) AS w ON w.payment_id = p.id
    WINDOW w AS (PARTITION BY p.id ORDER BY l.booked_on, l.id)),
  lines AS (
    SELECT *, greatest(0, least(paise, allocated - before)) AS approved,
        greatest(0, least(before + paise, applied) - greatest(before, allocated)) AS waiting,
        greatest(0, least(before + paise, used) - greatest(before, applied)) AS refunded,
        CASE WHEN status = 'PUT_AWAY' THEN paise ELSE 0 END AS put_away,
        CASE WHEN is_last THEN greatest(0, used - before - paise) ELSE 0 END AS excess
      FROM parts WHERE booked_on BETWEEN ${from}::date AND ${to}::date)`;

/** Sums the credits of each account's day. */
export async function sumAccountDays(
  db: Reader,
  companyId: string,
  days: Days,
): Promise<AccountDay[]> {
  const { rows } = await db.execute<AccountDay>(sql`${usedLines(companyId, days)}
    SELECT to_char(booked_on, 'YYYY-MM-DD') AS day, account_id AS "accountId", count(*)::int AS entries, sum(paise)::float8 AS "bankPaise",
        sum(approved)::float8 AS "approvedPaise", sum(waiting)::float8 AS "waitingPaise",
        sum(refunded)::float8 AS "refundedPaise",
        sum(paise - approved - waiting - refunded - put_away)::float8 AS "openPaise",
        sum(put_away)::float8 AS "putAwayPaise", sum(excess)::float8 AS "excessPaise"
      FROM lines GROUP BY booked_on, account_id ORDER BY sum(paise) DESC, account_id`);
  return rows;
}

/** Lists the entries of an account's day that came, or whose payment changed, after an instant. */
export async function listChangedLines(
  db: Reader,
  companyId: string,
  { day, accountId, since, limit }: { day: string; accountId: string; since: Date; limit: number },
) {
  const { rows } = await db.execute<{
    id: string;
    narration: string;
    paise: number;
    status: string;
    at: string;
    orderNumber: string | null;
  }>(sql`${usedLines(companyId, { from: day, to: day })}
    SELECT lines.id, lines.narration, lines.paise::float8 AS paise, lines.status, lines.changed_at AS at,
        o.order_number AS "orderNumber"
      FROM lines LEFT JOIN orders o ON o.company_id = ${companyId} AND o.id = lines.order_id
     WHERE lines.account_id = ${accountId} AND lines.changed_at > ${since.toISOString()}::timestamptz
     ORDER BY lines.changed_at DESC, lines.id LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** So many entries, and payments without one, are listed of a day. */
const MOST_LISTED = 500;

/** Lists the entries of a day with their use and their orders: those that approved orders use last, of
 * the others those without an order first. */
export async function listDayEntries(
  db: Reader,
  companyId: string,
  day: string,
): Promise<DayEntry[]> {
  const { rows } = await db.execute<DayEntry>(sql`${usedLines(companyId, { from: day, to: day })}
    SELECT lines.id, lines.narration, lines.paise::float8 AS paise, o.id AS "orderId",
        o.order_number AS "orderNumber", u.name AS "memberName", used.use, used.paise::float8 AS "usePaise"
      FROM lines
      CROSS JOIN LATERAL (
        SELECT * FROM (VALUES (1, 'putAway', put_away), (2, 'open', lines.paise - approved - waiting - refunded),
            (3, 'waiting', waiting), (4, 'refunded', refunded), (5, 'approved', approved)) AS uses (place, use, paise)
         WHERE uses.paise > 0 ORDER BY place LIMIT 1) AS used
      LEFT JOIN orders o ON o.company_id = ${companyId} AND o.id = lines.order_id
      LEFT JOIN users u ON u.company_id = ${companyId} AND u.id = o.member_id
     ORDER BY approved = lines.paise, lines.order_id IS NOT NULL, put_away > 0, lines.id LIMIT ${MOST_LISTED}`);
  return rows;
}

const isWithoutEntry = (companyId: string, { from, to }: Days): SQL => sql`
  p.company_id = ${companyId} AND p.received_at IS NOT NULL
       AND p.received_at >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'
       AND p.received_at < (${to}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
       AND NOT EXISTS (SELECT 1 FROM payment_evidence e
         WHERE e.company_id = p.company_id AND e.payment_id = p.id AND e.line_id IS NOT NULL)`;

/** Lists what was confirmed on a day in India without an entry of the bank, and sums all of it. */
export async function listWithoutEntry(db: Reader, companyId: string, day: string) {
  const { rows } = await db.execute<PaymentWithoutEntry & { count: number; sum: number }>(sql`
    SELECT p.id, p.received_paise::float8 AS paise, p.method, p.reference, u.name AS "memberName",
        p.order_id AS "orderId", o.order_number AS "orderNumber",
        CASE WHEN o.status = 'PENDING' THEN o.total_paise - o.received_paise END::float8 AS "missingPaise",
        (count(*) OVER ())::int AS count, (sum(p.received_paise) OVER ())::float8 AS sum
      FROM payments p
      LEFT JOIN users u ON u.company_id = p.company_id AND u.id = p.member_id
      LEFT JOIN orders o ON o.company_id = p.company_id AND o.id = p.order_id
     WHERE ${isWithoutEntry(companyId, { from: day, to: day })}
     ORDER BY p.received_at, p.id LIMIT ${MOST_LISTED}`);
  const [first] = rows;
  return {
    count: first?.count ?? 0,
    paise: first?.sum ?? 0,
    payments: rows.map(({ count: _count, sum: _sum, ...payment }) => payment),
  };
}

/** Sums what was confirmed without an entry of the bank, by the day of its receipt in India. */
export async function sumDaysWithoutEntry(
  db: Reader,
  companyId: string,
  days: Days,
): Promise<UnprovenDay[]> {
  const { rows } = await db.execute<UnprovenDay>(sql`
    SELECT to_char((p.received_at AT TIME ZONE 'Asia/Kolkata')::date, 'YYYY-MM-DD') AS day,
        sum(p.received_paise)::float8 AS "receivedPaise",
        sum(p.applied_paise - coalesce(w.paise, 0))::float8 AS "approvedPaise",
        sum(coalesce(w.paise, 0))::float8 AS "waitingPaise",
        sum(p.refunded_paise)::float8 AS "refundedPaise",
        sum(p.received_paise - p.applied_paise - p.refunded_paise)::float8 AS "openPaise"
      FROM payments p LEFT JOIN (${waitingParts(companyId)}) AS w ON w.payment_id = p.id
     WHERE ${isWithoutEntry(companyId, days)}
     GROUP BY 1`);
  return rows;
}

/** Lists the newest signature of each account's day, with the signer's name. */
export async function listSignatures(db: Reader, companyId: string, { from, to }: Days) {
  const { rows } = await db.execute<AccountDay & { by: string; at: string }>(sql`
    SELECT DISTINCT ON (r.day, r.account_id) to_char(r.day, 'YYYY-MM-DD') AS day,
        r.account_id AS "accountId", r.entries,
        r.bank_paise::float8 AS "bankPaise", r.approved_paise::float8 AS "approvedPaise",
        r.waiting_paise::float8 AS "waitingPaise",
        r.refunded_paise::float8 AS "refundedPaise", r.open_paise::float8 AS "openPaise",
        r.put_away_paise::float8 AS "putAwayPaise", 0::float8 AS "excessPaise", u.name AS by,
        r.created_at AS at
      FROM reconciliations r JOIN users u ON u.company_id = r.company_id AND u.id = r.signed_by
     WHERE r.company_id = ${companyId} AND r.day BETWEEN ${from}::date AND ${to}::date
     ORDER BY r.day, r.account_id, r.created_at DESC, r.id DESC`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}

export async function insertSignature(
  tx: Executor,
  { excessPaise: _none, ...sums }: AccountDay,
  of: { companyId: string; day: string; signedBy: string },
): Promise<string> {
  const id = newId();
  await tx.insert(reconciliations).values({ ...sums, ...of, id });
  return id;
}

/** Reads the newest version of each account's details, removed ones too. */
export async function nameAccounts(db: Reader, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{
    id: string;
    bankName: string | null;
    accountNumber: string | null;
    upi: string | null;
  }>(sql`
    SELECT DISTINCT ON (id) id, bank_name AS "bankName", account_number AS "accountNumber", upi
      FROM beneficiaries
     WHERE company_id = ${companyId} AND id IN (${sql.join(
       ids.map((id) => sql`${id}::uuid`),
       sql`, `,
     )})
     ORDER BY id, version DESC`);
  return rows;
}
