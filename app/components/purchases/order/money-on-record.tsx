import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { MoneyOnRecord as Money, OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatRupees } from "@server/platform/rules/money/format";
import { orderPath, paymentsPath } from "~/lib/paths";

/**
 * The money that was received with a payment's number, and what to do; nothing without any. The payment
 * cannot be approved.
 */
export function MoneyOnRecord({ order }: { order: OrderForAdmin }) {
  const { t } = useTranslation(["purchases", "unallocated"]);
  const all = order.moneyOnRecord;
  if (all.length === 0) return null;
  const open = all.find(({ state }) => state === "OPEN");
  const search = open?.order?.orderNumber ?? "";
  const received = ({ amountPaise, openPaise, state }: Money) => {
    const sums = { sum: formatRupees(amountPaise), open: formatRupees(openPaise) };
    return t(`onRecord.${amountPaise === 0 ? "ENTRY" : state}`, sums);
  };
  return (
    <div className="note note-warning">
      <TriangleAlert />
      <div className="grid min-w-0 gap-2">
        <p className="font-semibold">{t("onRecord.title")}</p>
        <ul>
          {all.map((money, at) => (
            <li key={at} className="break-words">
              {money.order && (
                <>
                  <a className="link-out mono" href={orderPath(money.order.id)}>
                    {money.order.orderNumber}
                  </a>
                  {": "}
                </>
              )}
              {received(money)}
            </li>
          ))}
        </ul>
        <p>{t(open ? "onRecord.open" : "onRecord.gone")}</p>
        {open && (
          <p>
            <a className="link-out" href={paymentsPath("unallocated", { search })}>
              {t("unallocated:title")}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
