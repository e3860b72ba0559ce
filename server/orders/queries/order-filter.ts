import { rowOf } from "@db/row-of";
import { type SQL, and, eq, gte, ilike, isNotNull, lt, lte, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { companies, orders, users } from "@db/schema";
import {
  type OrderSort,
  type PaymentMethod,
  SUBMITTED_STATUSES,
  type SubmittedStatus,
} from "@db/vocabulary";
import {
  type List,
  finalPaise,
  findsAllOrders,
  isAskedForRest,
  lastDecidedAt,
  orderMatch,
  memberIdMatch,
  personMatch,
  valueMatches,
} from "@server/platform";

/** Limits of a list. Days begin and end in India; `before` is exclusive. */
interface OrderRanges {
  /** Creation of the order. */
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** Last decision on the order. */
  decidedFrom?: Date | undefined;
  decidedBefore?: Date | undefined;
  /** Paise of the final amount that the list shows, both inclusive. */
  leastPaise?: number | undefined;
  mostPaise?: number | undefined;
}

export interface OrderListFilter extends OrderRanges {
  status: SubmittedStatus | undefined;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
  method?: PaymentMethod | undefined;
  isFlagged?: boolean | undefined;
  /** Limits waiting orders to those that an admin can decide, or whose member is asked for the rest. */
  waitsFor?: "DECISION" | "REST" | undefined;
  /** True for an API key: the search compares nothing that its answer hides. */
  isByKey?: boolean;
}

// The statuses are literals, so that the planner matches the partial indexes of submitted orders.
const isSubmitted = sql`${orders.status} IN (${sql.raw(SUBMITTED_STATUSES.map((one) => `'${one}'`).join(", "))})`;

const inStatus = (status: SubmittedStatus | undefined): SQL =>
  status ? eq(orders.status, status) : isSubmitted;

/** Returns all conditions of a filter but the search and the company. */
function orderConditions(filter: OrderListFilter): SQL | undefined {
  const { createdFrom, createdBefore, decidedFrom, decidedBefore, leastPaise, mostPaise } = filter;
  const isDecided = decidedFrom || decidedBefore ? isNotNull(orders.decidedAt) : undefined;
  return and(
    inStatus(filter.status),
    filter.method ? eq(orders.paymentMethod, filter.method) : undefined,
    filter.isFlagged ? sql`jsonb_array_length(${orders.flags}) > 0` : undefined,
    filter.waitsFor === "REST" ? isAskedForRest : undefined,
    filter.waitsFor === "DECISION" ? not(isAskedForRest) : undefined,
    createdFrom && gte(orders.createdAt, createdFrom),
    createdBefore && lt(orders.createdAt, createdBefore),
    isDecided,
    decidedFrom && gte(lastDecidedAt, decidedFrom.toISOString()),
    decidedBefore && lt(lastDecidedAt, decidedBefore.toISOString()),
    leastPaise === undefined ? undefined : gte(finalPaise, leastPaise),
    mostPaise === undefined ? undefined : lte(finalPaise, mostPaise),
  );
}

/** An order with the member's fields that lists show. */
export const listed = {
  order: orders,
  user: { referralCode: users.referralCode, name: users.name, mobile: users.mobile },
};

/** Joins the order's member. */
export const ofOrder = rowOf(users, orders.companyId, orders.memberId);
export const deciders = alias(users, "deciders");
export const byDecider = rowOf(deciders, orders.companyId, orders.decidedBy);

const key = sql`${orders.companyId}, ${orders.id}`;
const found = sql`${orders.companyId} AS company_id, ${orders.id} AS id, ${orders.createdAt} AS at`;

/** Selects the orders that satisfy all conditions and a search (`List.found`), each part by an index. */
function searched(
  { companyId, isOfPlatform = false }: Scope,
  conditions: SQL | undefined,
  { pattern, isByKey = false }: { pattern: string; isByKey?: boolean | undefined },
): SQL {
  const own = and(companyId ? eq(orders.companyId, companyId) : undefined, conditions);
  const isTheirs = isByKey ? memberIdMatch(pattern) : personMatch(pattern);
  const people = and(companyId ? eq(users.companyId, companyId) : undefined, isTheirs);
  const parts = [
    sql`SELECT ${found} FROM ${orders} WHERE ${and(own, orderMatch(pattern))}`,
    sql`SELECT ${found} FROM ${users} JOIN ${orders} ON ${ofOrder} WHERE ${and(people, own)}`,
  ];
  if (isOfPlatform) {
    parts.push(
      sql`SELECT ${found} FROM ${companies} JOIN ${orders} ON ${orders.companyId} = ${companies.id}
           WHERE ${and(ilike(companies.name, pattern), own)}`,
    );
  } else {
    parts.push(
      ...valueMatches(pattern, { isShown: isByKey }).map(
        (isMatch) => sql`SELECT ${found} FROM ${orders} WHERE ${and(own, isMatch)}`,
      ),
    );
  }
  return sql.join(parts, sql` UNION `);
}

interface Scope {
  /** Undefined for all companies. */
  companyId: string | undefined;
  /** A super admin's search compares the names of companies, and no sums and days. */
  isOfPlatform?: boolean;
}

/** Returns the list of submitted orders of a company, or of all of them for a super admin. */
export function orderList(filter: OrderListFilter, scope: Scope): List<OrderSort> {
  const { status, pattern, isByKey } = filter;
  const conditions = orderConditions(filter);
  const search =
    pattern === null || findsAllOrders(pattern)
      ? undefined
      : searched(scope, conditions, { pattern, isByKey });
  const where = and(
    scope.companyId === undefined ? undefined : eq(orders.companyId, scope.companyId),
    search ? sql`(${key}) IN (SELECT company_id, id FROM (${search}) AS found)` : conditions,
  );
  const member = sql`JOIN ${users} ON ${ofOrder}`;
  const decider = sql`LEFT JOIN ${users} AS "deciders" ON ${byDecider}`;
  // The indexes of these columns begin with the status.
  const hasStatus = status !== undefined;
  const isDecided =
    status !== undefined && status !== "PENDING" ? isNotNull(orders.decidedAt) : undefined;
  return {
    table: orders,
    companyId: orders.companyId,
    id: orders.id,
    where,
    found: search,
    byDate: "date",
    sorts: {
      date: { by: orders.createdAt, isIndexed: true },
      total: { by: finalPaise, isIndexed: hasStatus },
      decided: { by: lastDecidedAt, isIndexed: hasStatus, where: isDecided },
      order: { by: orders.orderNumber },
      userId: { by: users.referralCode, joins: member },
      name: { by: sql`lower(${users.name})`, joins: member },
      mobile: { by: users.mobile, joins: member },
      method: { by: orders.paymentMethod },
      reference: { by: orders.reference },
      price: { by: orders.priceMicroRupees },
      quantity: { by: sql`coalesce(${orders.approvedQuantity}, ${orders.quantity})` },
      entered: { by: orders.paidAmountPaise },
      // Sorted by the number of flags.
      flags: { by: sql`jsonb_array_length(${orders.flags})` },
      decidedBy: { by: sql`lower(${deciders.name})`, joins: decider },
    },
  };
}
