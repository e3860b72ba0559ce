import { Link } from "@remix-run/react";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import type { KeptPayment } from "@server/orders/contracts/payments";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { paymentPath } from "~/lib/paths";

/** The payments on record that no order took yet: the list below does not have them. */
export function UnallocatedNotice({ kept }: { kept: readonly KeptPayment[] }) {
  const { t } = useTranslation("history");
  if (kept.length === 0) return null;
  return (
    <section className="note note-warning" aria-labelledby="kept-payments">
      <Clock size={20} aria-hidden />
      <div className="grid min-w-0 gap-2">
        <h2 id="kept-payments" className="text-lg">
          {t("kept.title")}
        </h2>
        <p>{t("kept.text")}</p>
        <ul className="grid gap-2">
          {kept.map((payment) => (
            <li key={payment.orderNumber} className="break-words">
              <Link
                className="link-out"
                to={paymentPath(payment.orderNumber, rupeesText(payment.amountPaise))}
              >
                {payment.orderNumber}
              </Link>{" "}
              {t("kept.facts", {
                total: formatRupees(payment.totalPaise),
                method: t(`methods.${payment.method}`),
                at: formatDateTime(new Date(payment.at)),
              })}
              {payment.reference && (
                <>
                  {" "}
                  <span className="mono break-all">{payment.reference}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
