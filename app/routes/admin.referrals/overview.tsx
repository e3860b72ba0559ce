import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { REWARD_STATES } from "@db/vocabulary";
import { formatQuantity } from "@server/platform/rules/money/format";
import { Chart } from "~/components/charts/chart";
import { FiguresTable, Legend } from "~/components/charts/figures-table";
import { PeriodNav } from "~/components/charts/period-nav";
import type { loader } from "./route";

/** Shows the charts of costs and benefits by days, weeks or months, which the address selects. */
export function Overview() {
  const { charts, period, totals } = useLoaderData<typeof loader>();
  const { t } = useTranslation("programme");
  if (!charts || !totals) return null;
  const { cost, benefit, isEmpty, columns, rows } = charts;
  const parts = [
    { title: t("cost"), hint: t("costHint"), drawing: cost },
    { title: t("benefit"), hint: t("benefitHint"), drawing: benefit },
  ];
  return (
    <>
      <dl className="facts tabular card p-5">
        {REWARD_STATES.map((state) => (
          <div key={state}>
            <dt>
              <Link className="link-out" to={`?tab=rewards&state=${state}`}>
                {t(`states.${state}`)}
              </Link>
            </dt>
            <dd>
              {t("totals", {
                count: totals[state].rewards,
                rewards: formatQuantity(totals[state].rewards),
                tokens: formatQuantity(totals[state].tokens),
              })}
            </dd>
          </div>
        ))}
      </dl>
      <PeriodNav period={period} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {parts.map(({ title, hint, drawing }) => (
          <section key={title} className="card p-5">
            <h2>{title}</h2>
            <p className="hint mt-1">{isEmpty ? t("empty") : hint}</p>
            <Chart title={title} drawing={drawing} className="chart-stacks" hover="tooltip">
              <Legend figures={drawing.figures} />
            </Chart>
          </section>
        ))}
      </div>
      <FiguresTable title={t("figures")} parts={[{ title: t("figures"), columns, rows }]} />
    </>
  );
}
