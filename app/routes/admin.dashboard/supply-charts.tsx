import { percentOf } from "@server/companies/rules/sale";
import { useTranslation } from "react-i18next";
import type { AdminDashboard } from "@server/office/contracts/dashboard";
import { formatQuantity } from "@server/platform/rules/money/format";
import { versionedImage } from "@themes/assets";
import { Chart } from "~/components/charts/chart";
import type { Drawing } from "~/components/charts/figure";
import { Legend } from "~/components/charts/figures-table";
import { useSite } from "~/lib/use-site";

/** All tokens of the private supply as one bar: sold, held for orders, and left. */
export function SupplyBar({
  total,
  remaining,
  stockBalance,
  totalSupply,
}: AdminDashboard["privateSupplyData"] & Pick<AdminDashboard, "totalSupply">) {
  const { t } = useTranslation("admin-dashboard");
  const title = t("bar.title");
  const held = total - remaining - stockBalance;
  const parts = [
    ["sold", stockBalance],
    ["held", held],
    ["left", remaining],
  ] as const;
  return (
    <section className="card p-5">
      <h2 className="text-base text-muted">{title}</h2>
      <p className="hint mb-3">
        {total > 0 &&
          total < totalSupply &&
          t("bar.what", { share: percentOf(total, totalSupply) })}
      </p>
      <div className="meter" aria-hidden>
        {stockBalance > 0 && <span style={{ width: `${percentOf(stockBalance, total)}%` }} />}
        {held > 0 && <span className="is-held" style={{ width: `${percentOf(held, total)}%` }} />}
      </div>
      <ul className="mt-3 grid gap-x-5 gap-y-1 sm:grid-cols-3">
        {parts.map(([part, tokens]) => (
          <li key={part} className="flex items-baseline gap-2">
            <span className={`meter-swatch is-${part}`} aria-hidden />
            <span className="tabular min-w-0">
              {t(`bar.${part}`)}: <strong>{formatQuantity(tokens)}</strong>{" "}
              <span className="text-muted">({percentOf(tokens, total, 1).toFixed(1)} %)</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SupplyChart({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation("admin-dashboard");
  const title = t("supply.title");
  return (
    <section className="card p-5">
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
    </section>
  );
}
