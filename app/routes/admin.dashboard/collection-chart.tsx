import { useTranslation } from "react-i18next";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { DatasetLegend } from "~/components/charts/figures-table";

/** The bars of product.md §2, in their order. */
export const METHODS = ["bank", "upi", "manual", "crypto"] as const;

/** The share of each payment method in percent (product.md §2); the table has the rupees too. */
export function CollectionChart({ drawing, isEmpty }: { drawing: Drawing; isEmpty: boolean }) {
  const { t } = useTranslation("admin-dashboard");
  const title = t("collection.title");
  return (
    <section className="card p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t(isEmpty ? "collection.none" : "collection.explain")}</p>
      <Chart title={title} drawing={drawing} className="chart-bars" hover="tooltip">
        <DatasetLegend name={t("collection.dataset")} figures={drawing.figures} />
      </Chart>
    </section>
  );
}
