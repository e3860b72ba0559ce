import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  formatPercent,
  formatPrice,
  formatRupees,
  rupeesText,
} from "@server/platform/rules/money/format";
import { useDates } from "~/components/data/use-dates";
import { type Fact, FactList } from "~/components/data/fact-list";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { HiddenListParams } from "~/components/lists/filter-select";
import { WaitingApproval } from "~/components/purchases/decide/waiting-approval";
import { BankEntries } from "~/components/purchases/order/bank-entries";
import { MoneyOnRecord } from "~/components/purchases/order/money-on-record";
import { DecisionMade } from "~/components/purchases/order/order-activity";
import { OrderDetails, OrderFacts } from "~/components/purchases/order/order-facts";
import { FlagDetails, OrderFlags } from "~/components/purchases/order/order-flags";
import { ProofView } from "~/components/purchases/order/proof-view";
import { isRestTold } from "~/lib/orders/rest-told";
import { isPaidInPerson } from "~/components/purchases/decide/money-confirmed";
import { orderPath } from "~/lib/paths";
import { useMay } from "~/lib/use-may";
import { otherFlags } from "@server/orders/rules/answer-of-entry";
import { StepPage } from "../step-page";
import { DecideSum } from "./decide-sum";
import type { loadSum } from "./load-sum.server";

const OF_SUM = ["order", "line", "received", "reference"];

/** A decision on an order of which another sum than its total was received (product.md §2). */
export function ReceivedSum() {
  const [params] = useSearchParams();
  const { shown, line, isExact, receivedPaise } = useLoaderData<typeof loadSum>();
  const { t } = useTranslation("sums");
  const mayDecide = useMay()("payments.approveReceived");
  const { order, review } = shown;
  const isPending = order.status === "PENDING";
  // A payment whose number was received before cannot be received again.
  const isWaiting = isPending && order.moneyOnRecord.length === 0;
  // The result below says it.
  const isBankSumAlone = receivedPaise === order.bankPaise && otherFlags(order).length === 0;
  const words = {
    back: t("back"),
    title: t(isExact ? "titleExact" : "title"),
    intro: receivedPaise === null ? t("intro") : null,
  };
  return (
    <StepPage words={words} className="">
      <section
        className="card grid items-start gap-x-8 gap-y-5 p-4 md:p-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
        aria-labelledby="payment-title"
      >
        <div className="grid gap-4">
          <h2 id="payment-title" className="flex flex-wrap gap-x-3">
            <span className="mono">{order.orderNumber}</span> {order.user.name}
          </h2>
          <DecisionMade order={order} />
          {!isPending && <p className="note">{t("decided")}</p>}
          {isPending && <FlagDetails order={order} />}
          {isPending && !isBankSumAlone && <OrderFlags order={order} />}
          <MoneyOnRecord order={order} />
          <WaitingApproval approval={order.waitingApproval} />
          {isWaiting && mayDecide && <SumForm />}
          {isWaiting && mayDecide && receivedPaise !== null && (
            <DecideSum key={`${receivedPaise} ${order.version}`} />
          )}
        </div>
        <div className="grid gap-4">
          <p className="font-semibold break-words">
            {isPaidInPerson(order.paymentMethod)
              ? t("purchases:paidInPerson")
              : t("purchases:transactionNumber", { reference: order.referenceNumber ?? "--" })}
          </p>
          <OrderFacts order={order} />
          <SumFacts />
        </div>
      </section>
      <div className="card px-4 md:px-6">
        <details className="more" open={receivedPaise === null || undefined}>
          <summary>
            <h2 className="text-base">{t("proofAndEntries")}</h2>
          </summary>
          <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
            <ProofView order={order} pathOf={orderPath} />
            {/* Above it is said which entry shows the sum. */}
            {(review.lines.length > 0 || line === null) && (
              <BankEntries {...shown} then={params.get("next")} />
            )}
          </div>
        </details>
        <OrderDetails order={order} />
      </div>
    </StepPage>
  );
}

/** Shows the known sums: the order's, those that came before, and the bank's. */
function SumFacts() {
  const { shown, line, entries } = useLoaderData<typeof loadSum>();
  const { t } = useTranslation("sums");
  const dates = useDates();
  const { order } = shown;
  const before = order.receivedPaise;
  const reported = order.toldPaise;
  const linkedPaise = entries.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const facts: Fact[] = [
    [t("price"), formatPrice(order.priceMicroRupees)],
    [t("fee", { percent: formatPercent(order.feeBps) }), formatRupees(order.feePaise)],
    [t("bank"), order.bankPaise === null ? null : formatRupees(order.bankPaise)],
    [t("before"), before === null ? null : formatRupees(before)],
    [t("missing"), before === null ? null : formatRupees(order.finalAmountPaise - before)],
    [t("toldRest"), isRestTold(order) && reported !== null && formatRupees(reported)],
    [t("entries"), entries.length > 1 && t("entriesSum", { sum: formatRupees(linkedPaise) })],
    [
      t("entry", { day: line && dates.day(line.bookedOn) }),
      line && (
        <span key="entry" className="wrap-anywhere">
          {formatRupees(line.amountPaise)} {line.narration}
        </span>
      ),
    ],
  ];
  return <FactList facts={facts} />;
}

/** Asks for the sum that arrived, and shows what it pays for. */
function SumForm() {
  const { shown, ...typed } = useLoaderData<typeof loadSum>();
  const { receivedPaise, refused, lineId, reference } = typed;
  const { t } = useTranslation("sums");
  const { order } = shown;
  const asked = order.waitingApproval;
  const before = order.receivedPaise;
  // A further part without a sum of its own is what is missing.
  const missing = before === null ? null : order.finalAmountPaise - before;
  const isTold = isRestTold(order);
  const reported = order.toldPaise;
  const filled = receivedPaise ?? asked?.receivedPaise ?? ((asked && missing) || reported);
  return (
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
        <button type="submit" className={receivedPaise === null ? "button" : "button button-quiet"}>
          {t("show")}
        </button>
      </div>
    </QueryForm>
  );
}
