import { Link } from "@remix-run/react";
import CircleX from "lucide-react/icons/circle-x";
import { useTranslation } from "react-i18next";
import type { OrderForPayment, OrderView } from "@server/orders/contracts/orders";
import { formatTime } from "@server/platform/rules/dates/dates";
import {
  rupeesText,
  formatPercent,
  formatQuantity,
  formatRupees,
} from "@server/platform/rules/money/format";
import { FactRow } from "~/components/data/fact-list";
import { Countdown } from "~/components/data/countdown";
import { ownOrderPath, paymentPath } from "~/lib/paths";
import { useSite } from "~/lib/use-site";

/** Shows the order with a link to its page, its total and the remaining time in one line. */
export function OrderHead({ order }: { order: OrderView }) {
  const { t } = useTranslation("payment");
  return (
    <p className="tabular flex flex-wrap items-center justify-between gap-x-4 md:justify-start">
      <Link className="link-out" to={ownOrderPath(order.orderNumber)}>
        {order.orderNumber}
      </Link>
      <strong className="text-lg">{formatRupees(order.totalPaise)}</strong>
      <span>
        <span className="max-md:sr-only">{t("countdown")}</span>{" "}
        <strong>
          <Countdown seconds={order.secondsLeft} over={t("over")} />
        </strong>
      </span>
    </p>
  );
}

/** Tells before paying of a rejection, of another open order, and until when tokens are held; an expired hold never blocks a payment (architecture.md §6). */
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
      <p className="hint">
        {order.secondsLeft > 0
          ? `${t("until", { time: formatTime(new Date(order.expiresAt)) })} ${t("late")}`
          : `${t("isLate")} ${t("contact", company)}`}
      </p>
    </div>
  );
}

/** Shows the amount to pay, and what it buys. */
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
          <FactRow key={label} name={label}>
            {value}
          </FactRow>
        ))}
        <div className="border-t border-line pt-3 text-lg">
          <dt>{t("order.total")}</dt>
          <dd>{formatRupees(order.totalPaise)}</dd>
        </div>
      </dl>
    </section>
  );
}
