import { useTranslation } from "react-i18next";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { CopyButton } from "~/components/data/copy-button";
import type { PayableData } from "../load-payment.server";
import type { SelectedMethod } from "./selected-method";

/** The total to pay, and the steps of the method. */
export function PaySteps({
  data: { order, paying },
  method,
}: {
  data: PayableData;
  method: SelectedMethod["method"];
}) {
  const { t } = useTranslation("payment");
  const { orderNumber, totalPaise } = order;
  const copied = [
    [t("order.total"), formatRupees(totalPaise), rupeesText(totalPaise), paying.copyAmount],
    [t("order.number"), orderNumber, orderNumber, paying.copyNumber],
  ] as const;
  return (
    <div className="grid gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {copied.map(([label, shown, text, copy]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular flex flex-wrap items-center gap-2 text-xl font-semibold">
              <span className="min-w-0 wrap-anywhere">{shown}</span>{" "}
              <CopyButton text={text} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
      <ol className="pay-steps">
        {paying.steps[method].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  );
}
