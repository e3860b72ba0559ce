import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { OrderForPayment, OrderView } from "@server/orders/contracts/orders";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { ownOrderPath, paths, paymentPath } from "~/lib/paths";
import type { PayableData } from "./load-payment.server";
import { useDates } from "~/components/data/use-dates";

/** Says that a cancelled order must not be paid, and links to the order that replaced it. */
export function CancelledBanner({
  order,
  replacedBy,
}: Pick<OrderForPayment, "order" | "replacedBy">) {
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
        <p>{t("sendNumber")}</p>
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
  const dates = useDates();
  const { t } = useTranslation("payment");
  const facts: Fact[] = [
    [t("onRecord.method"), payment.methodName],
    [
      t("onRecord.reference"),
      payment.reference && <span className="mono break-all">{payment.reference}</span>,
    ],
    [t("order.total"), formatRupees(payment.totalPaise)],
    [t("onRecord.at"), dates.moment(payment.at)],
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

type PresentTerms = NonNullable<PayableData["presentTerms"]>;

/** Says that the order's price is no longer guaranteed: its payment is taken, and flagged. */
export function QuoteEnded({
  order,
  presentTerms,
}: {
  order: OrderView;
  presentTerms: PresentTerms;
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

/** Says that the payment was rejected, why, and what follows for who has paid and who has not. */
export function RejectedBanner({
  order,
  presentTerms,
}: {
  order: PayableData["order"];
  presentTerms: PresentTerms | null;
}) {
  const { t } = useTranslation("payment");
  return (
    <div className="note note-danger">
      <CircleX />
      <div className="grid gap-2">
        <p className="font-semibold">{t(order.rest === null ? "rejected" : "restMissing")}</p>
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
        {order.rest === null && presentTerms && (
          <p>
            {t("notPaidYet")}{" "}
            <Link className="link-out" to={paths.user.buyToken}>
              {t("newOrder")}
            </Link>{" "}
            {presentTerms.words}
          </p>
        )}
      </div>
    </div>
  );
}
