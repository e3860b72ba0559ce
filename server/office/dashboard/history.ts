import { type DashboardFigures, dashboardFigures } from "@server/platform";
import { type AdminHistory, ReadHistory } from "@server/office/contracts/dashboard";
import { type Context, type Deps, adminProcedure } from "@server/access";
import { dateInIndia, periodStartsUntil } from "@server/platform/rules/dates/dates";

type DashboardScope = Pick<Context, "db"> & {
  deps: Pick<Deps, "figures">;
  company: { id: string };
};

/** The figures of a company's dashboard, from which all its numbers are added up; up to 20 s old. */
export function readDashboardFigures({
  db,
  deps,
  company,
}: DashboardScope): Promise<DashboardFigures> {
  const read = () => dashboardFigures(db, company.id);
  return deps.figures?.of(`dashboard ${company.id}`, read) ?? read();
}

/**
 * Returns the new members by days, weeks or months, and what was paid until each day;
 * up to 20 s old.
 */
export const history = adminProcedure
  .input(ReadHistory)
  .query(async ({ ctx, input: { period } }): Promise<AdminHistory> => {
    const starts = periodStartsUntil(period, dateInIndia(ctx.now));
    const { sales, members } = await readDashboardFigures(ctx);
    /** The span of a day (YYYY-MM-DD); -1 before the first one. The last one has no end. */
    const spanOf = (day: string) => starts.findLastIndex((start) => start <= day);
    const joined = starts.map(() => ({ registered: 0, paid: 0, approved: 0 }));
    for (const { day, total, paid, buyers } of members) {
      const span = joined[spanOf(day)];
      if (!span) continue;
      span.registered += total;
      span.paid += paid;
      span.approved += buyers;
    }
    let paidPaise = 0;
    const paid = [...new Set(sales.map(({ day }) => day))].toSorted().map((day) => {
      for (const sold of sales) if (sold.day === day) paidPaise += sold.paise;
      return { day, paise: paidPaise };
    });
    return { period, starts, joined, paid };
  });
