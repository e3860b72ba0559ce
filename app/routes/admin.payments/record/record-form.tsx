import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatDay } from "@server/platform/rules/dates/dates";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { FactRow } from "~/components/data/fact-list";
import { StatusBadge } from "~/components/data/badge";
import { AmountField } from "~/components/form/amount-field";
import { Checkbox, Field, Select } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import { memberPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { NO_STEP } from "../payments-address";
import type { loadRecord } from "./record-payment.server";

/** The order, and what is known of its payment. */
export function RecordForm({ result }: { result: unknown }) {
  const { order, line, methods, requiresPaymentConfirmation, idempotencyKey } =
    useLoaderData<typeof loadRecord>();
  const [params] = useSearchParams();
  const { t } = useTranslation("record");
  const mayRecord = useMay()("payments.record");
  if (!order) return null;
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="recorded-order">
      <h2 id="recorded-order" className="mono">
        {order.orderNumber}
      </h2>
      <OrderFacts order={order} />
      <p className="note">
        <span>
          {t(`explain.${order.recording}`)}{" "}
          {order.status === "PENDING" && (
            <Link
              className="link-out"
              to={searchWith(params, {
                ...NO_STEP,
                ...{ step: "sum", order: order.orderId, line: line?.id ?? null },
              })}
            >
              {t("part")}
            </Link>
          )}
        </span>
      </p>
      {mayRecord && (
        <PostForm contract="record" result={result} intent="record" className="grid gap-4">
          <input type="hidden" name="purchaseId" value={order.orderNumber} />
          <input type="hidden" name="version" value={order.version} />
          <IdempotencyKey value={idempotencyKey} />
          {line && (
            <>
              <input type="hidden" name="lineId" value={line.id} />
              <p className="grid gap-0.5">
                <strong>{t("line", { day: formatDay(line.bookedOn) })}</strong>
                <span className="break-all">{line.narration || "--"}</span>
              </p>
            </>
          )}
          <Select
            name="paymentMethod"
            label={t("method")}
            defaultValue={methods.find(({ value }) => value === order.method)?.value ?? "BANK"}
            options={methods}
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
          {requiresPaymentConfirmation && <Checkbox name="moneyConfirmed" label={t("question")} />}
          <p className="hint">{t("told")}</p>
          <div className="flex justify-end">
            <SubmitButton>{t("submit")}</SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof loadRecord>>["order"]>;

function OrderFacts({
  order,
}: {
  order: Pick<Found, "member" | "status" | "quantity" | "totalPaise" | "payments">;
}) {
  const { t } = useTranslation("record");
  const { member, payments } = order;
  return (
    <dl className="facts">
      <FactRow name={t("member")}>
        <Link className="link-out" to={memberPath(member.id)}>
          {member.name} ({member.referralCode})
        </Link>
      </FactRow>
      <FactRow name={t("status")}>
        <StatusBadge status={order.status} />
      </FactRow>
      <div>
        <dt>{t("tokens")}</dt>
        <dd className="tabular">{formatQuantity(order.quantity)}</dd>
      </div>
      <div>
        <dt>{t("total")}</dt>
        <dd className="tabular">{formatRupees(order.totalPaise)}</dd>
      </div>
      <FactRow name={t("onRecord")}>
        {payments.length === 0 && t("none")}
        <ul className="grid gap-1">
          {payments.map(({ id, at, method, reference, receivedPaise, openPaise }) => (
            <li key={id} className="break-words">
              {formatDateTime(new Date(at))}, {method}{" "}
              <span className="mono break-all">{reference}</span>:{" "}
              {receivedPaise === null
                ? t("notReceived")
                : t("received", { amount: formatRupees(receivedPaise) })}
              {openPaise ? `, ${t("open", { amount: formatRupees(openPaise) })}` : ""}
            </li>
          ))}
        </ul>
      </FactRow>
    </dl>
  );
}
