import { Link } from "@remix-run/react";
import CircleX from "lucide-react/icons/circle-x";
import { useTranslation } from "react-i18next";
import type { OrderForPayment } from "@server/orders/contracts/orders";
import { rupeesText } from "@server/platform/rules/money/format";
import { paths, paymentPath } from "~/lib/paths";

type Props = Pick<OrderForPayment, "order" | "replacedBy" | "company">;

/** Says that a cancelled order must not be paid, and links to the order that replaced it. */
export function CancelledBanner({ order, replacedBy, company }: Props) {
  const { t } = useTranslation("payment");
  const { orderNumber } = order;
  const latest = replacedBy?.orderNumber;
  return (
    <div className="note note-danger" role="alert">
      <CircleX size={20} aria-hidden />
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

/** The payment page of an order or, once it is submitted, its receipt. */
const pathOf = ({ orderNumber, status, amountPaise }: NonNullable<Props["replacedBy"]>): string =>
  status === "OPEN"
    ? paymentPath(orderNumber, rupeesText(amountPaise))
    : `${paths.user.paymentHistory}?${new URLSearchParams({ status, receipt: orderNumber }).toString()}`;
