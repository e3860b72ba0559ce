import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderStatus } from "@db/vocabulary";
import { formatQuantity, formatRupees } from "@server/platform/rules/money/format";
import { StatusBadge, ToneBadge } from "~/components/data/badge";
import { Countdown } from "~/components/data/countdown";
import { ownOrderPath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

/** An order as one line, with what a member's screens need of it. */
export interface LineOrder {
  orderNumber: string;
  /** ON_RECORD is a payment on record that no order took yet. */
  status: OrderStatus | "ON_RECORD";
  /** Tokens; null where they are not certain. */
  quantity: number | null;
  totalPaise: number;
  /** Paise that the member told of, if not the total. */
  toldPaise?: number | null;
  /** Paise of the rest that the member is asked for. */
  askedPaise?: number | null;
  /** Seconds left of the hold of an open order. */
  secondsLeft?: number;
}

/** Orders that wait for something, one line each; a line leads to the order's page. */
export function OrderLines({ orders }: { orders: readonly LineOrder[] }) {
  const { t } = useTranslation("orders");
  if (orders.length === 0) return null;
  return (
    <ul className="card grid divide-y divide-line px-4 md:px-5" aria-label={t("lines")}>
      {orders.map((order) => (
        <li key={order.orderNumber}>
          <OrderLine {...order} />
        </li>
      ))}
    </ul>
  );
}

function OrderLine(order: LineOrder) {
  const { orderNumber, status, quantity, totalPaise, askedPaise = null, secondsLeft } = order;
  const { t } = useTranslation(["orders", "common"]);
  const { brand } = useSite();
  return (
    <Link
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 tabular"
      to={ownOrderPath(orderNumber)}
    >
      <span className="min-w-0">
        <span className="link-out mono">{orderNumber}</span>{" "}
        {quantity !== null && `${formatQuantity(quantity)} ${brand.symbol} · `}
        {formatRupees(totalPaise)}
      </span>
      <span className="flex flex-wrap items-center gap-3">
        {secondsLeft !== undefined && <Countdown seconds={secondsLeft} over={t("over")} />}
        {askedPaise === null ? (
          <StatusBadge status={status} />
        ) : (
          <ToneBadge tone="warning">
            {t("common:yourTurn", { sum: formatRupees(askedPaise) })}
          </ToneBadge>
        )}
      </span>
    </Link>
  );
}
