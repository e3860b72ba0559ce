import Info from "lucide-react/icons/info";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { formatRupees } from "@server/platform/rules/money/format";
import { useMethodName } from "~/lib/orders/use-method-name";

/** Says that the member told of a payment of the rest, with its number and proof; nothing without one. */
export function ToldRest({ told }: { told: OrderForAdmin["toldRest"] }) {
  const { t } = useTranslation("purchases");
  const methodName = useMethodName();
  if (!told) return null;
  return (
    <p className="note mb-4">
      <Info />
      <span className="min-w-0 break-words">
        {t("toldRest.told", {
          when: formatMoment(new Date(told.at)),
          sum: formatRupees(told.paise),
          method: methodName(told.method),
        })}{" "}
        {told.reference && <span className="mono break-all">{told.reference}</span>}{" "}
        {told.proof && (
          <a className="link-out" href={told.proof.url}>
            {t("toldRest.proof")}
          </a>
        )}
      </span>
    </p>
  );
}
