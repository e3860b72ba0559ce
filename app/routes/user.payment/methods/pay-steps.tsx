import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatRupees } from "@server/platform/rules/money/format";
import { Countdown } from "~/components/data/countdown";
import type { PayableData } from "../load-payment.server";

/** The order, its total and the remaining time in one line; an expired hold never blocks a payment. */
export function OrderHead({ data: { order } }: { data: PayableData }) {
  const { t } = useTranslation("payment");
  return (
    <p className="tabular flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 md:justify-start">
      <span>{order.orderNumber}</span>
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

/** The steps of a method before its last one, which reports the payment; the first has the details. */
export function PaySteps({ steps, children }: { steps: readonly string[]; children: ReactNode }) {
  return (
    <ol className="pay-steps">
      {steps.slice(0, -1).map((text, index) => (
        <li key={text}>
          <p className="font-semibold">{text}</p>
          {index === 0 && children}
        </li>
      ))}
    </ol>
  );
}
