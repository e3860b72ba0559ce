import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UnprovenNote } from "~/components/data/flag-badges";
import { formatRupees } from "@server/platform/rules/money/format";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { DialogButtons } from "~/components/dialog/dialog";
import { orderPath } from "~/lib/paths";
import { BankEntries, useApprovesByEntry } from "../order/bank-entries";
import { MoneyOnRecord } from "../order/money-on-record";
import { DecisionMade } from "../order/order-activity";
import { OrderDetails, OrderFacts } from "../order/order-facts";
import { FlagDetails, OrderFlags } from "../order/order-flags";
import { ProofView } from "../order/proof-view";
import { type Decision, DecisionQuestions, isBySum } from "./decision-questions";
import type { LoadedDecision } from "./load-decision.server";
import { isPaidInPerson, useAsksForMoney } from "./money-confirmed";
import { isOwnApproval, WaitingApproval } from "./waiting-approval";
import { DecisionFields } from "~/components/purchases/decide/decision-fields";

/** A payment that is decided. */
export interface Deciding extends LoadedDecision {
  /** The payment to show after a decision, where they are shown one by one. */
  then: string | null;
}

const COLUMN = "grid min-w-0 content-start gap-4 max-md:contents";

/** One payment: its proof and the bank's entries beside its order and the decision, or what was decided. */
export function DecisionPanel({
  deciding,
  beside,
  children,
}: {
  deciding: Deciding;
  /** Facts of the member, below the decision. */
  beside?: ReactNode;
  /** The forms of the decision. */
  children: ReactNode;
}) {
  const { t } = useTranslation("purchases");
  const { order } = deciding;
  const proof = <ProofView order={order} pathOf={orderPath} />;
  // Without a proof its half of the screen is the bank's entry.
  const isShown = order.proof !== null || order.source !== null;
  return (
    // On a phone it is one column, at whose foot the decision stays.
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] items-start gap-x-8 gap-y-5 max-md:flex max-md:flex-col max-md:items-stretch max-md:gap-3">
      <div className={COLUMN}>
        {isShown && proof}
        <BankEntries {...deciding} />
        {!isShown && (
          <>
            {proof}
            <div className="max-md:order-last">{beside}</div>
          </>
        )}
      </div>
      <div className={COLUMN}>
        {order.status === "PENDING" && order.receivedPaise !== null && (
          <p className="note note-warning font-semibold max-md:-order-1">
            {t("came", {
              received: formatRupees(order.receivedPaise),
              total: formatRupees(order.finalAmountPaise),
            })}
          </p>
        )}
        <DecisionMade order={order} />
        {order.status === "PENDING" && <FlagDetails order={order} />}
        <MoneyOnRecord order={order} />
        <p className="font-semibold break-words">
          {isPaidInPerson(order.paymentMethod)
            ? t("paidInPerson")
            : t("transactionNumber", { reference: order.referenceNumber ?? "--" })}
        </p>
        <OrderFacts order={order} />
        <WaitingApproval approval={order.waitingApproval} />
        {/* The warning stands where the decision is sent, on a phone at its foot. */}
        <div className="decision">
          {order.status === "PENDING" && (
            <>
              <UnprovenNote unproven={deciding.review.unproven} />
              <OrderFlags order={order} />
            </>
          )}
          {children}
        </div>
        <div>
          <OrderDetails order={order} />
          {isShown && beside}
        </div>
      </div>
    </div>
  );
}

/** The form of one decision. In a dialog it begins with its first question, and can be cancelled. */
export function DecisionForm({
  decision,
  closeTo,
  ...deciding
}: Deciding & { decision: Decision; closeTo?: string }) {
  const { t } = useTranslation("purchases");
  const { order, then } = deciding;
  const asksForMoney = useAsksForMoney();
  const hasEntry =
    useApprovesByEntry(deciding.order) &&
    deciding.review.lines.some((line) => line.canApprove || line.isPerhaps);
  const isDialog = closeTo !== undefined;
  const isApproval = decision === "approve";
  const send = !(isApproval && (isBySum(order) || isOwnApproval(order))) && (
    <SubmitButton
      tone={isApproval ? (hasEntry ? "quiet" : "main") : "danger"}
      data-focus-first={isDialog && isApproval && !asksForMoney ? "" : undefined}
    >
      {isApproval && hasEntry
        ? t("approveWithoutEntry")
        : t(isDialog && decision !== "reverse" ? "common:confirm" : decision)}
    </SubmitButton>
  );
  return (
    <PostForm contract={decision} intent={decision} className="mt-3 grid gap-3">
      <DecisionFields order={order} then={then} />
      <DecisionQuestions {...deciding} decision={decision} isDialog={isDialog} />
      {isDialog ? <DialogButtons closeTo={closeTo}>{send}</DialogButtons> : send}
    </PostForm>
  );
}
