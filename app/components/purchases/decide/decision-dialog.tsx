import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { useMay } from "~/lib/use-may";
import { AlreadyDecided } from "../order/order-activity";
import type { Decided } from "../order/use-order-updates";
import { OrderCorrections } from "../correct/order-corrections";
import { DecisionForm, DecisionPanel, type Deciding } from "./decision-panel";
import { isOwnApproval } from "./waiting-approval";

interface Props {
  deciding: Deciding;
  decision: "approve" | "reject" | "view";
  closeTo: string;
  /** Set if another admin decided on the order while the dialog was open. */
  decided: Decided | undefined;
}

const TITLES = { approve: "approveTitle", reject: "rejectTitle", view: "viewTitle" } as const;

/** The panel over the list that it was opened from. */
export function DecisionDialog({ deciding, decision, closeTo, decided }: Props) {
  const { t } = useTranslation("purchases");
  const mayDecide = useMay()("orders.approve") && !decided;
  const { order } = deciding;
  const isPending = order.status === "PENDING";
  const isRefused = decision === "approve" && order.moneyOnRecord.length > 0;
  const linkTo = (to: "approve" | "reject", className: string, isFirst = false) => (
    <Link
      to={`${closeTo}${closeTo === "?" ? "" : "&"}${to}=${order.id}`}
      replace
      preventScrollReset
      className={`button ${className}`}
      data-focus-first={isFirst ? "" : undefined}
    >
      {t(to)}
    </Link>
  );
  return (
    <AddressedDialog title={t(TITLES[decision])} closeTo={closeTo} isWide>
      <DecisionPanel deciding={deciding}>
        {decision !== "view" && <AlreadyDecided order={order} decided={decided} />}
        {mayDecide && isPending && decision === "view" && (
          <div className="flex flex-wrap justify-end gap-3">
            {linkTo("reject", "button-quiet")}
            {!isOwnApproval(order) && linkTo("approve", "", true)}
          </div>
        )}
        {mayDecide && isPending && isRefused && (
          <DialogButtons closeTo={closeTo}>{linkTo("reject", "button-danger", true)}</DialogButtons>
        )}
        {mayDecide && isPending && decision !== "view" && !isRefused && (
          <DecisionForm {...deciding} decision={decision} closeTo={closeTo} />
        )}
        {mayDecide && decision === "view" && <OrderCorrections {...deciding} />}
      </DecisionPanel>
    </AddressedDialog>
  );
}
