import { useTranslation } from "react-i18next";
import type { AdminDashboard } from "@server/contracts/dashboard";
import { formatRupees } from "@server/domain/money/format";
import { BarChart } from "~/components/charts/bar-chart";
import { FiguresTable } from "~/components/charts/figures-table";

const METHODS = ["bank", "upi", "manual", "crypto"] as const;

/** What was collected by each method, in percent of all (spec §2); the table has the rupees too. */
export function CollectionChart({
  collection,
  shares,
}: Pick<AdminDashboard, "collection" | "shares">) {
  const { t } = useTranslation("adminDashboard");
  const title = t("collection.title");
  const bars = METHODS.map((method) => ({
    label: t(`collection.${method}`),
    value: shares[method],
    shown: shares[method].toFixed(2),
    paise: collection[`${method}Paise`],
  }));
  const allPaise = bars.reduce((sum, { paise }) => sum + paise, 0);
  return (
    <section className="card p-5 lg:col-span-2">
      <h2>{title}</h2>
      <p className="hint mt-1">{t(allPaise === 0 ? "collection.none" : "collection.explain")}</p>
      <BarChart title={title} figures={bars} dataset={t("collection.dataset")} />
      <FiguresTable
        title={title}
        columns={[t("collection.method"), t("collection.collected"), t("collection.share")]}
        rows={[
          ...bars.map(({ label, paise, shown }) => [label, formatRupees(paise), shown]),
          [t("collection.all"), formatRupees(allPaise), allPaise === 0 ? "0.00" : "100.00"],
        ]}
      />
    </section>
  );
}
