import { useTranslation } from "react-i18next";
import type { AdminDashboard } from "@server/contracts/dashboard";
import { formatCrore, formatSupply } from "@server/domain/money/format";
import { versionedImage } from "@themes/assets";
import { FiguresTable } from "~/components/charts/figures-table";
import { RingChart } from "~/components/charts/ring-chart";
import { useSite } from "~/root";

/** The seven slices of spec §9, in their order. They overlap, and the page says so (design §5). */
const SLICES = [
  "totalSupply",
  "privateSupply",
  "remainingPrivateSupply",
  "publicCellSupply",
  "angelInvestorSupply",
  "founderTeamSupply",
  "airdropSupply",
] as const;

export function SupplyChart({
  figures,
}: {
  figures: Pick<AdminDashboard, (typeof SLICES)[number]>;
}) {
  const { t } = useTranslation("adminDashboard");
  const title = t("supply.title");
  const slices = SLICES.map((slice) => ({
    label: t(`supply.${slice}`),
    value: figures[slice],
    shown: formatSupply(figures[slice]),
  }));
  return (
    <section className="card p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t("supply.overlap")}</p>
      <RingChart title={title} figures={slices} />
      <FiguresTable
        title={title}
        columns={[t("supply.pool"), t("supply.tokens")]}
        rows={slices.map(({ label, shown }) => [label, shown])}
      />
    </section>
  );
}

export function ReferralChart({ supply }: { supply: AdminDashboard["privateSupplyData"] }) {
  const { t } = useTranslation("adminDashboard");
  const { brand } = useSite();
  const title = t("referral.title");
  const slices = (["total", "remaining", "stockBalance"] as const).map((slice) => ({
    label: t(`referral.${slice}`),
    value: supply[slice],
    shown: formatCrore(supply[slice]),
  }));
  return (
    <section className="card p-5">
      <h2>{title}</h2>
      <p className="hint mt-1">{t("referral.explain")}</p>
      <RingChart title={title} figures={slices} icon={versionedImage(brand, brand.iconUrl)} />
      <FiguresTable
        title={title}
        columns={[t("supply.pool"), t("supply.tokens"), t("referral.crore")]}
        rows={slices.map(({ label, value, shown }) => [label, formatSupply(value), shown])}
      />
    </section>
  );
}
