import { useTranslation } from "react-i18next";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import { formatRupees } from "@server/platform/rules/money/format";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { FiguresTable, DatasetLegend } from "~/components/charts/figures-table";

/** The bars of product.md §2, in their order. */
export const METHODS = ["bank", "upi", "manual", "crypto"] as const;

/** The share of each payment method in percent (product.md §2); the table has the rupees too. */
export function CollectionChart({
  drawing,
  collection,
}: Pick<AdminDashboard, "collection"> & { drawing: Drawing }) {
  const { t } = useTranslation("adminDashboard");
  const title = t("collection.title");
  const paise = METHODS.map((method) => collection[`${method}Paise`]);
  const allPaise = paise.reduce((sum, one) => sum + one, 0);
  return (
    <section className="card p-5 lg:col-span-2">
      <h2>{title}</h2>
      <p className="hint mt-1">{t(allPaise === 0 ? "collection.none" : "collection.explain")}</p>
      <Chart title={title} drawing={drawing} className="chart-bars" hover="tooltip">
        <DatasetLegend name={t("collection.dataset")} figures={drawing.figures} />
      </Chart>
      <FiguresTable
        title={title}
        columns={[t("collection.method"), t("collection.collected"), t("collection.share")]}
        rows={[
          ...drawing.figures.map(({ label, shown }, index) => [
            label,
            formatRupees(paise[index] ?? 0),
            shown,
          ]),
          [t("collection.all"), formatRupees(allPaise), allPaise === 0 ? "0.00" : "100.00"],
        ]}
      />
    </section>
  );
}
