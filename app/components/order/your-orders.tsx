import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useTokens } from "~/lib/use-site";
import type { OrderStatus } from "@db/vocabulary";
import { formatRupees } from "@server/platform/rules/money/format";
import { StatusBadge } from "~/components/data/badge";
import { Countdown } from "~/components/data/countdown";
import { ownOrderPath, paths } from "~/lib/paths";

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
  /** True if a part was received, so that what is told of is the rest. */
  isRest?: boolean;
  /** It was sent a moment ago. */
  isNew?: boolean;
  /** Seconds left of the hold of an open order. */
  secondsLeft?: number;
}

interface Props {
  orders: readonly LineOrder[];
  /** Number of lines at most; the others are behind a link. */
  most: number;
}

/** The orders that need the member first, each with what to do; a line leads to the order's page. */
export function YourOrders({ orders, most }: Props) {
  const { t } = useTranslation("orders");
  const shown = orders.slice(0, most);
  const others = orders.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <>
      <ul className="rows card px-5" aria-label={t("lines")}>
        {shown.map((order) => (
          <li key={order.orderNumber}>
            <Line {...order} />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Link
          className="link-out -mt-5 justify-self-start"
          to={`${paths.user.paymentHistory}?status=ALL`}
        >
          {t("others", { count: others })}
        </Link>
      )}
    </>
  );
}

function Line(order: LineOrder) {
  const { orderNumber, status, quantity, totalPaise, askedPaise, secondsLeft } = order;
  const { t } = useTranslation(["orders", "common"]);
  const inWords = useTokens();
  const toldLine =
    status === "PENDING" && order.toldPaise ? (order.isRest ? "line.REST" : "line.TOLD") : null;
  const tokens = quantity === null ? "" : inWords(quantity);
  return (
    <Link className="row" to={ownOrderPath(orderNumber)}>
      <span>
        <strong>
          {typeof askedPaise === "number"
            ? t("common:yourTurn", { sum: formatRupees(askedPaise) })
            : t(toldLine ?? `line.${status}`, {
                sum: formatRupees(totalPaise),
                told: formatRupees(order.toldPaise ?? 0),
                tokens,
              })}
        </strong>
        <span className="hint block">
          {status !== "APPROVED" && tokens && `${tokens} · `}
          <span className="whitespace-nowrap">{orderNumber}</span>
        </span>
      </span>
      <span>
        {secondsLeft === undefined ? (
          typeof askedPaise !== "number" && <StatusBadge status={status} />
        ) : (
          <Countdown seconds={secondsLeft} over={t("over")} below={t("toPay")} />
        )}
      </span>
      {status === "PENDING" && typeof askedPaise !== "number" && (
        <span className="hint col-span-full">{t("next")}</span>
      )}
    </Link>
  );
}
