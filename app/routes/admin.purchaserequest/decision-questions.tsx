import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/contracts/order-details";
import { formatQuantity } from "@server/domain/money/format";
import { Checkbox, TextArea } from "~/components/form/field";
import { paths, recordPath } from "~/lib/paths";
import { useSite } from "~/root";
import { ReasonField } from "./reason-field";

/**
 * An order is approved by what was received alone where the bank shows another sum than its total, or
 * a part was received and its rest has a number of its own.
 */
export const isBySum = ({ bankPaise, receivedPaise, status }: OrderForAdmin): boolean =>
  status === "PENDING" && (bankPaise !== null || receivedPaise !== null);

/** The questions before the decision. */
export function DecisionQuestions({
  order,
  decision,
  asksMoney,
  reasons,
}: {
  order: OrderForAdmin;
  decision: "approve" | "reject" | "view";
  asksMoney: boolean;
  /** Of a rejection, to choose from. */
  reasons: readonly string[];
}) {
  const { t } = useTranslation("purchases");
  const { brand } = useSite();
  if (decision === "approve" && isBySum(order)) {
    return (
      <Link className="button" to={`${paths.admin.purchaseSum}?order=${order.id}`}>
        {t("bySum")}
      </Link>
    );
  }
  if (decision === "approve") {
    const facts = {
      quantity: formatQuantity(order.totalQuantity),
      symbol: brand.symbol,
      name: order.user.name,
    };
    return (
      <>
        <p>
          {t("explain", facts)}{" "}
          <Link className="link-out" to={`${paths.admin.purchaseSum}?order=${order.id}`}>
            {t("otherSum")}
          </Link>
        </p>
        {asksMoney && <Checkbox name="moneyConfirmed" label={t("question")} data-focus-first="" />}
      </>
    );
  }
  return (
    <>
      <p>
        {t(decision === "view" ? "explainReverse" : "explainReject")}
        {decision === "view" && (
          <>
            {" "}
            <Link className="link-out" to={recordPath(order.orderNumber)}>
              {t("recordOther")}
            </Link>
          </>
        )}
      </p>
      {decision === "reject" ? (
        <>
          <ReasonField reasons={reasons} />
          <TextArea name="refundNote" label={t("refundNote")} hint={t("refundHint")} />
        </>
      ) : (
        <TextArea name="reason" label={t("reason")} hint={t("reasonHint")} />
      )}
    </>
  );
}
