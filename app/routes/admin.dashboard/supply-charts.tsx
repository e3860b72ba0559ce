import { useTranslation } from "react-i18next";
import { versionedImage } from "@themes/assets";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { Legend } from "~/components/charts/figures-table";
import { useSite } from "~/lib/use-site";

export function SupplyChart({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation("admin-dashboard");
  const title = t("supply.title");
  return (
    <section className="card chart-beside p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t("supply.overlap")}</p>
      <Chart title={title} drawing={drawing} className="chart-ring" hover="tooltip">
        <Legend figures={drawing.figures} />
      </Chart>
    </section>
  );
}

export function ReferralChart({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation("admin-dashboard");
  const { brand } = useSite();
  const title = t("referral.title");
  return (
    <section className="card chart-beside p-5">
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
    </section>
  );
}
