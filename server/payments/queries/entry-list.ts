import { rowOf } from "@db/row-of";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { orders, paymentEvidence, payments, statementLines, users } from "@db/schema";
import type { LineSort, LineStatus } from "@db/vocabulary";
import { evidenceOfLine, isInStatus, paymentOfLine } from "./entries";
import {
  nameOrKey,
  inOrderOf,
  type List,
  pageOfList,
  type Sorting,
  lineMatch,
  missingPaise,
} from "@server/platform";

interface EntryFilter {
  status: LineStatus;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
}

const settledBy = sql`coalesce(${paymentEvidence.decidedBy}, ${payments.settledBy}, ${payments.confirmedBy})`;

const ofOrder = rowOf(orders, paymentEvidence.companyId, payments.orderId);
const bySettler = rowOf(users, paymentEvidence.companyId, settledBy);

/** Matches the company, a literal as in the indexes of lines, and the search. */
const isFound = (companyId: string, pattern: string) =>
  and(
    eq(statementLines.companyId, companyId),
    sql`${statementLines.side} = 'CREDIT'`,
    lineMatch(pattern),
  );

function entryList(companyId: string, { status, pattern }: EntryFilter): List<LineSort> {
  const payment = sql`JOIN ${payments} ON ${paymentOfLine}`;
  return {
    table: paymentEvidence,
    companyId: paymentEvidence.companyId,
    id: paymentEvidence.lineId,
    ...(pattern !== null && { joins: sql`JOIN ${statementLines} ON ${evidenceOfLine}` }),
    where: and(
      isInStatus(companyId, status),
      pattern === null ? undefined : isFound(companyId, pattern),
    ),
    byDate: "booked",
    sorts: {
      booked: { by: paymentEvidence.bookedOn, isIndexed: true },
      amount: { by: paymentEvidence.amountPaise, isIndexed: true },
      settled: { by: paymentEvidence.decidedAt, isIndexed: true },
      order: { by: orders.orderNumber, joins: sql`${payment} LEFT JOIN ${orders} ON ${ofOrder}` },
      settledBy: {
        by: sql`lower(${users.name})`,
        joins: sql`${payment} LEFT JOIN ${users} ON ${bySettler}`,
      },
    },
  };
}

/**
 * Returns a page of a company's credits in a status, with their orders; searches text, reference, sum
 * and day.
 */
export async function pageOfEntries(
  db: Executor,
  companyId: string,
  filter: EntryFilter,
  sorting: Sorting<LineSort>,
  page: { limit: number; offset: number },
) {
  const list = entryList(companyId, filter);
  const { keys, total, isSorted } = await pageOfList(db, list, sorting, page);
  const ids = keys.map(({ id }) => id);
  const rows = await db
    .select({
      line: statementLines,
      payment: payments,
      orderNumber: orders.orderNumber,
      orderStatus: orders.status,
      missingPaise,
      settledBy: nameOrKey(users.name, paymentEvidence.companyId, settledBy),
      settledAt: paymentEvidence.decidedAt,
    })
    .from(statementLines)
    .innerJoin(paymentEvidence, evidenceOfLine)
    .innerJoin(payments, paymentOfLine)
    .leftJoin(users, bySettler)
    .leftJoin(orders, ofOrder)
    .where(and(eq(statementLines.companyId, companyId), inArray(statementLines.id, ids)));
  return { records: inOrderOf(keys, rows, ({ line }) => line.id), total, isSorted };
}
