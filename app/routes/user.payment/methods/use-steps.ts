import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { SUBMITTABLE_METHODS } from "@db/vocabulary";
import { formatRupees } from "@server/platform/rules/money/format";
import type { PayableData } from "../load-payment.server";

type Method = (typeof SUBMITTABLE_METHODS)[number];

/** The text of the button that goes on, by payment method. */
export const SUBMIT_TEXTS = { BANK: "bank.submit", UPI: "pay", MANUAL: "manual.submit" } as const;

/** The order that is paid, for the parts that the page shows with one alone. */
export const usePayable = () => useLoaderData<() => Promise<PayableData>>();

/** Returns the steps of paying an order by a method. */
export function useSteps(): (method: Method) => string[] {
  const { order, company } = usePayable();
  const { t } = useTranslation(["paying", "payment"]);
  const again = (method: Method) => (method === "MANUAL" ? "againManual" : "again");
  return (method) =>
    // A rejected member has paid in most cases, so no step says to pay again.
    t(order.status === "REJECTED" ? again(method) : `steps.${method}`, {
      orderNumber: order.orderNumber,
      company: company.name,
      total: formatRupees(order.duePaise),
      button: t(`payment:${SUBMIT_TEXTS[method]}`),
      returnObjects: true,
    }) as string[];
}
