import { useTranslation } from "react-i18next";
import type { OrderView } from "@server/contracts/orders";
import { formatPercent, formatQuantity, formatRupees } from "@server/domain/money/format";
import { useSite } from "~/root";

/** What is to be paid, and for what. */
export function OrderPanel({ order }: { order: OrderView }) {
  const { brand } = useSite();
  const { t } = useTranslation("payment");
  const facts = [
    [t("order.number"), order.orderNumber],
    [t("order.quantity"), `${formatQuantity(order.quantity)} ${brand.symbol}`],
    [t("order.amount"), formatRupees(order.amountPaise)],
    [t("order.fee", { percent: formatPercent(order.feeBps) }), formatRupees(order.feePaise)],
  ];
  return (
    <section className="card p-5" aria-labelledby="order-details">
      <h2 id="order-details" className="mb-4">
        {t("order.title")}
      </h2>
      <dl className="facts tabular">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="border-t border-line pt-3 text-lg">
          <dt>{t("order.total")}</dt>
          <dd>{formatRupees(order.totalPaise)}</dd>
        </div>
      </dl>
    </section>
  );
}
