import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { Checkbox, Field, Select, TextArea } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { searchWith } from "~/lib/lists/list-query";
import { HiddenListParams } from "~/components/lists/filter-select";
import { NO_STEP } from "../payments-address";
import type { loadRecord } from "./record-payment.server";
import { formatMoment } from "@server/platform/rules/dates/dates";
import { FactRow } from "~/components/data/fact-list";
import { StatusBadge } from "~/components/data/badge";
import { AmountField } from "~/components/form/amount-field";
import { replyFor } from "~/components/form/form-frame";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { memberPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";

const OF_RECORD = new Set(["order", "line"]);

/** Money that an admin knows of and that no member has submitted (product.md §2). */
export function RecordPayment() {
  const [params] = useSearchParams();
  const { order, line, typed } = useLoaderData<typeof loadRecord>();
  const result = useActionData();
  const { t } = useTranslation("record");
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={searchWith(params, NO_STEP)}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      <section className="card p-4 md:p-6" aria-label={t("find")}>
        <QueryForm key={order?.orderNumber} contract="show" className="grid gap-4">
          <HiddenListParams without={OF_RECORD} />
          {line && <input type="hidden" name="line" value={line.id} />}
          <Field
            name="order"
            label={t("find")}
            hint={t("findHint")}
            autoComplete="off"
            required
            defaultValue={order?.orderNumber ?? typed ?? ""}
            {...(typed !== null && { problem: t("unknown") })}
          />
          <div className="flex justify-end">
            <button type="submit" className={order ? "button button-quiet" : "button"}>
              {t("show")}
            </button>
          </div>
        </QueryForm>
      </section>
      {order && (
        <FoundOrder
          key={`${order.orderNumber} ${order.version} ${line ? rupeesText(line.amountPaise) : ""}`}
          result={result}
        />
      )}
    </div>
  );
}

/** The order beside the entry, and what the entry becomes by it. */
function FoundOrder({ result }: { result: unknown }) {
  const { order, line } = useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  if (!order) return null;
  const becomes = order.entry?.becomes ?? order.recording;
  const isKnown = becomes === "MATCHED" || becomes === "DECIDED";
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="recorded-order">
      <h2 id="recorded-order" className="mono">
        {order.orderNumber}
      </h2>
      <OrderFacts order={order} />
      {line && (
        <p className="grid gap-0.5">
          <strong>
            {t("line", { day: line.bookedOn })}{" "}
            <span className="tabular">{formatRupees(line.amountPaise)}</span>
          </strong>
          <span className="wrap-anywhere">{line.narration || "--"}</span>
        </p>
      )}
      {order.entry?.differs.map((one) => (
        <p key={one} className="note note-warning">
          {t(`differs.${one}`)}
        </p>
      ))}
      <p className="note">{isKnown ? t(`becomes.${becomes}`) : t(`explain.${becomes}`)}</p>
      {becomes === "MATCHED" && <MatchForm result={result} />}
      {order.status === "PENDING" && <DecideLink isFirst={becomes === "DECIDED"} />}
      {isKnown ? (
        <details open={replyFor(result, "record") !== null || undefined}>
          <summary className="link-out cursor-pointer">{t("otherMoney")}</summary>
          <RecordForm result={result} />
        </details>
      ) : (
        <RecordForm result={result} />
      )}
    </section>
  );
}

function DecideLink({ isFirst }: { isFirst: boolean }) {
  const { order, line } = useLoaderData<typeof loadRecord>();
  const [params] = useSearchParams();
  const { t } = useTranslation("record");
  const step = { step: "sum", order: order?.orderId ?? null, line: line?.id ?? null };
  return (
    <p>
      <Link
        className={isFirst ? "button" : "link-out"}
        to={searchWith(params, { ...NO_STEP, ...step })}
      >
        {t(isFirst ? "decide" : "part")}
      </Link>
    </p>
  );
}

/** Why the entry is the order's although they differ: the press with it is the second one. */
function Reason() {
  const { t } = useTranslation("record");
  return <TextArea name="reason" label={t("reason")} rows={2} />;
}

/** Makes the entry the bank's evidence of money that is on record. */
function MatchForm({ result }: { result: unknown }) {
  const { order, line, idempotencyKey } = useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  const mayMatch = useMay()("statements.link");
  if (!order || !line || !mayMatch) return null;
  const differs = order.entry?.differs ?? [];
  return (
    <PostForm contract="link" result={result} intent="match" className="grid gap-4">
      <input type="hidden" name="purchaseId" value={order.orderNumber} />
      <input type="hidden" name="lineId" value={line.id} />
      {differs.includes("SUM") && <input type="hidden" name="isPart" value="on" />}
      <IdempotencyKey value={idempotencyKey} />
      {differs.length > 0 && <Reason />}
      <div className="flex justify-end">
        <SubmitButton>{t("match")}</SubmitButton>
      </div>
    </PostForm>
  );
}

function RecordForm({ result }: { result: unknown }) {
  const { order, line, methods, requiresPaymentConfirmation, idempotencyKey } =
    useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  const mayRecord = useMay()("payments.record");
  if (!order || !mayRecord) return null;
  const isOnRecord = order.unshownPaise.length > 0 || order.entry?.becomes === "MATCHED";
  return (
    <PostForm contract="record" result={result} intent="record" className="mt-3 grid gap-4">
      <input type="hidden" name="purchaseId" value={order.orderNumber} />
      <input type="hidden" name="version" value={order.version} />
      <IdempotencyKey value={idempotencyKey} />
      {line && <input type="hidden" name="lineId" value={line.id} />}
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
      {(isOnRecord || line) && <Checkbox name="isOtherMoney" label={t("isOtherMoney")} />}
      {(isOnRecord || line) && <Reason />}
      {requiresPaymentConfirmation && <Checkbox name="moneyConfirmed" label={t("question")} />}
      <p className="hint">{t("told")}</p>
      <div className="flex justify-end">
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PostForm>
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
              {formatMoment(new Date(at))}, {method}{" "}
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
