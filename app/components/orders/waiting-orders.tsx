import { Link, useLocation } from "@remix-run/react";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import type { OrderRecord } from "@server/orders/contracts/orders";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { paths } from "~/lib/paths";
import { useSite } from "~/root";

/** Payments that wait for a decision: their details, their waiting time and the next step. */
export function WaitingOrders({ records }: { records: readonly OrderRecord[] }) {
  const { t } = useTranslation("history");
  const { brand } = useSite();
  const { pathname, search } = useLocation();
  if (records.length === 0) return null;
  return (
    <section className="card p-4 md:p-5" aria-labelledby="waiting-orders">
      <h2 id="waiting-orders" className="mb-1 flex items-center gap-2 text-lg">
        <Clock size={20} aria-hidden className="flex-none" />
        {t("waiting.title")}
      </h2>
      <p className="mb-3 text-muted">{t("waiting.text")}</p>
      <ul className="grid gap-2">
        {records.map((record) => (
          <li key={record.id} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              <span className="mono">{record.transactionId}</span>
              {" · "}
              {formatQuantity(record.totalQuantity)} {brand.symbol}
              {" · "}
              <span className="inline-block">
                {t("total")} {formatRupees(record.finalAmountPaise)}
              </span>
              {record.submittedAt && (
                <span className="hint block">
                  {t("waiting.since", { when: formatDateTime(new Date(record.submittedAt)) })}
                </span>
              )}
            </span>
            <Link
              className="link-out"
              to={`${paths.user.paymentHistory}?receipt=${record.transactionId}`}
              aria-label={t("viewOf", { id: record.transactionId })}
            >
              {t("view")}
            </Link>
          </li>
        ))}
      </ul>
      <noscript>
        <a className="link-out" href={pathname + search}>
          {t("waiting.again")}
        </a>
      </noscript>
    </section>
  );
}
