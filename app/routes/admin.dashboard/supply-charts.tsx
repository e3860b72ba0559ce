import { useTranslation } from "react-i18next";
import { versionedImage } from "@themes/assets";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { Legend } from "~/components/charts/figures-table";
import { useSite } from "~/lib/use-site";

/** The pie of the whole supply, or the doughnut of the referral supply with the token's icon. */
export function SupplyChart({ of, drawing }: { of: "supply" | "referral"; drawing: Drawing }) {
  const { t } = useTranslation("admin-dashboard");
  const { brand } = useSite();
  const title = t(`${of}.title`);
  const shape =
    of === "supply"
      ? { hover: "tooltip" as const }
      : { hover: "below" as const, icon: versionedImage(brand, brand.iconUrl) };
  return (
    <section className="card chart-beside p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t(`${of}.explain`)}</p>
      <Chart title={title} drawing={drawing} className="chart-ring" {...shape}>
        <Legend figures={drawing.figures} />
      </Chart>
    </section>
  );
}
