import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { orders, statementLines, users } from "../schema";
import type { LineSort, LineStatus } from "../vocabulary";
import { inOrderOf, type List, pageOfList, type Sorting } from "./list";
import { lineMatch } from "./search";

/** Which credits are listed. */
interface LineFilter {
  status: LineStatus;
  /** A LIKE pattern; null for no search. */
  pattern: string | null;
}

const ofOrder = and(
  eq(orders.companyId, statementLines.companyId),
  eq(orders.id, statementLines.orderId),
);
const bySettler = and(
  eq(users.companyId, statementLines.companyId),
  eq(users.id, statementLines.settledBy),
);

const lineList = (companyId: string, { status, pattern }: LineFilter): List<LineSort> => ({
  table: statementLines,
  companyId: statementLines.companyId,
  id: statementLines.id,
  where: and(
    eq(statementLines.companyId, companyId),
    eq(statementLines.status, status),
    // A literal, as the indexes of the list have it.
    sql`${statementLines.side} = 'CREDIT'`,
    pattern === null ? undefined : lineMatch(pattern),
  ),
  byDate: "booked",
  sorts: {
    booked: { by: statementLines.bookedOn, isIndexed: true },
    amount: { by: statementLines.amountPaise, isIndexed: true },
    settled: { by: statementLines.settledAt, isIndexed: true },
    order: { by: orders.orderNumber, joins: sql`LEFT JOIN ${orders} ON ${ofOrder}` },
    settledBy: { by: sql`lower(${users.name})`, joins: sql`LEFT JOIN ${users} ON ${bySettler}` },
  },
});

/** A page of a company's credits in a status, with their orders; searches text, reference, sum and day. */
export async function pageOfLines(
  db: Executor,
  companyId: string,
  filter: LineFilter,
  sorting: Sorting<LineSort>,
  page: { limit: number; offset: number },
) {
  const list = lineList(companyId, filter);
  const { keys, total, isSorted } = await pageOfList(db, list, sorting, page);
  const ids = keys.map(({ id }) => id);
  const rows = await db
    .select({
      line: statementLines,
      orderNumber: orders.orderNumber,
      orderStatus: orders.status,
      settledBy: users.name,
    })
    .from(statementLines)
    .leftJoin(users, bySettler)
    .leftJoin(orders, ofOrder)
    .where(and(eq(statementLines.companyId, companyId), inArray(statementLines.id, ids)));
  return { records: inOrderOf(keys, rows, ({ line }) => line.id), total, isSorted };
}
