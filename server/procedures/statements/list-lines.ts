import {
  countLines,
  listOpenLines,
  listPayable,
  listSettledLines,
  listStatements,
  type StatementLine,
} from "@db/queries/statements";
import {
  type LineCandidate,
  type LineList,
  type LineView,
  ListLines,
  type StatementList,
} from "@server/contracts/statements";
import { dateInIndia } from "@server/domain/dates/dates";
import { normaliseReference } from "@server/domain/orders/submission";
import { lastPageOf } from "@server/domain/paging/paging";
import { matchStatement } from "@server/domain/statements/match-statement";
import { referenceKeys } from "@server/domain/statements/tokens";
import type { AdminContext } from "../orders/decision";
import { adminProcedure } from "@server/procedures/trpc";

/** Open lines that are matched together, the oldest; more wait until some are settled. */
const OPEN_LINES = 1_000;
/** Orders that they are matched with. */
const MOST_ORDERS = 10_000;
/** Lines of a page. */
const LINES_A_PAGE = 50;
/** Statements that are listed. */
const MOST_STATEMENTS = 50;

/** Imported statements, the newest first. */
export const listImported = adminProcedure.query(async ({ ctx }): Promise<StatementList> => {
  const found = await listStatements(ctx.db, ctx.company.id, MOST_STATEMENTS);
  return found.map(({ statement, importedBy }) => ({
    id: statement.id,
    accountId: statement.accountId,
    fileName: statement.fileName,
    format: statement.format,
    rowCount: statement.rowCount,
    addedCount: statement.addedCount,
    unreadCount: statement.unread.length,
    importedBy,
    at: statement.createdAt.toISOString(),
  }));
});

/**
 * Credits by what became of them. Open ones come with the orders that they may pay, matched anew each
 * time, since orders are submitted and decided in between.
 */
export const listLines = adminProcedure
  .input(ListLines)
  .query(async ({ ctx, input: { status, page } }): Promise<LineList> => {
    const { db, company } = ctx;
    const total = await countLines(db, company.id, status);
    const offset = (page - 1) * LINES_A_PAGE;
    const lastPage = lastPageOf(total, LINES_A_PAGE);
    if (status !== "OPEN") {
      const found = await listSettledLines(db, company.id, {
        ...{ status, offset, limit: LINES_A_PAGE },
      });
      const lines = found.map(({ line, orderNumber }) => ({
        ...plainLine(line),
        ...{ orderNumber, outcome: null, candidates: [] },
      }));
      return { lines, total, lastPage };
    }
    const lines = await matchOpenLines(ctx);
    return { lines: lines.slice(offset, offset + LINES_A_PAGE), total, lastPage };
  });

const plainLine = (line: StatementLine) => ({
  id: line.id,
  bookedOn: line.bookedOn,
  amountPaise: line.amountPaise,
  narration: line.narration,
  reference: line.reference,
  status: line.status,
  note: line.note,
});

/** The open credits with the orders that they may pay now. */
export async function matchOpenLines({
  db,
  company,
}: Pick<AdminContext, "db"> & { company: { id: string } }): Promise<LineView[]> {
  const lines = await listOpenLines(db, company.id, OPEN_LINES);
  const references = new Set(
    lines.flatMap(({ reference, narration }) => [
      ...(reference === null ? [] : [normaliseReference(reference)]),
      ...referenceKeys(`${reference ?? ""} ${narration}`),
    ]),
  );
  const payable = await listPayable(db, company.id, {
    references: [...references],
    limit: MOST_ORDERS,
  });
  const byId = new Map(payable.map((order) => [order.id, order]));
  const matches = matchStatement(
    lines.map((line, at) => ({ ...line, row: at + 1 })),
    payable.map((order) => ({
      ...order,
      createdOn: dateInIndia(order.createdAt),
      isPending: order.status === "PENDING",
    })),
  );
  return lines.map((line, at) => {
    const match = matches[at];
    const candidates = (match?.candidates ?? []).flatMap((candidate): LineCandidate[] => {
      const order = byId.get(candidate.orderId);
      if (!order) return [];
      const { orderNumber, memberName, totalPaise, reference, version } = order;
      return [{ ...candidate, orderNumber, memberName, totalPaise, reference, version }];
    });
    return {
      ...plainLine(line),
      ...{ orderNumber: null, outcome: match?.outcome ?? "NONE", candidates },
    };
  });
}
