import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SUBMITTABLE_METHODS } from "@db/vocabulary";
import { rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Checkbox, Field, Select, TextArea } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import { useMay } from "~/lib/use-may";
import type { loadRecord } from "./record-payment.server";
import { useMethodName } from "~/lib/orders/use-method-name";

/** Why the entry is the order's although they differ: the press with it is the second one. */
function Reason() {
  const { t } = useTranslation("record");
  return <TextArea name="reason" label={t("reason")} rows={2} />;
}

/** Makes the entry the bank's evidence of money that is on record. */
export function MatchForm() {
  const { order, line } = useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  const mayMatch = useMay()("statements.link");
  if (!order || !line || !mayMatch) return null;
  const differs = order.entry?.differs ?? [];
  return (
    <PostForm
      contract="link"
      intent="match"
      hidden={{
        purchaseId: order.orderNumber,
        lineId: line.id,
        isPart: differs.includes("SUM") && "on",
      }}
    >
      <IdempotencyKey />
      {differs.length > 0 && <Reason />}
      <div className="flex justify-end">
        <SubmitButton>{t("match")}</SubmitButton>
      </div>
    </PostForm>
  );
}

/** Records the money as a payment of the order. */
export function RecordForm() {
  const { order, line } = useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  const methodName = useMethodName();
  const mayRecord = useMay()("payments.record");
  if (!order || !mayRecord) return null;
  const isOnRecord = order.unshownPaise.length > 0 || order.entry?.becomes === "MATCHED";
  return (
    <PostForm
      contract="record"
      intent="record"
      className="mt-3 grid gap-4"
      hidden={{ purchaseId: order.orderNumber, version: order.version, lineId: line && line.id }}
    >
      <IdempotencyKey />
      <Select
        name="paymentMethod"
        label={t("method")}
        defaultValue={SUBMITTABLE_METHODS.find((one) => one === order.method) ?? "BANK"}
        options={SUBMITTABLE_METHODS.map((value) => ({ value, label: methodName(value) }))}
      />
      <Field
        name="reference"
        label={t("reference")}
        hint={t("referenceHint")}
        autoComplete="off"
        defaultValue={line?.reference ?? ""}
      />
      <AmountField
        name="received"
        label={t("amount")}
        hint={t("amountHint")}
        readOnly={line !== null}
        defaultValue={line ? rupeesText(line.amountPaise) : ""}
      />
      {(isOnRecord || line) && <Checkbox name="isOtherMoney" label={t("isOtherMoney")} />}
      {(isOnRecord || line) && <Reason />}
      <MoneyConfirmed label={t("question")} />
      <p className="hint">{t("told")}</p>
      <div className="flex justify-end">
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PostForm>
  );
}
