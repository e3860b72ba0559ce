import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { orders, paymentClaims, paymentCredits, users } from "../schema";
import type { PaymentMethod, PaymentSort } from "../vocabulary";
import { isUnapplied } from "./payment-claims";
import { isOpen, openPaise } from "./payment-credits";
import { orderMatch, personMatch, referencePattern, valuesIn } from "./search";

/** Which payments without an order are listed. Days begin and end in India; `before` is exclusive. */
export interface OpenPaymentFilter {
  id?: string | undefined;
  kind?: "CLAIM" | "CREDIT" | undefined;
  method?: PaymentMethod | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  /** Of what is open, in paise, both inclusive. */
  leastPaise?: number | undefined;
  mostPaise?: number | undefined;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
}

/** A page of the list, as keys, and what the whole list adds up to. */
export interface OpenPaymentPage {
  keys: { kind: "CLAIM" | "CREDIT"; id: string; reference: string | null }[];
  total: number;
  sumPaise: number;
}

/** What the list is sorted by; rows that are equal in it follow by id. */
const SORT_COLUMNS: Readonly<Record<PaymentSort, SQL>> = {
  since: sql`open.at`,
  member: sql`lower(${users.name})`,
  memberId: sql`${users.referralCode}`,
  order: sql`${orders.orderNumber}`,
  tokens: sql`${orders.quantity}`,
  method: sql`open.method`,
  reference: sql`open.reference`,
  open: sql`open.open_paise`,
  entered: sql`open.paid_paise`,
  reason: sql`open.because`,
};

/**
 * A page of a company's payments that serve no order, by any column. It reads those alone, by the
 * indexes that hold nothing else, whatever the number of settled ones is.
 */
export async function pageOfOpenPayments(
  db: Executor,
  companyId: string,
  filter: OpenPaymentFilter,
  { by, isDescending }: { by: PaymentSort; isDescending: boolean },
  { limit, offset }: { limit: number; offset: number },
): Promise<OpenPaymentPage> {
  const way = isDescending ? sql`DESC` : sql`ASC`;
  const { rows } = await db.execute<{
    total: string;
    sum_paise: string;
    kind: "CLAIM" | "CREDIT" | null;
    id: string;
    reference: string | null;
  }>(sql`
    WITH open AS (
      SELECT 'CLAIM' AS kind, ${paymentClaims.id} AS id, ${paymentClaims.orderId} AS order_id,
             ${paymentClaims.memberId} AS member_id, ${paymentClaims.method} AS method,
             ${paymentClaims.reference} AS reference, ${paymentClaims.amountPaise} AS open_paise,
             ${paymentClaims.paidAmountPaise} AS paid_paise, ${paymentClaims.createdAt} AS at,
             ${paymentClaims.unappliedBecause} AS because
        FROM ${paymentClaims}
       WHERE ${paymentClaims.companyId} = ${companyId} AND ${isUnapplied}
       UNION ALL
      SELECT 'CREDIT', ${paymentCredits.id}, ${paymentClaims.orderId}, ${paymentClaims.memberId},
             ${paymentCredits.method}, ${paymentCredits.reference}, ${openPaise}, NULL,
             ${paymentCredits.receivedAt}, NULL
        FROM ${paymentCredits} JOIN ${paymentClaims}
          ON ${paymentClaims.companyId} = ${companyId} AND ${paymentClaims.id} = ${paymentCredits.claimId}
       WHERE ${paymentCredits.companyId} = ${companyId} AND ${isOpen}
    ), listed AS (
      SELECT open.kind, open.id, open.reference, open.open_paise, ${SORT_COLUMNS[by]} AS sorted_by
        FROM open
        JOIN ${orders} ON ${orders.companyId} = ${companyId} AND ${orders.id} = open.order_id
        JOIN ${users} ON ${users.companyId} = ${companyId} AND ${users.id} = open.member_id
       WHERE ${sql.join(conditions(filter), sql` AND `)}
    ), page AS (
      SELECT kind, id, reference, row_number() OVER (ORDER BY sorted_by ${way} NULLS LAST, id ${way}) AS place
        FROM listed ORDER BY place LIMIT ${limit} OFFSET ${offset}
    )
    SELECT totals.total, totals.sum_paise, page.kind, page.id, page.reference
      FROM (SELECT count(*) AS total, coalesce(sum(open_paise), 0) AS sum_paise FROM listed) AS totals
      LEFT JOIN page ON true
     ORDER BY page.place`);
  const [first] = rows;
  return {
    keys: rows.flatMap(({ kind, id, reference }) =>
      kind === null ? [] : [{ kind, id, reference }],
    ),
    total: Number(first?.total ?? 0),
    sumPaise: Number(first?.sum_paise ?? 0),
  };
}

function conditions(filter: OpenPaymentFilter): SQL[] {
  const { id, kind, method, from, before, leastPaise, mostPaise, pattern } = filter;
  return [
    sql`true`,
    ...(id ? [sql`open.id = ${id}`] : []),
    ...(kind ? [sql`open.kind = ${kind}`] : []),
    ...(method ? [sql`open.method = ${method}`] : []),
    ...(from ? [sql`open.at >= ${from.toISOString()}::timestamptz`] : []),
    ...(before ? [sql`open.at < ${before.toISOString()}::timestamptz`] : []),
    ...(leastPaise === undefined ? [] : [sql`open.open_paise >= ${leastPaise}::bigint`]),
    ...(mostPaise === undefined ? [] : [sql`open.open_paise <= ${mostPaise}::bigint`]),
    ...(pattern === null ? [] : [sql`(${sql.join(matches(pattern), sql` OR `)})`]),
  ];
}

/** What Manage Purchase finds an order by, of the payment and the order that it was meant for. */
function matches(pattern: string): SQL[] {
  const { sum, time } = valuesIn(pattern);
  return [
    personMatch(pattern),
    orderMatch(pattern),
    sql`open.reference ILIKE ${referencePattern(pattern)}`,
    ...(sum === null
      ? []
      : [sql`open.open_paise = ${sum}::bigint`, sql`open.paid_paise = ${sum}::bigint`]),
    ...(time === null
      ? []
      : [
          sql`(open.at >= ${time.from.toISOString()}::timestamptz AND open.at < ${time.before.toISOString()}::timestamptz)`,
        ]),
  ];
}
