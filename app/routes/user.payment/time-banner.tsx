import { Link } from "@remix-run/react";
import { CircleX, Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OrderForPayment, OrderView } from "@server/contracts/orders";
import { formatTime } from "@server/domain/dates/india";
import { rupeesText } from "@server/domain/money/format";
import { Countdown } from "~/components/data/countdown";
import { paymentPath } from "~/lib/paths";

/** How long the tokens are kept; being late never stops a payment (design §6). */
export function TimeBanner({
  order,
  open,
  company,
}: Pick<OrderForPayment, "order" | "company"> & { open: OrderView | null }) {
  const { t } = useTranslation("payment");
  return (
    <div className="grid gap-3">
      {order.status === "REJECTED" && (
        <div className="note note-danger">
          <CircleX size={20} aria-hidden />
          <div>
            <p className="font-semibold">{t("rejected")}</p>
            {order.rejectionReason && (
              <p>
                {t("reason")}: {order.rejectionReason}
              </p>
            )}
            {order.refundNote && (
              <p>
                {t("refundNote")}: {order.refundNote}
              </p>
            )}
            <p>{t("submitAgain")}</p>
          </div>
        </div>
      )}
      {order.status === "CANCELLED" && (
        <div className="note note-danger">
          <CircleX size={20} aria-hidden />
          <div>
            <p className="font-semibold">{t("cancelled")}</p>
            <p>{t("cancelledHint")}</p>
          </div>
        </div>
      )}
      {open && (
        <p>
          <Link
            className="button button-quiet"
            to={paymentPath(open.orderNumber, rupeesText(open.amountPaise))}
          >
            {t("openOrder", { orderNumber: open.orderNumber })}
          </Link>
        </p>
      )}
      <div className="note note-warning">
        <Clock size={20} aria-hidden />
        <div>
          <p className="text-lg font-semibold">
            {t("countdown")} <Countdown seconds={order.secondsLeft} over={t("over")} />
          </p>
          <p>
            {order.secondsLeft > 0 &&
              `${t("until", { time: formatTime(new Date(order.expiresAt)) })} `}
            {t("late")}
          </p>
          {order.secondsLeft === 0 && <p>{t("contact", company)}</p>}
        </div>
      </div>
    </div>
  );
}
