import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { isFormReply } from "~/lib/forms/form-reply";
import { isOwnApproval } from "~/components/purchases/decide/waiting-approval";
import { DecisionQuestions, isBySum } from "~/components/purchases/decide/decision-questions";

interface Props {
  order: OrderForAdmin;
  /** The payment to show after a decision. */
  then: string | null;
  result: unknown;
  requiresPaymentConfirmation: boolean;
  reasons: readonly string[];
  idempotencyKey: string;
}

/**
 * Both decisions in place: the keys A and R move the focus into them. A payment whose number was received
 * before is only rejected.
 */
export function DecisionForms({ result, ...deciding }: Props) {
  const { t } = useTranslation("review");
  const isRejecting = isFormReply(result) && result.form === "reject";
  return (
    <div className="grid gap-3">
      {deciding.order.moneyOnRecord.length === 0 && (
        <div data-decision="approve">
          <PostForm contract="approve" result={result} intent="approve" className="grid gap-3">
            <Named {...deciding} />
            <DecisionQuestions {...deciding} decision="approve" />
            {!isBySum(deciding.order) && !isOwnApproval(deciding.order) && (
              <SubmitButton>{t("purchases:approve")}</SubmitButton>
            )}
          </PostForm>
        </div>
      )}
      <details className="split-reject" open={isRejecting} data-decision="reject">
        <summary className="button button-quiet">{t("rejectInstead")}</summary>
        <PostForm contract="reject" result={result} intent="reject" className="mt-3 grid gap-3">
          <Named {...deciding} />
          <DecisionQuestions {...deciding} decision="reject" />
          <SubmitButton tone="danger">{t("purchases:reject")}</SubmitButton>
        </PostForm>
      </details>
    </div>
  );
}

/** Takes an approval back, folded: it cannot be undone. */
export function Reversal({ result, ...deciding }: Props) {
  const { t } = useTranslation("review");
  const isReversing = isFormReply(result) && result.form === "reverse";
  return (
    <details className="split-reject" open={isReversing}>
      <summary className="button button-quiet">{t("purchases:reverseInstead")}</summary>
      <PostForm contract="reverse" result={result} intent="reverse" className="mt-3 grid gap-3">
        <Named {...deciding} />
        <DecisionQuestions {...deciding} decision="view" />
        <SubmitButton tone="danger">{t("purchases:reverse")}</SubmitButton>
      </PostForm>
    </details>
  );
}

/** Hidden fields of a decision: the submission that is shown, and the payment to show next. */
function Named({ order, then, idempotencyKey }: Pick<Props, "order" | "then" | "idempotencyKey">) {
  return (
    <>
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="version" value={order.version} />
      {then !== null && <input type="hidden" name="then" value={then} />}
      <IdempotencyKey value={idempotencyKey} />
    </>
  );
}
