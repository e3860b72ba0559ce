import { useTranslation } from "react-i18next";
import type { UnallocatedPayment } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { TermsComparison } from "~/components/data/terms-comparison";
import { AmountField } from "~/components/form/amount-field";
import { Field, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import type { Settlement } from "./settlements";

interface Props {
  settlement: Settlement;
  payment: UnallocatedPayment;
  /** YYYY-MM-DD. */
  today: string;
  closeTo: string;
}

const TITLES = {
  allocate: "allocateTitle",
  refund: "refundTitle",
  dismiss: "dismissTitle",
} as const;

/** Asks for what a settlement needs, and says what it does. */
export function SettleDialog(props: Props) {
  const { settlement, payment, closeTo } = props;
  const { t } = useTranslation(["unallocated", "purchases"]);
  const isPossible = {
    allocate: payment.allocatable > 0 && !isCountedAlready(payment),
    refund: !isCountedAlready(payment),
    dismiss: payment.canDismiss,
  }[settlement];
  return (
    <AddressedDialog
      title={t(TITLES[settlement], { order: payment.orderNumber })}
      closeTo={closeTo}
    >
      <PostForm
        contract={settlement}
        intent={settlement}
        className="grid gap-4"
        hidden={{ paymentId: payment.id, kind: payment.kind, seenAt: payment.updatedAt }}
      >
        <IdempotencyKey />
        <Questions {...props} />
        <DialogButtons closeTo={closeTo}>
          {isPossible && (
            <SubmitButton tone={settlement === "dismiss" ? "danger" : "main"}>
              {t(settlement)}
            </SubmitButton>
          )}
        </DialogButtons>
      </PostForm>
    </AddressedDialog>
  );
}

/** A reported payment whose money counts with another order: it is not received a second time. */
const isCountedAlready = ({ kind, countedWith }: UnallocatedPayment): boolean =>
  kind === "CLAIM" && countedWith !== null;

function Questions({ settlement, payment, today }: Props) {
  const { t } = useTranslation(["unallocated", "purchases"]);
  const reportedPaise = payment.paidAmountPaise ?? payment.openPaise;
  const { countedWith } = payment;
  const counted = { reference: payment.reference ?? "", order: countedWith?.orderNumber ?? "" };
  if (settlement !== "dismiss" && isCountedAlready(payment)) {
    return <p className="note note-warning">{t("counted", counted)}</p>;
  }
  if (settlement === "allocate") {
    const quantity = payment.allocatable;
    if (quantity === 0) return <p>{t("noneLeft")}</p>;
    return (
      <>
        <input type="hidden" name="quantity" value={quantity} />
        <p>
          {t("explainAllocate", {
            count: quantity,
            quantity: formatQuantity(quantity),
            total: formatRupees(payment.openPaise),
            name: payment.member.name,
          })}
        </p>
        {payment.prices && (
          <div className="note note-warning">
            <div>
              <TermsComparison {...payment.prices} />
            </div>
          </div>
        )}
        {quantity < payment.orderQuantity && (
          <p className="note note-warning">
            {t("explainPart", {
              ordered: formatQuantity(payment.orderQuantity),
              quantity: formatQuantity(quantity),
            })}
          </p>
        )}
        {reportedPaise !== payment.openPaise && (
          <p className="note note-warning">
            {t("explainReported", {
              amount: formatRupees(reportedPaise),
              total: formatRupees(payment.openPaise),
            })}
          </p>
        )}
        <AmountField
          name="received"
          label={t("received")}
          hint={t("allocateHint")}
          required
          defaultValue={rupeesText(reportedPaise)}
        />
        <MoneyConfirmed label={t("purchases:question")} data-focus-first="" />
      </>
    );
  }
  if (settlement === "refund") {
    return (
      <>
        <p>{t("explainRefund")}</p>
        {payment.kind === "CLAIM" && (
          <AmountField
            name="received"
            label={t("received")}
            hint={t("receivedHint")}
            required
            defaultValue={rupeesText(reportedPaise)}
          />
        )}
        <AmountField
          name="amount"
          label={t("refundAmount")}
          defaultValue={rupeesText(reportedPaise)}
        />
        <Field
          name="reference"
          label={t("refundReference")}
          autoComplete="off"
          data-focus-first=""
        />
        <Field
          name="refundedOn"
          type="date"
          label={t("refundedOn")}
          defaultValue={today}
          max={today}
        />
        {payment.kind === "CLAIM" && <MoneyConfirmed label={t("purchases:question")} />}
      </>
    );
  }
  if (!payment.canDismiss) return <p>{t("partlyUsed")}</p>;
  return (
    <>
      {countedWith && <p className="note">{t("counts", counted)}</p>}
      <p>{t(countedWith?.isOwn ? "explainSame" : "explainDismiss")}</p>
      <TextArea
        name="reason"
        label={t("purchases:reason")}
        {...(!countedWith?.isOwn && { hint: t("purchases:reasonHint") })}
        data-focus-first=""
      />
    </>
  );
}
