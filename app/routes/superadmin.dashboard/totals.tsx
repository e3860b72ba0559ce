import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { HistoryPeriod } from "@server/platform/rules/dates/dates";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { type Figures, FiguresTable, Legend } from "~/components/charts/figures-table";
import { PeriodNav } from "~/components/charts/period-nav";

interface Props {
  title: string;
  period: HistoryPeriod;
  totals: Omit<Figures, "title"> & { drawing: Drawing; isEmpty: boolean };
  /** A choice of the company, where there is one. */
  children?: ReactNode;
}

/** Charts collections and their fees over time, which the URL selects, with their table. */
export function Totals({ title, period, totals, children }: Props) {
  const { drawing, isEmpty, columns, rows } = totals;
  const { t } = useTranslation("platform");
  return (
    <section className="card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{title}</h2>
        {children ?? <PeriodNav period={period} />}
      </div>
      <p className="hint mt-1">{t(isEmpty ? "dashboard.none" : "dashboard.totalsHint")}</p>
      <Chart title={title} drawing={drawing} className="chart-stacks" hover="tooltip">
        <Legend figures={drawing.figures} />
      </Chart>
      <FiguresTable title={title} parts={[{ title, columns, rows }]} />
    </section>
  );
}
