import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { rowOf } from "@db/row-of";
import type { Executor } from "@db/client";
import { idAt } from "@db/ids";
import { orders, users } from "@db/schema";
import type { OrderStatus } from "@db/vocabulary";

/** So many of a status, and of a sum in its time, are read, the newest. */
const MOST = 200;

const UNPAID: OrderStatus[] = ["OPEN", "PENDING", "REJECTED", "EXPIRED", "CANCELLED"];

/** Returns the least id of an instant. */
const firstIdAt = (at: Date): string => idAt(at, new Uint8Array(16));

/**
 * Lists orders that wait, were rejected or were never submitted, of one of these sums and its time, that
 * lack one of these sums, or with one of these numbers, and the newest that were not given up: what
 * entries without a match may be for.
 */
export const listUnpaid = async (
  db: Executor,
  companyId: string,
  asked: {
    sums: readonly { paise: number; from: Date; to: Date }[];
    numbers: readonly string[];
    except: readonly string[];
  },
) => {
  const sums = asked.sums.map(({ paise, from, to }) => ({
    paise,
    first: firstIdAt(from),
    last: firstIdAt(to),
  }));
  const isFree = sql`id <> ALL (${sql.param([...asked.except])}::uuid[])`;
  // An id begins with its time, so that the index `orders_amounts` has the newest of a sum in order.
  const found = sql`
    SELECT newest.id
      FROM (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
              AS all_sums (paise bigint, first uuid, last uuid)) AS asked
     CROSS JOIN unnest(${sql.param(UNPAID)}::text[]) AS unpaid (status)
     CROSS JOIN LATERAL (
       SELECT id FROM orders
        WHERE company_id = ${companyId} AND orders.status = unpaid.status
          AND coalesce(approved_amount_paise + approved_fee_paise, total_paise) = asked.paise
          AND id BETWEEN asked.first AND asked.last AND ${isFree}
        ORDER BY id DESC LIMIT ${MOST}) AS newest
     UNION
    SELECT newest.id FROM unnest(ARRAY['OPEN', 'PENDING', 'REJECTED']) AS held (status)
     CROSS JOIN LATERAL (
       SELECT id FROM orders
        WHERE company_id = ${companyId} AND orders.status = held.status AND ${isFree}
        ORDER BY created_at DESC, id DESC LIMIT ${MOST}) AS newest
     UNION
    SELECT id FROM orders
     WHERE company_id = ${companyId} AND status = 'PENDING' AND received_paise IS NOT NULL
       AND total_paise - received_paise = ANY (${sql.param(sums.map(({ paise }) => paise))}::bigint[])
       AND ${isFree}
     UNION
    SELECT id FROM orders
     WHERE company_id = ${companyId} AND order_number = ANY (${sql.param([...asked.numbers])}::text[])
       AND ${isFree}`;
  return db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      memberName: users.name,
      memberId: users.referralCode,
      mobile: users.mobile,
      /** Paise of the total, or the missing ones if a part was received. */
      totalPaise: sql<number>`${orders.totalPaise} - coalesce(${orders.receivedPaise}, 0)`.mapWith(
        Number,
      ),
      createdAt: orders.createdAt,
      status: orders.status,
    })
    .from(orders)
    .innerJoin(users, rowOf(users, companyId, orders.memberId))
    .where(
      and(
        eq(orders.companyId, companyId),
        inArray(orders.status, UNPAID),
        sql`${orders.id} IN (${found})`,
      ),
    )
    .orderBy(asc(orders.id));
};
