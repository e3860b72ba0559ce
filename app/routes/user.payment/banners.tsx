import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { OrderForPayment, OrderView } from "@server/orders/contracts/orders";
import { formatDateTime, formatTime } from "@server/platform/rules/dates/dates";
import {
  formatPercent,
  formatQuantity,
  formatRupees,
  rupeesText,
} from "@server/platform/rules/money/format";
import { type Fact, FactList, FactRow } from "~/components/data/fact-list";
import { ownOrderPath, paths, paymentPath } from "~/lib/paths";
import type { PayableData } from "./load-payment.server";
import { Countdown } from "~/components/data/countdown";
import { useSite } from "~/lib/use-site";

/** Says that a cancelled order must not be paid, and links to the order that replaced it. */
export function CancelledBanner({
  order,
  replacedBy,
  company,
}: Pick<OrderForPayment, "order" | "replacedBy" | "company">) {
  const { t } = useTranslation("payment");
  const { orderNumber } = order;
  const latest = replacedBy?.orderNumber;
  return (
    <div className="note note-danger" role="alert">
      <CircleX />
      <div className="grid justify-items-start gap-2">
        <p className="text-lg font-semibold">
          {latest ? t("replaced", { orderNumber, latest }) : t("cancelled", { orderNumber })}
        </p>
        <p>{t("replacedHint")}</p>
        <p>{t("contact", company)}</p>
        {replacedBy ? (
          <Link className="button" to={pathOf(replacedBy)}>
            {t("toOrder", { orderNumber: latest })}
          </Link>
        ) : (
          <Link className="button button-quiet" to={paths.user.buyToken}>
            {t("settled.buy")}
          </Link>
        )}
      </div>
    </div>
  );
}

/** The payment page of an open order, else the order's page. */
const pathOf = ({
  orderNumber,
  status,
  amountPaise,
}: NonNullable<OrderForPayment["replacedBy"]>): string =>
  status === "OPEN" ? paymentPath(orderNumber, rupeesText(amountPaise)) : ownOrderPath(orderNumber);

/** A payment that arrived while its order could not take it: what is on record, and what follows. */
export function UnallocatedBanner({
  payment,
  company,
}: {
  payment: NonNullable<PayableData["unallocated"]>;
  company: OrderForPayment["company"];
}) {
  const { t } = useTranslation("payment");
  const facts: Fact[] = [
    [t("onRecord.method"), payment.methodName],
    [
      t("onRecord.reference"),
      payment.reference && <span className="mono break-all">{payment.reference}</span>,
    ],
    [t("order.total"), formatRupees(payment.totalPaise)],
    [t("onRecord.at"), formatDateTime(new Date(payment.at))],
  ];
  return (
    <section className="note note-success" aria-labelledby="unallocated-payment">
      <CircleCheck />
      <div className="grid min-w-0 gap-3">
        <h2 id="unallocated-payment" className="text-lg">
          {t("onRecord.title")}
        </h2>
        <FactList facts={facts} />
        <p>{payment.next}</p>
        <p className="font-semibold">{t("onRecord.notTwice")}</p>
        <p>{t("contact", company)}</p>
      </div>
    </section>
  );
}

/** Says that the order's price is no longer guaranteed: its payment is taken, and flagged. */
export function QuoteEnded({
  order,
  presentTerms,
}: {
  order: OrderView;
  presentTerms: NonNullable<PayableData["presentTerms"]>;
}) {
  const { t } = useTranslation("payment");
  // A cancelled order has its own link, to the order that replaced it.
  const isOffered = presentTerms.priceMicroRupees !== null && order.status !== "CANCELLED";
  return (
    <div className="note note-warning">
      <TriangleAlert />
      <div className="grid justify-items-start gap-2">
        <p>{presentTerms.words}</p>
        {isOffered && (
          <>
            <p>{t("notPaidYet")}</p>
            <Link className="button button-quiet" to={paths.user.buyToken}>
              {t("newOrder")}
            </Link>
          </>
        )}
      </div>
    </div>
  );
}

/** Shows the order with a link to its page, what is to be paid and the remaining time in one line. */
export function OrderHead({ order }: { order: PayableData["order"] }) {
  const { t } = useTranslation("payment");
  const { totalPaise, missingPaise } = order;
  return (
    <p className="tabular flex flex-wrap items-center justify-between gap-x-4 md:justify-start">
      <Link className="link-out" to={ownOrderPath(order.orderNumber)}>
        {order.orderNumber}
      </Link>
      <strong className="text-lg">{formatRupees(order.duePaise)}</strong>
      {missingPaise === null ? (
        <span>
          <span className="max-md:sr-only">{t("countdown")}</span>{" "}
          <strong>
            <Countdown seconds={order.secondsLeft} over={t("over")} />
          </strong>
        </span>
      ) : (
        <span>
          {t("rest", {
            received: formatRupees(totalPaise - missingPaise),
            missing: formatRupees(missingPaise),
          })}
        </span>
      )}
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
  if (order.missingPaise !== null) return <p className="hint">{t("restHint")}</p>;
  return (
    <div className="grid gap-3">
      {order.status === "REJECTED" && (
        <div className="note note-danger">
          <CircleX />
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
    ...(order.bonusTokens > 0
      ? [[t("order.bonus"), `${formatQuantity(order.bonusTokens)} ${brand.symbol}`]]
      : []),
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
        {order.missingPaise !== null && (
          <>
            <FactRow name={t("order.received")}>
              {formatRupees(order.totalPaise - order.missingPaise)}
            </FactRow>
            <FactRow name={t("order.left")}>{formatRupees(order.missingPaise)}</FactRow>
          </>
        )}
      </dl>
    </section>
  );
}
