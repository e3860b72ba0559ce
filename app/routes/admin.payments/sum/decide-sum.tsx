import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatQuantity, formatRupees, rupeesText } from "@server/platform/rules/money/format";
import { type Fact, FactList } from "~/components/data/fact-list";
import { Checkbox } from "~/components/form/field";
import { PostForm } from "~/components/form/post-form";
import { IdempotencyKey, SubmitButton } from "~/components/form/submit-button";
import { searchWith } from "~/lib/lists/list-query";
import { useSite } from "~/lib/use-site";
import { SecondAdminNote } from "~/components/purchases/decide/waiting-approval";
import { NO_STEP } from "../payments-address";
import type { loadSum } from "./decide-sum.server";

/** Shows the tokens that the received sum pays, and the decision's form. */
export function DecideSum({ result }: { result: unknown }) {
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
  const mayWait = receivedPaise > 0 && all < total;
  const facts = {
    received: formatRupees(receivedPaise),
    total: formatRupees(total),
    quantity: formatQuantity(part?.quantity ?? 0),
    ordered: formatQuantity(order.totalQuantity),
    symbol: brand.symbol,
    rest: formatRupees(all - paid),
    missing: formatRupees(Math.max(0, total - all)),
  };
  const rows: Fact[] = [
    [t("received"), facts.received],
    [t("before"), before > 0 ? formatRupees(before) : null],
    [t("tokensPaid"), part && t("ofOrdered", facts)],
    [t("amountPaid"), part && formatRupees(part.amountPaise)],
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
        {reference && <input type="hidden" name="reference" value={reference} />}
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
          {part && <SubmitButton>{t("approve", facts)}</SubmitButton>}
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
