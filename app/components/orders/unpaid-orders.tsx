import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderRecord } from "@server/orders/contracts/orders";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { StatusBadge } from "~/components/data/badge";
import { paths, paymentPath } from "~/lib/paths";

/** Orders that ended without a payment: money may be on its way for one of them. */
export function UnpaidOrders({ records }: { records: readonly OrderRecord[] }) {
  const { t } = useTranslation("history");
  if (records.length === 0) return null;
  return (
    <section className="card p-4 md:p-5" aria-labelledby="unpaid-orders">
      <h2 id="unpaid-orders" className="mb-1 text-lg">
        {t("unpaid.title")}
      </h2>
      <p className="mb-3 text-muted">{t("unpaid.text")}</p>
      <ul className="grid gap-2">
        {records.map((record) => (
          <li
            key={record.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="mono">{record.orderNumber}</span>
              {t("total")} {formatRupees(record.finalAmountPaise)}
              <StatusBadge status={record.status} />
            </span>
            <PaidLink record={record} />
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link className="link-out" to={`${paths.user.paymentHistory}?status=ALL`}>
          {t("showAll")}
        </Link>
      </p>
    </section>
  );
}

/** Leads to the page that takes the proof of an order that has ended. */
export function PaidLink({ record }: { record: OrderRecord }) {
  const { t } = useTranslation("history");
  return (
    <Link
      className="link-out"
      to={`${paymentPath(record.orderNumber, rupeesText(record.amountPaise))}&sent=1`}
      aria-label={`${t("paid")}: ${record.orderNumber}`}
    >
      {t("paid")}
    </Link>
  );
}
