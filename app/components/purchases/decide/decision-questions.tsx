import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { TextArea } from "~/components/form/field";
import { formatRupees } from "@server/platform/rules/money/format";
import { tokensText } from "~/lib/orders/tokens-text";
import { isRestTold } from "~/lib/orders/rest-told";
import { useSite } from "~/lib/use-site";
import type { LoadedDecision } from "./load-decision.server";
import { isPaidInPerson, MoneyConfirmed } from "./money-confirmed";
import { ReasonField } from "./reason-field";
import { isOwnApproval, SecondAdminNote } from "./waiting-approval";
import { useStepTo } from "../keys/use-step-to";

/** The decision of a form; an approval is reversed. */
export type Decision = "approve" | "reject" | "reverse";

/**
 * An order is approved by what was received alone where the bank shows another sum than its total, or
 * a part was received.
 */
export const isBySum = ({ bankPaise, receivedPaise, status }: OrderForAdmin): boolean =>
  status === "PENDING" && (bankPaise !== null || receivedPaise !== null);

export function DecisionQuestions({
  order,
  review,
  decision,
  then: next,
  isDialog,
}: Pick<LoadedDecision, "order" | "review"> & {
  decision: Decision;
  /** The payment to show after a decision, where they are shown one by one. */
  then: string | null;
  /** A dialog begins with its first question; a page begins at its top. */
  isDialog: boolean;
}) {
  const { t } = useTranslation("purchases");
  const stepTo = useStepTo();
  const first = isDialog ? { "data-focus-first": "" } : {};
  const { brand } = useSite();
  if (decision === "approve" && isBySum(order)) {
    return (
      <>
        <SecondAdminNote order={order} />
        <Link className="button" to={stepTo("sum", { order: order.id, next })}>
          {t("bySum")}
        </Link>
      </>
    );
  }
  if (decision === "approve") {
    const facts = {
      tokens: tokensText(t, order, brand.symbol),
      name: order.user.name,
    };
    return (
      <>
        <p>
          {!isOwnApproval(order) && t("explain", facts)}{" "}
          <Link className="link-out" to={stepTo("sum", { order: order.id, next })}>
            {t("otherSum")}
          </Link>
        </p>
        <SecondAdminNote order={order} />
        {!isOwnApproval(order) && (
          <MoneyConfirmed
            label={t(isPaidInPerson(order.paymentMethod) ? "questionInPerson" : "question")}
            {...first}
          />
        )}
      </>
    );
  }
  // The choice of a reversal says its effects.
  if (decision === "reverse") {
    return <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} />;
  }
  const perhaps = review.lines.find((line) => line.isPerhaps);
  return (
    <>
      {perhaps && (
        <p className="note note-warning">
          {t("perhapsReceived", {
            sum: formatRupees(perhaps.amountPaise),
            name: order.user.name,
          })}
        </p>
      )}
      <p>
        {isRestTold(order)
          ? t("explainRejectRest", { received: formatRupees(order.receivedPaise ?? 0) })
          : t("explainReject")}
      </p>
      <ReasonField {...first} />
      <TextArea name="refundNote" label={t("refundNote")} hint={t("refundHint")} />
    </>
  );
}
