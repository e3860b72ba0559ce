import { useTranslation } from "react-i18next";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import { formatRupees, formatSupply } from "@server/platform/rules/money/format";
import type { Drawing } from "~/components/charts/figure";
import { FiguresTable } from "~/components/charts/figures-table";
import { METHODS } from "./collection-chart";
import type { MembersChart } from "./new-members";

interface Props {
  charts: Record<"supply" | "referral" | "collection", Drawing>;
  collection: AdminDashboard["collection"];
  members: MembersChart;
}

export function AllFigures({ charts, collection, members }: Props) {
  const { t } = useTranslation("admin-dashboard");
  const paise = METHODS.map((method) => collection[`${method}Paise`]);
  const allPaise = paise.reduce((sum, one) => sum + one, 0);
  return (
    <section className="lg:col-span-2">
      <FiguresTable
        title={t("title")}
        parts={[
          {
            title: t("supply.title"),
            columns: [t("supply.pool"), t("supply.tokens")],
            rows: charts.supply.figures.map(({ label, shown }) => [label, shown]),
          },
          {
            title: t("referral.title"),
            columns: [t("supply.pool"), t("supply.tokens"), t("referral.crore")],
            rows: charts.referral.figures.map(({ label, value, shown }) => [
              label,
              formatSupply(value),
              shown,
            ]),
          },
          {
            title: t("collection.title"),
            columns: [t("collection.method"), t("collection.collected"), t("collection.share")],
            rows: [
              ...charts.collection.figures.map(({ label, shown }, index) => [
                label,
                formatRupees(paise[index] ?? 0),
                shown,
              ]),
              [t("collection.all"), formatRupees(allPaise), allPaise === 0 ? "0.00" : "100.00"],
            ],
          },
          { title: t("history.members"), ...members },
        ]}
      />
    </section>
  );
}
