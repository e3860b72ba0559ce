import { Link } from "@remix-run/react";
import Clock from "lucide-react/icons/clock";
import { useTranslation } from "react-i18next";
import type { OpenOrder as Order } from "@server/orders/contracts/orders";
import { formatTime } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { Countdown } from "~/components/data/countdown";
import { paymentPath } from "~/lib/paths";
import { useSite } from "~/root";

interface Props {
  order: Order;
  /** An additional hint for this page. */
  hint?: string;
}

/** The unpaid order, offered again while its tokens are held. */
export function OpenOrder({ order, hint }: Props) {
  const { brand } = useSite();
  const { t } = useTranslation("history");
  return (
    <section className="note note-warning flex-wrap items-center" aria-labelledby="open-order">
      <Clock size={20} aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <h2 id="open-order" className="text-lg">
          {t("open.title")}
        </h2>
        <p>
          {t("open.text", {
            quantity: formatQuantity(order.quantity),
            symbol: brand.symbol,
            total: formatRupees(order.totalPaise),
          })}{" "}
          <strong>
            <Countdown seconds={order.secondsLeft} over={t("open.over")} />
          </strong>{" "}
          ({t("open.until", { time: formatTime(new Date(order.expiresAt)) })}). {hint}
        </p>
      </div>
      <Link className="button" to={paymentPath(order.orderNumber, rupeesText(order.amountPaise))}>
        {t("open.continue")}
      </Link>
    </section>
  );
}
