import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { isAskedForRest } from "@server/platform";

/** Returns the local time in India of an instant; null is now, by the database's clock. */
const localTime = (at: Date | null) =>
  sql`(coalesce(${at?.toISOString() ?? null}::timestamptz, now()) AT TIME ZONE 'Asia/Kolkata')`;

/**
 * Lists companies whose daily mail is due: their hour has come, and it was not sent on this day.
 * Suspended ones get none.
 */
export async function listDueDigests(
  db: Executor,
  { at, defaultHour, limit }: { at: Date | null; defaultHour: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM companies c LEFT JOIN order_digests d ON d.company_id = c.id
     WHERE c.status = 'ACTIVE'
       AND extract(hour FROM ${localTime(at)}) >= coalesce((c.settings->>'digestHour')::int, ${defaultHour})
       AND (d.last_on IS NULL OR d.last_on < ${localTime(at)}::date)
     ORDER BY c.id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Takes the day's mail of a company for this transaction. Of two instances the second waits for the
 * first one's commit and then finds it taken; after a rollback it takes it.
 */
export async function claimDigest(
  tx: Executor,
  companyId: string,
  at: Date | null,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO order_digests AS d (company_id, last_on) VALUES (${companyId}, ${localTime(at)}::date)
    ON CONFLICT (company_id) DO UPDATE SET last_on = excluded.last_on
     WHERE d.last_on < excluded.last_on`);
  return rowCount === 1;
}

/** Lists the PENDING orders that an admin can decide and that wait longest, for the daily mail. */
export async function listOldestWaiting(db: Executor, companyId: string, limit: number) {
  const { rows } = await db.execute<{
    id: string;
    order_number: string;
    missing_paise: string;
    payment_method: string | null;
    submitted_at: string;
    is_flagged: boolean;
    member: string;
  }>(sql`
    SELECT orders.id, orders.order_number, orders.total_paise - coalesce(orders.received_paise, 0) AS missing_paise, orders.payment_method, orders.submitted_at,
           jsonb_array_length(orders.flags) > 0 AS is_flagged, u.name AS member
      FROM orders JOIN users u ON u.company_id = orders.company_id AND u.id = orders.member_id
     WHERE orders.company_id = ${companyId} AND orders.status = 'PENDING' AND orders.submitted_at IS NOT NULL AND NOT ${isAskedForRest}
     ORDER BY orders.submitted_at, orders.id LIMIT ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    orderNumber: row.order_number,
    missingPaise: Number(row.missing_paise),
    method: row.payment_method ?? "",
    submittedAt: new Date(row.submitted_at),
    isFlagged: row.is_flagged,
    member: row.member,
  }));
}
