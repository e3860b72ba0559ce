import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { Field } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { DecisionFields } from "~/components/purchases/decide/decision-fields";
import { MoneyConfirmed } from "~/components/purchases/decide/money-confirmed";
import { SecondAdminNote } from "~/components/purchases/decide/waiting-approval";
import { searchWith } from "~/lib/lists/list-query";
import { isRestTold } from "~/lib/orders/rest-told";
import { useSite } from "~/lib/use-site";
import { NO_STEP } from "../payments-address";
import type { loadSum } from "./load-sum.server";
import { tokensOfSum } from "./tokens-of-sum";

/** Shows the tokens that the received sum pays, and the decision's form. */
export function DecideSum() {
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
    ...tokensOfSum(t, part, order, brand.symbol),
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
      {mayWait && <p>{t("explainWait", facts)}</p>}
      <p>{t(explanation(all - total, part !== null), facts)}</p>
      {part && all < total && all > paid && <p>{t("openRest", facts)}</p>}
      <FactList facts={rows} />
      <SecondAdminNote order={order} />
      <PostForm
        contract="approveReceived"
        intent="approveReceived"
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
            <SubmitButton name="decision" value="wait">
              {t("wait", facts)}
            </SubmitButton>
          )}
          {part && !isAsked && (
            // As in the list: what can be completed waits.
            <SubmitButton tone={mayWait ? "quiet" : "main"}>{t("approve", facts)}</SubmitButton>
          )}
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
