import { sortOrdersOfCompany } from "@server/orders/queries/order-lists";
import {
  type OrderLine,
  type SortedOrderList,
  SortOrders,
} from "@server/orders/contracts/order-lists";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { adminProcedure } from "@server/access";
import { waitingApprovals } from "@server/companies";
import { entriesNaming, type NamingLine } from "./entries-naming";
import { orderFilter } from "./order-filter";
import { adminOrderRecord, lastDecision } from "./order-view";

/** Returns a page of Manage Purchase by any column, and the sum of the whole list. */
export const sortedOrders = adminProcedure
  .input(SortOrders)
  .query(async ({ ctx, input }): Promise<SortedOrderList> => {
    const { sort, isDescending, isWhole, ...asked } = input;
    const filter = { ...orderFilter(asked), ...sliceOf(input) };
    const { id: companyId } = ctx.company;
    const [{ records, lines, hasStatements, sumPaise, isSorted, ...counted }, waiting] =
      await Promise.all([
        sortOrdersOfCompany(ctx.db, companyId, filter, { by: sort, isDescending }, isWhole),
        waitingApprovals(ctx, null),
      ]);
    const alone = records.filter(({ order }) => order.status === "PENDING" && !lines.has(order.id));
    const naming = await entriesNaming(ctx, alone);
    return {
      records: records.map(({ order, user, decidedBy }) => ({
        ...adminOrderRecord(order, user),
        waitingApproval: waiting.get(order.id) ?? null,
        lastDecision: lastDecision(order, decidedBy),
        line: lines.get(order.id) ?? perhaps(naming.get(order.id)),
      })),
      ...counted,
      lastPage: lastPageOf(counted.total, input.limit),
      sumPaise,
      isSorted,
      hasStatements,
    };
  });

/** Returns the first of the entries that may be an order's money as its line. */
const perhaps = ([first]: readonly NamingLine[] = []): OrderLine | null =>
  first
    ? {
        bookedOn: first.bookedOn,
        amountPaise: first.amountPaise,
        isMatched: false,
        isPerhaps: true,
      }
    : null;
