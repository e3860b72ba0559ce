import { useTranslation } from "react-i18next";
import type { HistoryPeriod } from "@server/platform/rules/dates/dates";
import { Chart } from "~/components/charts/chart";
import { Legend } from "~/components/charts/figures-table";
import { PeriodNav } from "~/components/charts/period-nav";
import type { membersChart } from "./history-charts.server";

export type MembersChart = Awaited<ReturnType<typeof membersChart>>;

/** Charts registrations by days, weeks or months, which the URL selects. */
export function NewMembers({
  period,
  chart: { drawing, isEmpty, shares },
}: {
  period: HistoryPeriod;
  chart: MembersChart;
}) {
  const { t } = useTranslation("admin-dashboard");
  const title = t("history.members");
  return (
    <section className="card p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2>{title}</h2>
        <PeriodNav period={period} />
      </div>
      <p className="hint mt-1 mb-3">
        {isEmpty ? t("history.nobody") : t("history.conversion", shares)}
      </p>
      <Chart title={title} drawing={drawing} className="chart-stacks" hover="tooltip">
        <Legend figures={drawing.figures} />
      </Chart>
    </section>
  );
}
