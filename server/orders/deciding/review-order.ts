import { shownReturn, statusOf } from "@server/orders/reading/shown-entry";
import { findOrdersOfCompany } from "@server/orders/queries/order-details";
import {
  findReviewedMember,
  listLinesFor,
  listOtherOrders,
  listSameProof,
} from "@server/orders/queries/order-review";
import { listUnproven } from "@server/orders/queries/person-orders";
import { identityRulesOf } from "@server/companies/rules/identity";
import { bankSumsOf, keysOf, listReturnsOf, listStatements } from "@server/payments";
import { OrderRef } from "@server/orders/contracts/order-details";
import type { OrderReview, ReviewedLine } from "@server/orders/contracts/review";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { contradicts } from "@server/payments/rules/link-entry";
import { bankKeys, hintsOf, typedKey } from "@server/payments/rules/keys";
import { payerNameIn } from "@server/payments/rules/statements/payer-name";
import { entriesNaming, type NamingLine } from "@server/orders/reading/entries-naming";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { matchStatement } from "@server/payments/rules/match-statement";
import { adminProcedure, type AdminContext } from "@server/access";

type Reviewed = Awaited<ReturnType<typeof findOrdersOfCompany>>[number];

/** Maximum of other orders, and of statement entries, that a page shows beside one order. */
const MOST_SHOWN = 5;
/** Maximum of candidate entries from which the likeliest are chosen. */
const MOST_LINES = 50;

/**
 * Returns the evidence for an admin's decision on an order: the member, orders with the same proof, the
 * bank's entries.
 */
export const reviewOrder = adminProcedure
  .input(OrderRef)
  .query(async ({ ctx, input }): Promise<OrderReview> => {
    const { db, company } = ctx;
    const [found] = await findOrdersOfCompany(db, company.id, [input.orderId]);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    const { order } = found;
    const [member, others, sameProof, lines, [statement], unproven] = await Promise.all([
      findReviewedMember(db, company.id, order.memberId),
      listOtherOrders(db, company.id, {
        memberId: order.memberId,
        except: order.id,
        limit: MOST_SHOWN,
      }),
      order.proofMediaId === null
        ? []
        : listSameProof(db, company.id, { orderIds: [order.id], limit: MOST_SHOWN }),
      linesFor(ctx, found),
      listStatements(db, company.id, 1),
      listUnproven(db, identityRulesOf(company.settings), company.id, [order.memberId]),
    ]);
    if (!member) throw refuse("ORDER_NOT_FOUND");
    const { createdAt, ...known } = member;
    return {
      member: { ...known, joinedAt: createdAt.toISOString() },
      unproven: unproven.get(order.memberId) ?? null,
      others: {
        counts: others.counts,
        newest: others.newest.map(({ at, ...other }) => ({ ...other, at: at.toISOString() })),
      },
      sameProof,
      lines,
      hasStatements: statement !== undefined,
    };
  });

/**
 * Returns the entry that pays an order, or the open ones that may: those that agree with it, else those
 * that name its member and that no order explains. It compares with this order only, so it calls nothing
 * certain; an approval by an entry checks its sum again.
 */
async function linesFor(ctx: AdminContext, found: Reviewed): Promise<ReviewedLine[]> {
  const agreeing = await agreeingLines(ctx, found);
  const lacksMoney = found.order.status === "PENDING" || found.order.status === "REJECTED";
  if (!lacksMoney || agreeing.some(({ status }) => status === "OPEN")) return agreeing;
  const naming = (await entriesNaming(ctx, [found])).get(found.order.id) ?? [];
  return [...agreeing, ...naming.slice(0, MOST_SHOWN).map(namingLine)];
}

const namingLine = (line: NamingLine): ReviewedLine => ({
  id: line.id,
  bookedOn: line.bookedOn,
  amountPaise: line.amountPaise,
  narration: line.narration,
  reference: line.reference,
  status: line.status,
  isOwn: false,
  isPerhaps: true,
  payer: payerNameIn(line.narration),
  returns: line.returns,
  evidence: line.evidence,
  doubts: [],
  canApprove: false,
});

async function agreeingLines(
  { db, company }: AdminContext,
  { order, user: { name: memberName } }: Reviewed,
): Promise<ReviewedLine[]> {
  const missingPaise = missingOf(order) ?? order.totalPaise;
  const digits = order.orderNumber.replace(/\D/g, "");
  const keys = [typedKey(order.reference ?? "") ?? "", digits];
  const found = await listLinesFor(db, company.id, {
    orderId: order.id,
    paymentId: order.paymentId,
    sumsPaise: [order.totalPaise, order.paidAmountPaise ?? order.totalPaise, missingPaise],
    keys: keys.filter((key) => key.length >= 6),
    limit: MOST_LINES,
  });
  const ids = [...new Set(found.map(({ payment }) => payment.id))];
  const sums = await bankSumsOf(db, company.id, ids);
  const returns = await listReturnsOf(db, company.id, ids);
  const paying = found.filter(({ isOwn }) => isOwn);
  // For an order that waits for its rest, further entries may be that rest.
  const isPending = order.status === "PENDING";
  const shown = paying.length > 0 && !isPending ? paying : found;
  const own = order.paymentId === null ? [] : [order.paymentId];
  const known = await keysOf(db, company.id, [...ids, ...own]);
  const payable = {
    ...order,
    totalPaise: missingPaise,
    memberName,
    createdOn: dateInIndia(order.createdAt),
    isPending,
    keys: own.flatMap((id) => known.get(id) ?? []),
  };
  const matches = matchStatement(
    shown.map(({ line, payment }, at) => ({
      ...line,
      row: at + 1,
      keys: [...bankKeys(line), ...(known.get(payment.id) ?? [])],
      hints: hintsOf(line),
    })),
    [payable],
  );
  return shown
    .map(({ line, payment, isOwn }, at): ReviewedLine => {
      const bank = sums.get(payment.id);
      const status = statusOf(payment, bank);
      const isOpen = status === "OPEN";
      const candidate = isOpen ? matches[at]?.candidates[0] : undefined;
      return {
        id: line.id,
        bookedOn: line.bookedOn,
        amountPaise: line.amountPaise,
        narration: line.narration,
        reference: line.reference,
        status,
        isOwn,
        isPerhaps: false,
        payer: payerNameIn(line.narration),
        returns: returns.filter(({ lineId }) => lineId === line.id).map(shownReturn),
        evidence: candidate?.evidence ?? [],
        doubts: candidate?.doubts ?? [],
        canApprove:
          isOpen && isPending && line.amountPaise === missingPaise && !contradicts(payment, bank),
      };
    })
    .filter(({ status, evidence }) => status !== "OPEN" || evidence.length > 0)
    .sort((a, b) => b.evidence.length - a.evidence.length)
    .slice(0, MOST_SHOWN);
}
