import { listDaysOfMoney, listDaysUnmatched } from "@server/payments";
import { type DaysOfMoney, ListDays } from "@server/orders/contracts/payments";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import { daysBefore, MOST_DAYS, SHOWN_DAYS } from "@server/payments/rules/days";
import { adminProcedure } from "@server/access";

/**
 * Returns the sums by day and method: received = allocated + refunded + open (unallocated), on each
 * line and in total (product.md §2). Without days, the last ones until today; never more than
 * MOST_DAYS.
 */
export const listDays = adminProcedure
  .input(ListDays)
  .query(async ({ ctx, input }): Promise<DaysOfMoney> => {
    const { company } = ctx;
    const to = input.to ?? dateInIndia(ctx.now);
    const asked = input.from ?? daysBefore(to, SHOWN_DAYS - 1);
    const least = daysBefore(to, MOST_DAYS - 1);
    const from = asked > to ? to : asked < least ? least : asked;
    const [days, unmatched] = await Promise.all([
      listDaysOfMoney(ctx.db, company.id, { from, to }),
      listDaysUnmatched(ctx.db, company.id, { from, to }),
    ]);
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((total, day) => total + of(day), 0);
    return {
      ...{ from, to, days, unmatched },
      total: {
        count: sum(({ count }) => count),
        receivedPaise: sum(({ receivedPaise }) => receivedPaise),
        allocatedPaise: sum(({ allocatedPaise }) => allocatedPaise),
        refundedPaise: sum(({ refundedPaise }) => refundedPaise),
        openPaise: sum(({ openPaise }) => openPaise),
      },
    };
  });
