import { type SQL, and, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { orders, paymentClaims, paymentCredits, users } from "../schema";
import type { PaymentMethod, PaymentSort } from "../vocabulary";
import { type List, type ListPage, pageOfList, type Sorting } from "./list";
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

/** A company's payments without an order, by the indexes that hold nothing else. */
const openPayments = (companyId: string): SQL => sql`(
  SELECT ${paymentClaims.companyId} AS company_id, 'CLAIM' AS kind, ${paymentClaims.id} AS id,
         ${paymentClaims.orderId} AS order_id, ${paymentClaims.memberId} AS member_id,
         ${paymentClaims.method} AS method, ${paymentClaims.reference} AS reference,
         ${paymentClaims.amountPaise} AS open_paise, ${paymentClaims.paidAmountPaise} AS paid_paise,
         ${paymentClaims.createdAt} AS at, ${paymentClaims.unappliedBecause} AS because
    FROM ${paymentClaims}
   WHERE ${paymentClaims.companyId} = ${companyId} AND ${isUnapplied}
   UNION ALL
  SELECT ${paymentCredits.companyId}, 'CREDIT', ${paymentCredits.id}, ${paymentClaims.orderId},
         ${paymentClaims.memberId}, ${paymentCredits.method}, ${paymentCredits.reference}, ${openPaise},
         NULL, ${paymentCredits.receivedAt}, NULL
    FROM ${paymentCredits} JOIN ${paymentClaims}
      ON ${paymentClaims.companyId} = ${companyId} AND ${paymentClaims.id} = ${paymentCredits.claimId}
   WHERE ${paymentCredits.companyId} = ${companyId} AND ${isOpen}
) AS open`;

function openPaymentList(companyId: string, filter: OpenPaymentFilter): List<PaymentSort> {
  const order = sql`JOIN ${orders} ON ${orders.companyId} = ${companyId} AND ${orders.id} = open.order_id`;
  const member = sql`JOIN ${users} ON ${users.companyId} = ${companyId} AND ${users.id} = open.member_id`;
  // A search has joined both.
  const isSearch = filter.pattern !== null;
  const ofOrder = isSearch ? {} : { joins: order };
  const ofMember = isSearch ? {} : { joins: member };
  return {
    table: openPayments(companyId),
    companyId: sql`open.company_id`,
    id: sql`open.id`,
    where: and(...conditions(filter)),
    ...(isSearch && { joins: sql`${order} ${member}` }),
    sum: sql`open.open_paise`,
    byDate: "since",
    sorts: {
      since: { by: sql`open.at`, isIndexed: true },
      open: { by: sql`open.open_paise`, isIndexed: true },
      member: { by: sql`lower(${users.name})`, ...ofMember },
      memberId: { by: users.referralCode, ...ofMember },
      order: { by: orders.orderNumber, ...ofOrder },
      tokens: { by: orders.quantity, ...ofOrder },
      method: { by: sql`open.method` },
      reference: { by: sql`open.reference` },
      entered: { by: sql`open.paid_paise` },
      reason: { by: sql`open.because` },
    },
  };
}

/**
 * A page of a company's payments that serve no order, and what is open of the whole list in paise. It
 * reads the open ones alone, whatever the number of settled ones is.
 */
export const pageOfOpenPayments = (
  db: Executor,
  companyId: string,
  filter: OpenPaymentFilter,
  sorting: Sorting<PaymentSort>,
  page: { limit: number; offset: number },
): Promise<ListPage> => pageOfList(db, openPaymentList(companyId, filter), sorting, page);

function conditions(filter: OpenPaymentFilter): SQL[] {
  const { id, kind, method, from, before, leastPaise, mostPaise, pattern } = filter;
  return [
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
