import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslation } from "react-i18next";
import type { OrderForPayment } from "@server/orders/contracts/orders";
import { formatDateTime } from "@server/platform/rules/dates/dates";
import { formatRupees } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import type { PayableData } from "./load-payment.server";

/** A payment that arrived while its order could not take it: what is on record, and what follows. */
export function UnallocatedBanner({
  kept,
  company,
}: {
  kept: NonNullable<PayableData["kept"]>;
  company: OrderForPayment["company"];
}) {
  const { t } = useTranslation("payment");
  const facts: Fact[] = [
    [t("kept.method"), kept.methodName],
    [
      t("kept.reference"),
      kept.reference && <span className="mono break-all">{kept.reference}</span>,
    ],
    [t("order.total"), formatRupees(kept.totalPaise)],
    [t("kept.at"), formatDateTime(new Date(kept.at))],
  ];
  return (
    <section className="note note-success" aria-labelledby="kept-payment">
      <CircleCheck size={20} aria-hidden />
      <div className="grid min-w-0 gap-3">
        <h2 id="kept-payment" className="text-lg">
          {t("kept.title")}
        </h2>
        <FactList facts={facts} />
        <p>{kept.next}</p>
        <p className="font-semibold">{t("kept.notTwice")}</p>
        <p>{t("contact", company)}</p>
      </div>
    </section>
  );
}
