import {
  countEntries,
  findEntry,
  listLinesOf,
  pageOfEntries,
  bankSumsOf,
  findWaitingFile,
  listStatements,
} from "@server/payments";
import { OPEN_OUTCOMES, type OpenOutcome } from "@db/vocabulary";
import {
  type LineList,
  type LineView,
  type LinkedLine,
  ListLines,
  ShowLine,
  type ShownLine,
  type StatementList,
} from "@server/orders/contracts/statements";
import { OrderRef } from "@server/orders/contracts/order-details";
import { containsPattern } from "@server/platform/rules/like";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lastPageOf } from "@server/platform/rules/paging";
import { waitingApprovals } from "@server/companies";
import { MOST_AT_ONCE } from "@server/companies/rules/allowance";
import { answerOf, ENTRY_ANSWERS } from "@server/orders/rules/answer-of-entry";
import { adminProcedure, type AdminContext } from "@server/access";
import { identityRulesOf } from "@server/companies/rules/identity";
import { listUnproven } from "@server/orders/queries/person-orders";
import { listSameProof } from "@server/orders/queries/order-review";
import { payerNameIn } from "@server/payments/rules/statements/payer-name";
import { plainLine, statusOf } from "@server/orders/reading/shown-entry";
import {
  fingerprintOf,
  linesFound,
  suggestOrders,
  suggestUnpaid,
} from "@server/orders/reading/suggest-orders";

const MOST_STATEMENTS = 50;
/** Maximum of orders with the same files that a page of entries names. */
const MOST_SAME = 50;

/** Lists imported statements, newest first. */
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
    unreadCount: statement.unreadCount,
    importedBy,
    at: statement.createdAt.toISOString(),
  }));
  return { statements, waiting: waiting ?? null };
});

/**
 * Lists credits by status. Open ones come with the orders that they may pay, matched anew each time,
 * since orders are submitted and decided in between.
 */
export const listLines = adminProcedure
  .input(ListLines)
  .query(async ({ ctx, input }): Promise<LineList> => {
    const { status, outcome, page, limit, search, sort: by, isDescending } = input;
    const { db, company } = ctx;
    if (status !== "OPEN") {
      const pattern = containsPattern(search);
      const read = (offset: number) =>
        pageOfEntries(db, company.id, { status, pattern }, { by, isDescending }, { limit, offset });
      const [counts, asked, all] = await Promise.all([
        countEntries(db, company.id),
        read((page - 1) * limit),
        suggestOrders(ctx),
      ]);
      const { offset, shown } = placeOf({ page, limit }, asked.total);
      const found = shown.page === page ? asked : await read(offset);
      const lines = found.records.map(
        ({ line, payment, settledBy, settledAt, orderNumber, orderStatus, missingPaise }) => ({
          ...plainLine({ line, payment }, status),
          orderNumber,
          orderStatus,
          missingPaise,
          outcome: null,
          otherSum: null,
          candidates: [],
          returns: [],
          suggestion: null,
          payer: null,
          settled: { at: settledAt?.toISOString() ?? null, by: settledBy },
        }),
      );
      const { total, isSorted } = found;
      return {
        ...shown,
        lines,
        total,
        isSorted,
        counts,
        ...countOutcomes(await linesFound(ctx, all, search)),
        outcome: null,
        seen: null,
        others: [],
        otherCounts: {},
      };
    }
    const [counts, all, waiting] = await Promise.all([
      countEntries(db, company.id),
      suggestOrders(ctx),
      waitingApprovals(ctx, null),
    ]);
    const open = await linesFound(ctx, all, search);
    const counted = countOutcomes(open);
    const { outcomes } = counted;
    const shown =
      outcome === "FIRST" ? (OPEN_OUTCOMES.find((one) => outcomes[one] > 0) ?? "NONE") : outcome;
    const listed = shown ? open.filter(({ outcome: is }) => is === shown) : open;
    const total = listed.length;
    const at = placeOf({ page, limit }, listed.length);
    // Nothing pays the old ones: what has come last is looked at first.
    const ordered = shown === "NONE" ? listed.toReversed() : listed;
    const onPage = ordered.slice(at.offset, at.offset + limit);
    const members = onPage.flatMap(({ candidates }) => candidates.map(({ memberId }) => memberId));
    const [suggested, sameProof, unproven] = await Promise.all([
      suggestUnpaid(ctx, shown === "NONE" ? onPage : [], all),
      sameProofOf(ctx, onPage),
      listUnproven(db, identityRulesOf(company.settings), company.id, members),
    ]);
    const lines = onPage.map((line) => ({
      ...line,
      suggestion: suggested.get(line.id) ?? null,
      payer: payerNameIn(line.narration),
      candidates: line.candidates.map((candidate) => ({
        ...candidate,
        sameProofOrders: sameProof.flatMap((same) =>
          same.of === candidate.orderId ? same.orderNumber : [],
        ),
        unproven: unproven.get(candidate.memberId) ?? null,
        waiting: waiting.get(candidate.orderId) ?? null,
      })),
    }));
    return {
      ...at.shown,
      lines,
      total,
      isSorted: true,
      counts,
      ...counted,
      outcome: shown ?? null,
      seen: fingerprintOf(listed),
      ...othersOf(ordered, { offset: at.offset, limit }, waiting),
    };
  });

/** Lists the orders with the same file as flagged ones of these entries. */
async function sameProofOf({ db, company }: AdminContext, lines: readonly LineView[]) {
  const flagged = lines
    .flatMap(({ candidates }) => candidates)
    .filter(({ flags }) => flags.includes("REPEATED_PROOF"))
    .map(({ orderId }) => orderId);
  if (flagged.length === 0) return [];
  return listSameProof(db, company.id, { orderIds: flagged, limit: MOST_SAME });
}

/**
 * Returns the answers that the entries of the other pages give, those of the next pages first. Of each
 * answer there are as many as a page of entries leaves of a decision on several, and the number of all.
 */
function othersOf(
  ordered: readonly LineView[],
  { offset, limit }: { offset: number; limit: number },
  waiting: ReadonlyMap<string, unknown>,
): Pick<LineList, "others" | "otherCounts"> {
  const before = ordered.slice(0, offset);
  const all = [...ordered.slice(offset + limit), ...before].flatMap((line) => {
    const found = answerOf(line);
    if (!found || waiting.has(found.order.orderId)) return [];
    const { orderId, version, totalPaise } = found.order;
    return { ...found, order: { orderId, version, totalPaise }, line: { id: line.id } };
  });
  const byAnswer = ENTRY_ANSWERS.map(
    (answer) => [answer, all.filter((one) => one.answer === answer)] as const,
  );
  return {
    others: byAnswer.flatMap(([, those]) => those.slice(0, MOST_AT_ONCE - limit)),
    otherCounts: Object.fromEntries(byAnswer.map(([answer, { length }]) => [answer, length])),
  };
}

/** Counts open credits by kind of match. */
function countOutcomes(open: readonly LineView[]): Pick<LineList, "outcomes" | "apart"> {
  const of = (one: OpenOutcome) => open.filter(({ outcome }) => outcome === one);
  return {
    outcomes: {
      WENT_BACK: of("WENT_BACK").length,
      CERTAIN: of("CERTAIN").length,
      OTHER_SUM: of("OTHER_SUM").length,
      CANDIDATES: of("CANDIDATES").length,
      NONE: of("NONE").length,
    },
    apart: of("CERTAIN").filter((line) => answerOf(line)?.answer !== "CERTAIN").length,
  };
}

/** Returns one credit. Refuses with STATEMENT_LINE_NOT_FOUND, also for another company's. */
export const showLine = adminProcedure
  .input(ShowLine)
  .query(async ({ ctx, input }): Promise<ShownLine> => {
    const { db, company } = ctx;
    const entry = await findEntry(db, company.id, input.lineId);
    if (!entry) throw refuse("STATEMENT_LINE_NOT_FOUND");
    const sums = await bankSumsOf(db, company.id, [entry.payment.id]);
    return plainLine(entry, statusOf(entry.payment, sums.get(entry.payment.id)));
  });

/** Lists the credits that show an order's money, oldest first; none for another company's. */
export const linesOfOrder = adminProcedure
  .input(OrderRef)
  .query(({ ctx, input }): Promise<LinkedLine[]> =>
    listLinesOf(ctx.db, ctx.company.id, input.orderId),
  );

/** Returns the offset of a page; a page beyond the last one is the last one, since lines are settled. */
function placeOf(asked: { page: number; limit: number }, total: number) {
  const lastPage = lastPageOf(total, asked.limit);
  const page = Math.min(asked.page, lastPage);
  return { offset: (page - 1) * asked.limit, shown: { page, lastPage } };
}
