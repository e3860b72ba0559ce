import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { UnallocatedPayment } from "@server/orders/contracts/payments";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { TermsComparison } from "~/components/data/terms-comparison";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { AddressedDialog, DialogButtons } from "~/components/dialog/dialog";
import { Correction, ReasonedCorrection } from "~/components/purchases/correct/correction";
import { isPaidInPerson, MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import { useMay } from "~/lib/use-may";
import type { Settlement } from "./payment-list-address";

interface Props {
  settlement: Settlement;
  payment: UnallocatedPayment;
  /** YYYY-MM-DD. */
  today: string;
  closeTo: string;
}

/** Allocates a payment's tokens, sends its money back, or marks it as not received. */
export function SettleDialog(props: Props) {
  const { settlement, payment, closeTo } = props;
  const { t } = useTranslation(["unallocated", "corrections"]);
  const possible = usePossible()(payment);
  const { countedWith } = payment;
  // An address may name what is no longer possible.
  if (!possible[settlement] && !countedWith) return null;
  const counted = { reference: payment.reference ?? "", order: countedWith?.orderNumber ?? "" };
  const act = settlement === "dismiss" && countedWith?.isOwn ? "dismissTwice" : settlement;
  const title =
    act === "allocate"
      ? t("allocateTitle", { order: payment.orderNumber })
      : `${t(`corrections:${act}.name`)} ${payment.orderNumber}`;
  return (
    <AddressedDialog title={title} closeTo={closeTo}>
      <p className="mb-4">
        <strong>{formatRupees(payment.openPaise)}</strong> · {payment.member.name}
      </p>
      {countedWith && (
        <p className="note note-warning mb-4">
          {t(isCounted(payment) ? "counted" : "counts", counted)}
        </p>
      )}
      {act === "allocate" && !isCounted(payment) && (
        <SettleForm {...props} act="allocate" isPossible={payment.allocatable > 0}>
          <Allocation payment={payment} />
        </SettleForm>
      )}
      {act === "refund" && possible.refund && (
        <Correction act="refund" intent="refund" isOpen>
          <SettleForm {...props} act="refund" isPossible>
            <Refund {...props} />
          </SettleForm>
        </Correction>
      )}
      {(act === "dismiss" || act === "dismissTwice") && possible.dismiss && (
        <ReasonedCorrection
          act={act}
          intent="dismiss"
          contract="dismiss"
          isOpen
          hidden={hiddenOf(payment)}
          closeTo={closeTo}
        />
      )}
    </AddressedDialog>
  );
}

/** A reported payment whose money counts with another order is not received a second time. */
const isCounted = ({ kind, countedWith }: UnallocatedPayment): boolean =>
  kind === "CLAIM" && countedWith !== null;

/** Tells what can be done about a payment's money. */
export function usePossible() {
  const may = useMay();
  return (payment: UnallocatedPayment) => ({
    allocate: payment.kind === "CLAIM" && payment.because !== "ORDER_ALREADY_DECIDED",
    refund: may("payments.refund") && !isCounted(payment),
    dismiss: may("payments.dismiss") && payment.canDismiss,
  });
}

const hiddenOf = ({ id, kind, updatedAt }: UnallocatedPayment) => ({
  paymentId: id,
  kind,
  seenAt: updatedAt,
});

function SettleForm({
  act,
  payment,
  closeTo,
  isPossible,
  children,
}: Props & { act: "allocate" | "refund"; isPossible: boolean; children: ReactNode }) {
  const { t } = useTranslation("unallocated");
  return (
    <PostForm contract={act} intent={act} hidden={hiddenOf(payment)}>
      <IdempotencyKey />
      {children}
      <DialogButtons closeTo={closeTo}>
        {isPossible && <SubmitButton>{t(act)}</SubmitButton>}
      </DialogButtons>
    </PostForm>
  );
}

/** Paise that the member reported, else what is open. */
const reportedOf = ({ paidAmountPaise, openPaise }: UnallocatedPayment) =>
  paidAmountPaise ?? openPaise;

function Allocation({ payment }: { payment: UnallocatedPayment }) {
  const { t } = useTranslation(["unallocated", "purchases"]);
  const quantity = payment.allocatable;
  const reportedPaise = reportedOf(payment);
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
      <MoneyConfirmed label={t(questionOf(payment))} data-focus-first="" />
    </>
  );
}

function Refund({ payment, today }: Pick<Props, "payment" | "today">) {
  const { t } = useTranslation(["unallocated", "purchases"]);
  const reportedPaise = reportedOf(payment);
  return (
    <>
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
      <Field name="reference" label={t("refundReference")} autoComplete="off" data-focus-first="" />
      <Field
        name="refundedOn"
        type="date"
        label={t("refundedOn")}
        defaultValue={today}
        max={today}
      />
      {payment.kind === "CLAIM" && <MoneyConfirmed label={t(questionOf(payment))} />}
    </>
  );
}

const questionOf = ({ method }: Props["payment"]) =>
  isPaidInPerson(method) ? "purchases:questionInPerson" : "purchases:question";
