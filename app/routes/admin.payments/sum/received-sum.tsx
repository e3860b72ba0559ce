import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Checkbox, Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { HiddenListParams } from "~/components/lists/filter-select";
import { tokensText } from "~/lib/orders/tokens-text";
import { useSite } from "~/lib/use-site";
import { NO_STEP } from "../payments-address";
import type { loadSum } from "./decide-sum.server";
import { OrderSums } from "./order-sums";
import { type Fact, FactList } from "~/components/data/fact-list";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { SecondAdminNote } from "~/components/purchases/decide/waiting-approval";

const OF_SUM = new Set(["order", "line", "received", "reference"]);

/** A decision on an order of which another sum than its total was received (product.md §2). */
export function ReceivedSum() {
  const [params] = useSearchParams();
  const { order, onRecord, line, entries, ...shownNow } = useLoaderData<typeof loadSum>();
  const { receivedPaise, refused, lineId, reference } = shownNow;
  const result = useActionData();
  const { t } = useTranslation("sums");
  const mayDecide = useMay()("payments.approveReceived");
  const isPending = order.status === "PENDING";
  // A payment whose number was received before cannot be received again.
  const isWaiting = isPending && order.moneyOnRecord.length === 0;
  const reported = order.paidAmountPaise === order.finalAmountPaise ? null : order.paidAmountPaise;
  const asked = order.waitingApproval;
  // A further part without a sum of its own is what is missing.
  const missing = asked && order.receivedPaise && order.finalAmountPaise - order.receivedPaise;
  const shown = receivedPaise ?? asked?.receivedPaise ?? missing ?? reported;
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={searchWith(params, NO_STEP)}>{t("back")}</BackLink>
      <div className="grid gap-2">
        <h1>{t("title")}</h1>
        <p className="text-muted">{t("intro")}</p>
      </div>
      <section className="card grid gap-4 p-4 md:p-6" aria-label={order.orderNumber}>
        <OrderSums order={order} line={line} entries={entries} />
        <div dangerouslySetInnerHTML={{ __html: onRecord }} />
        {!isPending && <p className="note">{t("decided")}</p>}
        {isWaiting && mayDecide && (
          <QueryForm contract="show" className="grid gap-4">
            <HiddenListParams without={OF_SUM} />
            <input type="hidden" name="order" value={order.id} />
            {lineId && <input type="hidden" name="line" value={lineId} />}
            <AmountField
              name="received"
              label={t("received")}
              hint={t(order.receivedPaise === null ? "receivedHint" : "furtherHint")}
              required={order.receivedPaise === null}
              // The field stays empty if only earlier partial payments count.
              defaultValue={refused ?? (shown ? rupeesText(shown) : "")}
              {...(refused !== null && { problem: t("amountInvalid") })}
            />
            {order.receivedPaise !== null && (
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
      </section>
      {isWaiting && mayDecide && receivedPaise !== null && (
        <DecideSum key={`${receivedPaise} ${order.version}`} result={result} />
      )}
    </div>
  );
}

/** Shows the tokens that the received sum pays, and the decision's form. */
function DecideSum({ result }: { result: unknown }) {
  const {
    order,
    receivedPaise,
    part,
    lineId,
    reference,
    requiresPaymentConfirmation,
    idempotencyKey,
  } = useLoaderData<typeof loadSum>();
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
    before > 0 && receivedPaise > 0 && order.paymentMethod !== "MANUAL" && !isNumbered;
  const mayWait = receivedPaise > 0 && all < total;
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
    <section className="card grid gap-4 p-4 md:p-6" aria-labelledby="sum-outcome">
      <h2 id="sum-outcome">{t("outcome")}</h2>
      <FactList facts={rows} />
      <p>{t(explanation(all - total, part !== null), facts)}</p>
      {part && all < total && all > paid && <p>{t("openRest", facts)}</p>}
      {mayWait && <p>{t("explainWait", facts)}</p>}
      <SecondAdminNote order={order} />
      <PostForm contract="approve" result={result} intent="approve" className="grid gap-4">
        <input type="hidden" name="orderId" value={order.id} />
        <input type="hidden" name="version" value={order.version} />
        {receivedPaise > 0 && (
          <input type="hidden" name="received" value={rupeesText(receivedPaise)} />
        )}
        {lineId && <input type="hidden" name="lineId" value={lineId} />}
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
        <IdempotencyKey value={idempotencyKey} />
        {requiresPaymentConfirmation && (part !== null || mayWait) && (
          <Checkbox
            name="moneyConfirmed"
            label={t("question", { received: formatRupees(receivedPaise || before) })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Reject orderId={order.id} />
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

function Reject({ orderId }: { orderId: string }) {
  const { t } = useTranslation("sums");
  const [params] = useSearchParams();
  const rejected = { ...NO_STEP, tab: "decide", form: "list", reject: orderId };
  return (
    <Link className="button button-quiet" to={searchWith(params, rejected)}>
      {t("reject")}
    </Link>
  );
}
