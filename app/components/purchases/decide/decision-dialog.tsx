import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OrderForAdmin } from "@server/orders/contracts/order-details";
import type { OrderReview } from "@server/orders/contracts/review";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { isFormReply } from "~/lib/forms/form-reply";
import { orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { BankEntries } from "../order/bank-entries";
import { DecisionQuestions, isBySum } from "./decision-questions";
import { AlreadyDecided, OrderActivity } from "../order/order-activity";
import { isOwnApproval, WaitingApproval } from "./waiting-approval";
import { OrderFacts, OrderFlags, OrderProof } from "../order/order-facts";
import type { Decided } from "../order/use-order-updates";

interface Props {
  order: OrderForAdmin;
  review: OrderReview;
  /** Money with the payment's number, as markup. */
  onRecord: string;
  decision: "approve" | "reject" | "view";
  closeTo: string;
  result: unknown;
  /** Approving asks the admin to confirm the money. */
  requiresPaymentConfirmation: boolean;
  reasons: readonly string[];
  idempotencyKey: string;
  /** Set if another admin decided on the order while the dialog was open. */
  decided: Decided | undefined;
}

const TITLES = { approve: "approveTitle", reject: "rejectTitle", view: "viewTitle" } as const;

/**
 * Approve with the proof beside the order and the money question, reject with a reason, or view: a
 * decided purchase is its receipt, and the form that reverses it is folded.
 */
export function DecisionDialog({
  order,
  review,
  onRecord,
  decision,
  closeTo,
  result,
  requiresPaymentConfirmation,
  reasons,
  idempotencyKey,
  decided,
}: Props) {
  const { t } = useTranslation("purchases");
  const mayDecide = useMay()("orders.approve");
  const isOpen = decision === "view" ? order.status === "APPROVED" : order.status === "PENDING";
  // Its approval would be refused.
  const isOnRecord = decision === "approve" && order.moneyOnRecord.length > 0;
  const isReversing = isFormReply(result) && result.form === "reverse";
  const form = (
    <PostForm
      contract={decision === "view" ? "reverse" : decision}
      result={result}
      intent={decision === "view" ? "reverse" : decision}
      className="mt-4 grid gap-4"
    >
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="version" value={order.version} />
      <IdempotencyKey value={idempotencyKey} />
      <DecisionQuestions
        order={order}
        decision={decision}
        requiresPaymentConfirmation={requiresPaymentConfirmation}
        reasons={reasons}
        isDialog
      />
      <DialogButtons closeTo={closeTo}>
        {!(decision === "approve" && (isBySum(order) || isOwnApproval(order))) && (
          <SubmitButton
            tone={decision === "approve" ? "main" : "danger"}
            data-focus-first={
              decision === "approve" && !requiresPaymentConfirmation ? "" : undefined
            }
          >
            {t(decision === "view" ? "reverse" : "common:confirm")}
          </SubmitButton>
        )}
      </DialogButtons>
    </PostForm>
  );
  return (
    <AddressedDialog title={t(TITLES[decision])} closeTo={closeTo} isWide>
      <div className="beside">
        <div className="min-w-0">
          <p className="font-semibold break-words">
            {t("transactionNumber", { reference: order.referenceNumber ?? "--" })}
          </p>
          <BankEntries
            order={order}
            review={review}
            then={null}
            result={result}
            idempotencyKey={idempotencyKey}
          />
          <OrderProof order={order} pathOf={orderPath} />
        </div>
        <div className="min-w-0">
          <OrderFlags order={order} />
          <div dangerouslySetInnerHTML={{ __html: onRecord }} />
          <OrderFacts order={order} />
          <WaitingApproval approval={order.waitingApproval} />
          {decision === "view" && order.status === "PENDING" && !decided && mayDecide && (
            <Decide order={order} closeTo={closeTo} />
          )}
          {decision !== "view" && <AlreadyDecided order={order} decided={decided} />}
          {isOpen && !decided && mayDecide && isOnRecord && (
            <DialogButtons closeTo={closeTo} className="mt-4">
              <Link
                to={dialogPath(closeTo, "reject", order.id)}
                replace
                preventScrollReset
                className="button button-danger"
                data-focus-first=""
              >
                {t("reject")}
              </Link>
            </DialogButtons>
          )}
          {isOpen && !decided && mayDecide && !isOnRecord && decision === "view" && (
            <details className="mt-4" open={isReversing}>
              <summary className="button button-quiet cursor-pointer list-none">
                {t("reverseInstead")}
              </summary>
              {form}
            </details>
          )}
          {isOpen && !decided && mayDecide && !isOnRecord && decision !== "view" && form}
          <OrderActivity order={order} />
        </div>
      </div>
    </AddressedDialog>
  );
}

/** The address of another dialog of the order over the same list. */
const dialogPath = (closeTo: string, decision: string, orderId: string): string =>
  `${closeTo}${closeTo === "?" ? "" : "&"}${decision}=${orderId}`;

/** Links from the proof to the decision dialogs. */
function Decide({ order, closeTo }: Pick<Props, "order" | "closeTo">) {
  const { t } = useTranslation("purchases");
  const to = (decision: string) => dialogPath(closeTo, decision, order.id);
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-3">
      <Link to={to("reject")} replace preventScrollReset className="button button-quiet">
        {t("reject")}
      </Link>
      {!isOwnApproval(order) && (
        <Link to={to("approve")} replace preventScrollReset className="button" data-focus-first="">
          {t("approve")}
        </Link>
      )}
    </div>
  );
}
