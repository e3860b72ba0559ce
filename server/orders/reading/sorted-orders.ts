import { sortOrdersOfCompany } from "@server/orders/queries/order-lists";
import { type SortedOrderList, SortOrders } from "@server/orders/contracts/order-lists";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { adminProcedure } from "@server/access";
import { waitingApprovals } from "@server/companies";
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
    return {
      records: records.map(({ order, user, decidedBy }) => ({
        ...adminOrderRecord(order, user),
        waitingApproval: waiting.get(order.id) ?? null,
        lastDecision: lastDecision(order, decidedBy),
        line: lines.get(order.id) ?? null,
      })),
      ...counted,
      lastPage: lastPageOf(counted.total, input.limit),
      sumPaise,
      isSorted,
      hasStatements,
    };
  });
