import {
  countLines,
  findLine,
  listLinesOf,
  findWaitingFile,
  listOpenLines,
  listPayable,
  listStatements,
  type StatementLine,
} from "@db/queries/statements";
import { pageOfLines } from "@db/queries/statement-line-list";
import {
  type LineCandidate,
  type LineList,
  type LineView,
  type LinkedLine,
  ListLines,
  ShowLine,
  type ShownLine,
  type StatementList,
} from "@server/contracts/statements";
import { OrderRef } from "@server/contracts/order-details";
import { dateInIndia } from "@server/domain/dates/dates";
import { needsSingleDecision, normaliseReference } from "@server/domain/orders/submission";
import { containsPattern } from "@server/domain/search/like";
import { refuse } from "@server/domain/refusals/refuse";
import { lastPageOf } from "@server/domain/paging/paging";
import {
  MATCH_OUTCOMES,
  matchStatement,
  type RowMatch,
} from "@server/domain/statements/match-statement";
import { referenceKeys } from "@server/domain/statements/tokens";
import { waitingApprovals } from "../changes/waiting-approvals";
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
  const { db, company, actor } = ctx;
  const [found, waiting] = await Promise.all([
    listStatements(db, company.id, MOST_STATEMENTS),
    findWaitingFile(db, { companyId: company.id, heldBy: actor.id }),
  ]);
  const statements = found.map(({ statement, importedBy }) => ({
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
  return { statements, waiting: waiting ?? null };
});

/**
 * Credits by what became of them. Open ones come with the orders that they may pay, matched anew each
 * time, since orders are submitted and decided in between.
 */
export const listLines = adminProcedure
  .input(ListLines)
  .query(async ({ ctx, input }): Promise<LineList> => {
    const { status, outcome, page, search, sort: by, isDescending } = input;
    const { db, company } = ctx;
    if (status !== "OPEN") {
      const pattern = containsPattern(search);
      const read = (offset: number) =>
        pageOfLines(
          db,
          company.id,
          { status, pattern },
          { by, isDescending },
          { limit: LINES_A_PAGE, offset },
        );
      const [counts, asked] = await Promise.all([
        countLines(db, company.id),
        read((page - 1) * LINES_A_PAGE),
      ]);
      const { offset, shown } = placeOf(page, asked.total);
      const found = shown.page === page ? asked : await read(offset);
      const lines = found.records.map(({ line, settledBy, ...order }) => ({
        ...plainLine(line),
        ...{ ...order, outcome: null, candidates: [] },
        settled: line.settledAt && { at: line.settledAt.toISOString(), by: settledBy },
      }));
      const { total, isSorted } = found;
      return { ...shown, lines, total, isSorted, counts, outcomes: null, outcome: null };
    }
    const [counts, open, waiting] = await Promise.all([
      countLines(db, company.id),
      matchOpenLines(ctx),
      waitingApprovals(ctx, null),
    ]);
    const isOf = (one: RowMatch["outcome"]) => (line: LineView) => line.outcome === one;
    const outcomes = {
      CERTAIN: open.filter(isOf("CERTAIN")).length,
      CANDIDATES: open.filter(isOf("CANDIDATES")).length,
      NONE: open.filter(isOf("NONE")).length,
    };
    const shown =
      outcome === "FIRST" ? (MATCH_OUTCOMES.find((one) => outcomes[one] > 0) ?? "NONE") : outcome;
    const listed = shown ? open.filter(isOf(shown)) : open;
    const total = shown ? listed.length : counts.OPEN;
    const at = placeOf(page, listed.length);
    const lines = listed.slice(at.offset, at.offset + LINES_A_PAGE).map((line) => ({
      ...line,
      candidates: line.candidates.map((candidate) => ({
        ...candidate,
        waiting: waiting.get(candidate.orderId) ?? null,
      })),
    }));
    const isSorted = true;
    return { ...at.shown, lines, total, isSorted, counts, outcomes, outcome: shown ?? null };
  });

/** One credit. Refuses with STATEMENT_LINE_NOT_FOUND, also for another company's. */
export const showLine = adminProcedure
  .input(ShowLine)
  .query(async ({ ctx, input }): Promise<ShownLine> => {
    const line = await findLine(ctx.db, ctx.company.id, input.lineId);
    if (!line || line.side !== "CREDIT") throw refuse("STATEMENT_LINE_NOT_FOUND");
    return plainLine(line);
  });

/** The credits that are given to an order, oldest first; none for another company's. */
export const linesOfOrder = adminProcedure
  .input(OrderRef)
  .query(({ ctx, input }): Promise<LinkedLine[]> =>
    listLinesOf(ctx.db, ctx.company.id, input.orderId),
  );

/** Where a page begins; a page beyond the last one is the last one, since lines are settled. */
function placeOf(asked: number, total: number) {
  const lastPage = lastPageOf(total, LINES_A_PAGE);
  const page = Math.min(asked, lastPage);
  return { offset: (page - 1) * LINES_A_PAGE, shown: { page, lastPage } };
}

const plainLine = (line: StatementLine) => ({
  id: line.id,
  accountId: line.accountId,
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
      const { orderNumber, memberName, totalPaise, reference, version, status, flags } = order;
      const isPartPaid = status === "PENDING" && order.receivedPaise !== null;
      return [
        {
          ...candidate,
          ...{ orderNumber, memberName, totalPaise, reference, version, status, flags },
          receivedPaise: isPartPaid ? order.receivedPaise : null,
          needsOwnDecision: isPartPaid || needsSingleDecision(flags, { isSumKnown: true }),
          waiting: null,
        },
      ];
    });
    return {
      ...plainLine(line),
      ...{ orderNumber: null, orderStatus: null, settled: null },
      ...{ outcome: match?.outcome ?? "NONE", candidates },
    };
  });
}
