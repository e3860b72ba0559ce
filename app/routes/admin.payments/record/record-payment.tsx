import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { searchWith } from "~/lib/lists/list-query";
import { HiddenListParams } from "~/components/lists/filter-select";
import { NO_STEP } from "../payments-address";
import { StepPage } from "../step-page";
import { MatchForm, RecordForm } from "./record-forms";
import type { loadRecord } from "./record-payment.server";
import { FactRow } from "~/components/data/fact-list";
import { StatusBadge } from "~/components/data/badge";
import { useReply } from "~/components/form/form-frame";
import { tokensText } from "~/lib/orders/tokens-text";
import { memberPath } from "~/lib/paths";
import { useMethodName } from "~/lib/orders/use-method-name";

const OF_RECORD = ["order", "line"];

/** Money that an admin knows of and that no member has submitted (product.md §2). */
export function RecordPayment() {
  const { order, line, typed } = useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  const dates = useDates();
  return (
    <StepPage
      words={{ back: t("back"), title: t("title"), intro: t(line ? "introLine" : "intro") }}
    >
      <section className="card grid gap-4 p-4 md:p-6" aria-label={t("find")}>
        {line && (
          <p className="grid gap-0.5">
            <strong>
              {t("line", { day: dates.day(line.bookedOn) })}{" "}
              <span className="tabular">{formatRupees(line.amountPaise)}</span>
            </strong>
            <span className="wrap-anywhere">{line.narration || "--"}</span>
          </p>
        )}
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
        />
      )}
    </StepPage>
  );
}

/** The order, and what the money or the entry becomes by it. */
function FoundOrder() {
  const isRefused = useReply("record") !== null;
  const { order } = useLoaderData<typeof loadRecord>();
  const { t } = useTranslation("record");
  if (!order) return null;
  const becomes = order.entry?.becomes ?? order.recording;
  const isKnown = becomes === "MATCHED" || becomes === "DECIDED";
  return (
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="recorded-order">
      <h2 id="recorded-order" className="mono">
        {order.orderNumber}
      </h2>
      <OrderFacts {...order} />
      {order.entry?.differs.map((one) => (
        <p key={one} className="note note-warning">
          {t(`differs.${one}`)}
        </p>
      ))}
      <p className="note">{isKnown ? t(`becomes.${becomes}`) : t(`explain.${becomes}`)}</p>
      {becomes === "MATCHED" && <MatchForm />}
      {order.status === "PENDING" && <DecideLink isFirst={becomes === "DECIDED"} />}
      {isKnown ? (
        <details open={isRefused || undefined}>
          <summary className="link-out cursor-pointer">{t("otherMoney")}</summary>
          <RecordForm />
        </details>
      ) : (
        <RecordForm />
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

type Found = NonNullable<Awaited<ReturnType<typeof loadRecord>>["order"]>;

function OrderFacts({ member, status, totalPaise, payments, ...tokens }: Found) {
  const { t } = useTranslation("record");
  const dates = useDates();
  const methodName = useMethodName();
  return (
    <dl className="facts tabular">
      <FactRow name={t("member")}>
        <Link className="link-out" to={memberPath(member.id)}>
          {member.name} ({member.referralCode})
        </Link>
      </FactRow>
      <FactRow name={t("status")}>
        <StatusBadge status={status} />
      </FactRow>
      <FactRow name={t("tokens")}>{tokensText(t, tokens, "")}</FactRow>
      <FactRow name={t("total")}>{formatRupees(totalPaise)}</FactRow>
      <FactRow name={t("onRecord")}>
        {payments.length === 0 && t("none")}
        <ul className="grid gap-1">
          {payments.map(({ id, at, method, reference, receivedPaise, openPaise }) => (
            <li key={id} className="break-words">
              {dates.full(at)}, {methodName(method)}
              {reference && <span className="mono break-all"> {reference}</span>}:{" "}
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
