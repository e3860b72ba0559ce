import { adminProcedure, oncePerKey, recordAudit, router, type AdminContext } from "@server/access";
import { addEntry } from "./add-entries";
import { approveByLine, decideMany, linkLine } from "./approve-lines";
import {
  answerDays,
  dropFile,
  holdFile,
  importFile,
  mapFile,
  mendRow,
  showFile,
} from "./hold-statement";
import { importStatement } from "./import-statement";
import { linesOfOrder, listImported, listLines, showLine } from "./list-lines";
import { acceptSum, reopenLine, setLineAside, unlinkLine } from "./settle-line";
import { putAwayPayments } from "@server/payments";
import { orderDigits } from "@server/payments/rules/statements/tokens";
import type { Evidence } from "@server/payments/rules/match-statement";
import { type LineView, PutAwayMany } from "@server/orders/contracts/statements";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  fingerprintOf,
  linesFound,
  suggestOrders,
  suggestUnpaid,
} from "@server/orders/reading/suggest-orders";
import { isLikely } from "@server/payments/rules/suggest-order";

/**
 * Puts away all open entries that a kind of match and a search find, as they pay nothing here, with one
 * reason. Skips those that fit an order or are likely for one, that a member has named, or that another
 * admin settles meanwhile. Refuses with LIST_CHANGED if the list has other entries than the admin has seen.
 */
async function putAway(ctx: AdminContext, { outcome, search, seen, reason }: PutAwayMany) {
  const { db, company, actor } = ctx;
  const all = await suggestOrders(ctx);
  const open = await linesFound(ctx, all, search);
  const listed = open.filter((line) => line.outcome === outcome);
  if (listed.length === 0 || fingerprintOf(listed) !== seen) throw refuse("LIST_CHANGED");
  const suggested = await suggestUnpaid(ctx, outcome === "NONE" ? listed : [], all);
  const ids = listed
    .filter((line) => !fitsOrder(line) && !isLikely(suggested.get(line.id)?.evidence ?? []))
    .map(({ id }) => id);
  const { count, paise } = await putAwayPayments(db, company.id, ids, {
    note: reason,
    by: actor.id,
  });
  await recordAudit(ctx, {
    action: "statement.lines-put-away",
    subjectType: "company",
    subjectId: company.id,
    after: { count, amountPaise: paise, reason, ...(search && { search }) },
  });
  return { count, amountPaise: paise, leftOut: Math.max(0, listed.length - count) };
}

/** Tells whether an entry has the number of an order or of its payment, or may be for one alone: it is decided alone. */
const fitsOrder = ({ narration, reference, candidates }: LineView): boolean =>
  orderDigits(`${reference ?? ""} ${narration}`).size > 0 ||
  candidates.length === 1 ||
  candidates.some(({ evidence }) => evidence.some((one) => NAMES.has(one)));

const NAMES: ReadonlySet<Evidence> = new Set(["REFERENCE", "REFERENCE_HINT", "ORDER_NUMBER"]);

const putAwayMany = adminProcedure.input(PutAwayMany).mutation(oncePerKey(putAway));

export const statementsRouter = router({
  addEntry,
  hold: holdFile,
  file: showFile,
  map: mapFile,
  mend: mendRow,
  answerDays,
  importFile,
  drop: dropFile,
  import: importStatement,
  list: listImported,
  lines: listLines,
  line: showLine,
  linesOf: linesOfOrder,
  approve: approveByLine,
  decideMany,
  link: linkLine,
  setAside: setLineAside,
  putAwayMany,
  reopen: reopenLine,
  unlink: unlinkLine,
  acceptSum,
});
