import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HISTORY_PERIODS, type HistoryPeriod } from "@server/platform/rules/dates/dates";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { type Figures, FiguresTable, Legend } from "~/components/charts/figures-table";
import { searchWith } from "~/lib/lists/list-query";

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
  const [params] = useSearchParams();
  return (
    <section className="card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{title}</h2>
        {children ?? (
          <nav className="flex flex-wrap gap-2" aria-label={t("adminDashboard:history.label")}>
            {HISTORY_PERIODS.map((one) => (
              <Link
                key={one}
                to={searchWith(params, { period: one })}
                className={`button button-small ${one === period ? "" : "button-quiet"}`}
                aria-current={one === period ? "true" : undefined}
                preventScrollReset
              >
                {t(`adminDashboard:history.${one}`)}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <p className="hint mt-1">{t(isEmpty ? "dashboard.none" : "dashboard.totalsHint")}</p>
      <Chart title={title} drawing={drawing} className="chart-stacks" hover="tooltip">
        <Legend figures={drawing.figures} />
      </Chart>
      <FiguresTable title={title} parts={[{ title, columns, rows }]} />
    </section>
  );
}
