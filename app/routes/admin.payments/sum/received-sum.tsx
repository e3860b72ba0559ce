import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
  rupeesText,
} from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { HiddenListParams } from "~/components/lists/filter-select";
import { tokensText } from "~/lib/orders/tokens-text";
import { isRestTold } from "~/lib/orders/rest-told";
import { useSite } from "~/lib/use-site";
import { NO_STEP } from "../payments-address";
import { StepPage } from "../step-page";
import type { loadSum } from "./load-sum.server";
import { type Fact, FactList } from "~/components/data/fact-list";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { DecisionPanel } from "~/components/purchases/decide/decision-panel";
import { MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import { SecondAdminNote } from "~/components/purchases/decide/waiting-approval";
import { DecisionFields } from "~/components/purchases/decide/decision-fields";

const OF_SUM = ["order", "line", "received", "reference"];

/** A decision on an order of which another sum than its total was received (product.md §2). */
export function ReceivedSum() {
  const [params] = useSearchParams();
  const { shown, line, entries, ...typed } = useLoaderData<typeof loadSum>();
  const { receivedPaise, refused, lineId, reference } = typed;
  const { t } = useTranslation("sums");
  const mayDecide = useMay()("payments.approveReceived");
  const { order } = shown;
  const isPending = order.status === "PENDING";
  // A payment whose number was received before cannot be received again.
  const isWaiting = isPending && order.moneyOnRecord.length === 0;
  const asked = order.waitingApproval;
  const before = order.receivedPaise;
  // A further part without a sum of its own is what is missing.
  const missing = before === null ? null : order.finalAmountPaise - before;
  const isTold = isRestTold(order);
  const reported = order.toldPaise;
  const filled = receivedPaise ?? asked?.receivedPaise ?? ((asked && missing) || reported);
  const linkedPaise = entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const facts: Fact[] = [
    [t("price"), formatPrice(order.priceMicroRupees)],
    [t("fee", { percent: formatPercent(order.feeBps) }), formatRupees(order.feePaise)],
    [t("bank"), order.bankPaise === null ? null : formatRupees(order.bankPaise)],
    [t("before"), before === null ? null : formatRupees(before)],
    [t("missing"), missing === null ? null : formatRupees(missing)],
    [t("toldRest"), isTold && reported !== null && formatRupees(reported)],
    [t("entries"), entries.length > 1 && t("entriesSum", { sum: formatRupees(linkedPaise) })],
    [
      t("entry", { day: line?.bookedOn }),
      line && (
        <span key="entry" className="wrap-anywhere">
          {formatRupees(line.amountPaise)} {line.narration}
        </span>
      ),
    ],
  ];
  return (
    <StepPage words={{ back: t("back"), title: t("title"), intro: t("intro") }} className="">
      <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="payment-title">
        <h2 id="payment-title" className="mono">
          {order.orderNumber}
        </h2>
        <DecisionPanel deciding={{ ...shown, then: params.get("next") }}>
          <FactList facts={facts} />
          {!isPending && <p className="note">{t("decided")}</p>}
          {isWaiting && mayDecide && (
            <QueryForm contract="show" className="grid gap-4">
              <HiddenListParams without={OF_SUM} />
              <input type="hidden" name="order" value={order.id} />
              {lineId && <input type="hidden" name="line" value={lineId} />}
              <AmountField
                name="received"
                label={t("received")}
                hint={t(before === null || isTold ? "receivedHint" : "furtherHint")}
                required={before === null || isTold}
                // The field stays empty if only earlier partial payments count.
                defaultValue={refused ?? (filled ? rupeesText(filled) : "")}
                {...(refused !== null && { problem: t("amountInvalid") })}
              />
              {before !== null && !isTold && (
                <Field
                  name="reference"
                  label={t("partReference")}
                  hint={t("partReferenceHint")}
                  autoComplete="off"
                  defaultValue={reference ?? asked?.partReference ?? ""}
                />
              )}
              <div className="flex justify-end">
                <button
                  type="submit"
                  className={receivedPaise === null ? "button" : "button button-quiet"}
                >
                  {t("show")}
                </button>
              </div>
            </QueryForm>
          )}
          {isWaiting && mayDecide && receivedPaise !== null && (
            <DecideSum key={`${receivedPaise} ${order.version}`} />
          )}
        </DecisionPanel>
      </section>
    </StepPage>
  );
}

/** Shows the tokens that the received sum pays, and the decision's form. */
function DecideSum() {
  const { shown, receivedPaise, part, lineId, reference } = useLoaderData<typeof loadSum>();
  const { order } = shown;
  const [params] = useSearchParams();
  const then = params.get("next");
  const { t } = useTranslation("sums");
  const { brand } = useSite();
  if (receivedPaise === null) return null;
  const before = order.receivedPaise ?? 0;
  const all = before + receivedPaise;
  const total = order.finalAmountPaise;
  const paid = part ? part.amountPaise + part.feePaise : 0;
  // Another sum, or another number, is a request of its own.
  const asked = order.waitingApproval;
  const isAsked =
    asked?.isOwn === true &&
    (asked.receivedPaise ?? total - before) === receivedPaise &&
    (asked.partReference === null || asked.partReference === reference);
  const isNumbered = Boolean(lineId ?? reference ?? asked?.partReference);
  const needsNumber =
    before > 0 &&
    receivedPaise > 0 &&
    order.paymentMethod !== "MANUAL" &&
    !isNumbered &&
    !isRestTold(order);
  const mayWait = receivedPaise > 0 && all < total;
  const rejected = { ...NO_STEP, tab: "decide", form: "list", reject: order.id };
  const facts = {
    received: formatRupees(receivedPaise),
    total: formatRupees(total),
    quantity: formatQuantity(part?.quantity ?? 0),
    ordered: formatQuantity(order.totalQuantity),
    tokens: part
      ? tokensText(t, { ...part, totalQuantity: part.quantity }, brand.symbol)
      : brand.symbol,
    rest: formatRupees(all - paid),
    missing: formatRupees(Math.max(0, total - all)),
  };
  const rows: Fact[] = [
    [t("received"), facts.received],
    [t("before"), before > 0 ? formatRupees(before) : null],
    [t("tokensPaid"), part && t("ofOrdered", facts)],
    [t("amountPaid"), part && formatRupees(part.amountPaise)],
    [t("bonus"), part && part.bonusTokens > 0 && formatQuantity(part.bonusTokens)],
    [t("feePaid"), part && formatRupees(part.feePaise)],
    [t("rest"), facts.rest],
  ];
  return (
    <section className="grid gap-4" aria-labelledby="sum-outcome">
      <h2 id="sum-outcome">{t("outcome")}</h2>
      <FactList facts={rows} />
      <p>{t(explanation(all - total, part !== null), facts)}</p>
      {part && all < total && all > paid && <p>{t("openRest", facts)}</p>}
      {mayWait && <p>{t("explainWait", facts)}</p>}
      <SecondAdminNote order={order} />
      <PostForm
        contract="approveReceived"
        intent="approveReceived"
        className="grid gap-4"
        hidden={{ received: receivedPaise > 0 && rupeesText(receivedPaise), lineId }}
      >
        <DecisionFields order={order} then={then} />
        {needsNumber ? (
          <Field
            name="reference"
            label={t("partReference")}
            hint={t("partReferenceNeeded")}
            autoComplete="off"
            required
          />
        ) : (
          reference && <input type="hidden" name="reference" value={reference} />
        )}
        {(part !== null || mayWait) && (
          <MoneyConfirmed
            label={t("question", { received: formatRupees(receivedPaise || before) })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Link className="button button-quiet" to={searchWith(params, rejected)}>
            {t("reject")}
          </Link>
          {mayWait && (
            <SubmitButton tone="quiet" name="decision" value="wait">
              {t("wait", facts)}
            </SubmitButton>
          )}
          {part && !isAsked && <SubmitButton>{t("approve", facts)}</SubmitButton>}
        </div>
      </PostForm>
    </section>
  );
}

/** The words for a sum by how much it is above or below the total. */
function explanation(differencePaise: number, paysAny: boolean) {
  if (differencePaise === 0) return "exact";
  if (differencePaise > 0) return "more";
  return paysAny ? "less" : "none";
}
