import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/domain/money/format";
import { ConsentForm } from "./consent-form";
import type { PayableData } from "./load-payment.server";

/** Paid by hand: confirmed here without a proof, and checked by the company. */
export function ManualPanel({ data, result }: { data: PayableData; result: unknown }) {
  const { t } = useTranslation("payment");
  const { order, company } = data;
  return (
    <div className="grid gap-5">
      <h2>{t("manual.title")}</h2>
      <p>
        {t("manual.text", { total: formatRupees(order.totalPaise), company: company.name })}{" "}
        {t("contact", company)}
      </p>
      <ConsentForm data={data} result={result} submitLabel={t("manual.submit")} />
    </div>
  );
}
