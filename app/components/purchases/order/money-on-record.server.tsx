import type { AppLoadContext } from "@remix-run/node";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { renderToStaticMarkup } from "react-dom/server";
import type { MoneyOnRecord, OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { orderPath, paymentsPath } from "~/lib/paths";

/**
 * The money that was received with a payment's number, and what to do, as markup; empty without any. The
 * payment cannot be approved. Plain links, so that the pages load no script for it.
 */
export function moneyOnRecord(
  context: AppLoadContext,
  order: Pick<OrderForAdmin, "moneyOnRecord"> | null,
): string {
  if (!order || order.moneyOnRecord.length === 0) return "";
  const { t } = translatorOf(context.caller.language);
  const open = order.moneyOnRecord.find(({ state }) => state === "OPEN");
  const search = open?.order?.orderNumber ?? "";
  const received = ({ amountPaise, openPaise, state }: MoneyOnRecord) => {
    const sums = { sum: formatRupees(amountPaise), open: formatRupees(openPaise) };
    return amountPaise === 0 ? t("numbers:onRecord.ENTRY") : t(`numbers:onRecord.${state}`, sums);
  };
  return renderToStaticMarkup(
    <div className="note note-warning mb-4">
      <TriangleAlert size={20} aria-hidden />
      <div className="grid min-w-0 gap-2">
        <p className="font-semibold">{t("numbers:onRecord.title")}</p>
        <ul>
          {order.moneyOnRecord.map((money, at) => (
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
        <p>{t(open ? "numbers:onRecord.open" : "numbers:onRecord.gone")}</p>
        {open && (
          <p>
            <a className="link-out" href={paymentsPath("unallocated", { search })}>
              {t("unallocated:title")}
            </a>
          </p>
        )}
      </div>
    </div>,
  );
}
