import { Link } from "@remix-run/react";
import { useReducer } from "react";
import { useTranslation } from "react-i18next";
import type { OrderView } from "@server/orders/contracts/orders";
import { formatPercent, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { Countdown } from "~/components/data/countdown";
import { type Fact, FactList } from "~/components/data/fact-list";
import { useDates } from "~/components/data/use-dates";
import { tokensText } from "~/lib/orders/tokens-text";
import { ownOrderPath, paymentPath } from "~/lib/paths";
import { useSite, useTokens } from "~/lib/use-site";
import type { PayableData } from "./load-payment.server";

/** The sum to pay now, large, with what it buys and until when; another open order is one line. */
export function DueNow({ order, open }: { order: PayableData["order"]; open: OrderView | null }) {
  const { brand } = useSite();
  const { t } = useTranslation(["payment", "common"]);
  return (
    <>
      <section className="panel lead tabular" aria-label={t("order.total")}>
        <p className="hint">
          <Link className="underline" to={ownOrderPath(order.orderNumber)}>
            {order.orderNumber}
          </Link>{" "}
          · {tokensText(t, { ...order, totalQuantity: order.quantity }, brand.symbol)}
        </p>
        <p className="display-figure">{formatRupees(order.duePaise)}</p>
        {order.missingPaise === null ? (
          order.status !== "REJECTED" && <TimeLeft order={order} />
        ) : (
          <>
            <p>
              {t("rest", {
                received: formatRupees(order.totalPaise - order.missingPaise),
                missing: formatRupees(order.missingPaise),
              })}
            </p>
            <p className="hint">
              {order.toldPaise === null
                ? t("restHint")
                : t("restTold", { told: formatRupees(order.toldPaise) })}
            </p>
          </>
        )}
      </section>
      {open && (
        <Link className="link-out" to={paymentPath(open.orderNumber, rupeesText(open.amountPaise))}>
          {t("openOrder", { orderNumber: open.orderNumber })}
        </Link>
      )}
    </>
  );
}

/**
 * The time to pay, and what it means: one of both states, never "reserved" beside "expired!". An expired
 * hold never blocks a payment (architecture.md §6).
 */
function TimeLeft({ order }: { order: PayableData["order"] }) {
  const { t } = useTranslation("payment");
  const dates = useDates();
  const [isOver, end] = useReducer(() => true, order.secondsLeft <= 0);
  return (
    <>
      <p>
        {t("countdown")}{" "}
        <strong>
          <Countdown seconds={order.secondsLeft} over={t("over")} onOver={end} />
        </strong>
      </p>
      <p className="hint">
        {isOver
          ? `${t("isLate")} ${t("sendNumber")}`
          : t("until", { time: dates.time(order.expiresAt) })}
      </p>
    </>
  );
}

/** Shows how the sum comes about. */
export function OrderDetails({ order }: { order: OrderView }) {
  const { t } = useTranslation("payment");
  const tokens = useTokens();
  const facts: Fact[] = [
    [t("order.number"), order.orderNumber],
    [t("order.quantity"), tokens(order.quantity)],
    [t("order.bonus"), order.bonusTokens > 0 && tokens(order.bonusTokens)],
    [t("order.amount"), formatRupees(order.amountPaise)],
    [t("order.fee", { percent: formatPercent(order.feeBps) }), formatRupees(order.feePaise)],
    [t("order.total"), formatRupees(order.totalPaise)],
    ...(order.missingPaise === null
      ? []
      : ([
          [t("order.received"), formatRupees(order.totalPaise - order.missingPaise)],
          [t("order.left"), formatRupees(order.missingPaise)],
        ] as const)),
  ];
  return (
    <details className="card more px-5">
      <summary>{t("order.title")}</summary>
      <FactList facts={facts} />
    </details>
  );
}
