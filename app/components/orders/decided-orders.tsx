import { Link } from "@remix-run/react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import type { OrderRecord } from "@server/orders/contracts/orders";
import { formatQuantity, rupeesText } from "@server/platform/rules/money/format";
import { paths, paymentPath } from "~/lib/paths";
import { useSite } from "~/root";

/** Recently decided orders, for members who missed the notification, with the next step. */
export function DecidedOrders({ records }: { records: readonly OrderRecord[] }) {
  const { t } = useTranslation("history");
  const { brand } = useSite();
  return records.map((record) => {
    const { orderNumber, status } = record;
    const isApproved = status === "APPROVED";
    const Icon = isApproved ? CircleCheck : CircleAlert;
    return (
      <section
        key={record.id}
        className={`note ${isApproved ? "note-success" : "note-danger"}`}
        aria-label={t("decidedOf", { id: orderNumber })}
      >
        <Icon size={20} aria-hidden />
        <div className="min-w-0">
          <p className="font-semibold">
            {t(
              `decided.${isApproved ? "APPROVED" : status === "REVERSED" ? "REVERSED" : "REJECTED"}`,
              {
                order: orderNumber,
                count: record.totalQuantity,
                quantity: formatQuantity(record.totalQuantity),
                symbol: brand.symbol,
              },
            )}
          </p>
          {record.rejectionReason && <p>{record.rejectionReason}</p>}
          {record.refundNote && <p>{record.refundNote}</p>}
          <p className="flex flex-wrap gap-x-4">
            {status === "REJECTED" && (
              <Link
                className="link-out"
                to={paymentPath(orderNumber, rupeesText(record.amountPaise))}
              >
                {t("submitAgain")}
              </Link>
            )}
            <Link
              className="link-out"
              to={`${paths.user.paymentHistory}?status=ALL&receipt=${orderNumber}`}
              aria-label={t("viewOf", { id: orderNumber })}
            >
              {t("receipt")}
            </Link>
          </p>
        </div>
      </section>
    );
  });
}
