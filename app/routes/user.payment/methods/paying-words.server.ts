import type { Language } from "@db/vocabulary";
import type { OrderView } from "@server/orders/contracts/orders";
import { formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { SUBMIT_TEXTS } from "../proof/submit-texts";

/** Returns the steps to pay an order, by method; the browser loads none of the texts. */
export function payingWords(language: Language, order: OrderView, company: string) {
  const { t } = translatorOf(language);
  // A rejected member has paid in most cases, so no step says to pay again.
  const isAgain = order.status === "REJECTED";
  const stepsOf = (method: keyof typeof SUBMIT_TEXTS) =>
    t(
      isAgain
        ? method === "MANUAL"
          ? "paying:againManual"
          : "paying:again"
        : `paying:steps.${method}`,
      {
        orderNumber: order.orderNumber,
        company,
        total: formatRupees(order.totalPaise),
        button: t(`payment:${SUBMIT_TEXTS[method]}`),
        returnObjects: true,
      },
    ) as string[];
  return {
    steps: { BANK: stepsOf("BANK"), UPI: stepsOf("UPI"), MANUAL: stepsOf("MANUAL") },
    follows: t("paying:follows"),
    addNumber: t("paying:addNumber"),
    agreeFirst: t("paying:agreeFirst"),
    copyAmount: t("paying:copyAmount"),
    copyNumber: t("paying:copyNumber"),
    meant: {
      amount: t("paying:meant.amount"),
      number: t("paying:meant.number"),
      both: t("paying:meant.both"),
    },
    leave: t("paying:leave"),
    stay: t("paying:stay"),
    close: t("paying:close"),
    discard: t("paying:discard"),
    choose: t("paying:choose"),
    none: t("paying:none"),
    camera: t("paying:camera"),
    drop: t("paying:drop"),
  };
}
