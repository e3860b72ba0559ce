import { useTranslation } from "react-i18next";
import type { HistoryPeriod } from "@server/platform/rules/dates/dates";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { Legend } from "~/components/charts/figures-table";
import { PeriodNav } from "~/components/charts/period-nav";

/** A chart of columns by time, with the table of its figures. */
interface History {
  drawing: Drawing;
  isEmpty: boolean;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface PastCharts {
  collected: History;
  members: History & { shares: { percent: string; registered: string; approved: string } };
}

/** Charts collections and registrations by days, weeks or months, which the URL selects. */
export function HistorySection({
  period,
  charts: { collected, members },
}: {
  period: HistoryPeriod;
  charts: PastCharts;
}) {
  const { t } = useTranslation("admin-dashboard");
  return (
    <>
      <div className="lg:col-span-2">
        <PeriodNav period={period} />
      </div>
      <HistoryCard
        title={t("history.collected")}
        hint={t(collected.isEmpty ? "history.nothing" : "collection.explain")}
        drawing={collected.drawing}
      />
      <HistoryCard
        title={t("history.members")}
        hint={
          members.isEmpty ? t("history.nobody") : t("history.conversion", { ...members.shares })
        }
        drawing={members.drawing}
      />
    </>
  );
}

function HistoryCard({
  title,
  hint,
  drawing,
}: Pick<History, "drawing"> & { title: string; hint: string }) {
  return (
    <section className="card p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{hint}</p>
      <Chart title={title} drawing={drawing} className="chart-stacks" hover="tooltip">
        <Legend figures={drawing.figures} />
      </Chart>
    </section>
  );
}
