import { useTranslation } from "react-i18next";
import { formatSupply } from "@server/platform/rules/money/format";
import { versionedImage } from "@themes/assets";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { FiguresTable, Legend } from "~/components/charts/figures-table";
import { useSite } from "~/lib/use-site";

export function SupplyChart({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation("adminDashboard");
  const title = t("supply.title");
  return (
    <section className="card p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t("supply.overlap")}</p>
      <Chart title={title} drawing={drawing} className="chart-ring" hover="tooltip">
        <Legend figures={drawing.figures} />
      </Chart>
      <FiguresTable
        title={title}
        columns={[t("supply.pool"), t("supply.tokens")]}
        rows={drawing.figures.map(({ label, shown }) => [label, shown])}
      />
    </section>
  );
}

export function ReferralChart({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation("adminDashboard");
  const { brand } = useSite();
  const title = t("referral.title");
  return (
    <section className="card p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t("referral.explain")}</p>
      <Chart
        title={title}
        drawing={drawing}
        className="chart-ring"
        icon={versionedImage(brand, brand.iconUrl)}
        hover="below"
      >
        <Legend figures={drawing.figures} />
      </Chart>
      <FiguresTable
        title={title}
        columns={[t("supply.pool"), t("supply.tokens"), t("referral.crore")]}
        rows={drawing.figures.map(({ label, value, shown }) => [label, formatSupply(value), shown])}
      />
    </section>
  );
}
