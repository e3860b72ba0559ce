import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { rupeesText } from "@server/platform/rules/money/format";
import { AmountField } from "~/components/form/amount-field";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { searchWith } from "~/lib/lists/list-query";
import { useMay } from "~/lib/use-may";
import { HiddenListParams } from "~/components/lists/filter-select";
import { NO_STEP } from "../payments-address";
import { DecideSum } from "./decide-sum";
import type { loadSum } from "./decide-sum.server";
import { OrderSums } from "./order-sums";

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
