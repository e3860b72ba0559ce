import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
  ApproveReceivedForm,
  ApproveReceivedUnaskedForm,
  ShownSum,
  WaitForRestForm,
  WaitForRestUnaskedForm,
} from "@server/contracts/payments";
import { partPaidBy } from "@server/domain/money/part";
import { rupeesText } from "@server/domain/money/format";
import { parseRupeesToPaise } from "@server/domain/money/units";
import { refuse } from "@server/domain/refusals/refuse";
import { translatorOf } from "@server/words/translators.server";
import { Field } from "~/components/form/field";
import { QueryForm } from "~/components/form/query-form";
import { BackLink } from "~/components/layout/back-link";
import { asksMoney } from "~/lib/asks-money";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/constraints.server";
import { pageMeta } from "~/lib/page-meta";
import { paths } from "~/lib/paths";
import { orRefuse, refusedPage } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { useMay } from "~/lib/use-may";
import { loadWords } from "~/lib/words";
import { moneyOnRecord } from "../admin.purchaserequest/money-on-record.server";
import { DecideSum } from "./decide-sum";
import { OrderSums } from "./order-sums";

export const handle = await loadWords("sums");

const constraints = constraintsOf({ show: ShownSum, approve: ApproveReceivedForm });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const asked = new URL(request.url).searchParams;
  const orderId = asked.get("order");
  if (!orderId) throw refusedPage(context, refuse("ORDER_NOT_FOUND"));
  const lineId = asked.get("line");
  const [order, line, entries] = await orRefuse(
    context,
    Promise.all([
      api.orders.findForAdmin({ orderId }),
      lineId === null ? null : api.statements.line({ lineId }),
      api.statements.linesOf({ orderId }),
    ]),
  );
  // An entry, or the bank's sum of the payment, fills in what nobody has typed.
  const shownPaise = line?.amountPaise ?? (order.receivedPaise === null ? order.bankPaise : null);
  const sum = asked.get("received") ?? (shownPaise === null ? null : rupeesText(shownPaise));
  const typed = ShownSum.safeParse({
    received: sum ?? "",
    reference: asked.get("reference") ?? line?.reference ?? "",
  });
  // Nothing more than the parts before is a sum too.
  const before = order.receivedPaise ?? 0;
  const shown = typed.data?.received;
  const isBlank = typed.success && shown === undefined;
  const receivedPaise = shown ? parseRupeesToPaise(shown) : isBlank && before > 0 ? 0 : null;
  return {
    constraints,
    order,
    onRecord: moneyOnRecord(context, order),
    lineId,
    line,
    entries,
    receivedPaise: sum === null ? null : receivedPaise,
    reference: typed.data?.reference ?? null,
    // What cannot be read stays typed.
    refused: receivedPaise === null ? sum : null,
    // The rule that the decision applies as well.
    part:
      receivedPaise === null
        ? null
        : partPaidBy({ ...order, quantity: order.totalQuantity }, before + receivedPaise),
    asksMoney: asksMoney(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  // An entry that was given to the order by hand stays with it: such an approval is not undone.
  const canUndo = !form.has("lineId");
  const api = await adminApi(context, { idempotencyKey: keyOf(form), canUndo });
  const { t } = translatorOf(context.language);
  if (form.get("decision") === "wait") {
    return submit(context, form, {
      schema: asksMoney(context) ? WaitForRestForm : WaitForRestUnaskedForm,
      call: ({ orderId, version, received, lineId, reference }) => {
        form.delete("moneyConfirmed");
        return api.payments.waitForRest({ orderId, version, received, lineId, reference });
      },
      done: () => redirectWithToast(paths.admin.purchaseRequest, success(t("sums:waits"))),
    });
  }
  return submit(context, form, {
    schema: asksMoney(context) ? ApproveReceivedForm : ApproveReceivedUnaskedForm,
    call: ({ orderId, version, received, lineId, reference }) => {
      // After a refusal the money is confirmed anew, for the payment as it is then.
      form.delete("moneyConfirmed");
      return api.payments.approveReceived({ orderId, version, received, lineId, reference });
    },
    done: ({ receivedPaise, finalAmountPaise }) => {
      const hasRest = receivedPaise !== null && receivedPaise > finalAmountPaise;
      const list = hasRest ? paths.admin.payments : paths.admin.purchaseRequest;
      return redirectWithToast(
        `${list}?undo=1`,
        success(t(hasRest ? "sums:approvedWithRest" : "decisions:approved")),
      );
    },
  });
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, "Another sum");

/** A decision on an order of which another sum than its total was received (product.md §2). */
export default function AnotherSum() {
  const { order, onRecord, line, entries, ...shownNow } = useLoaderData<typeof loader>();
  const { receivedPaise, refused, lineId, reference } = shownNow;
  const result = useActionData<typeof action>();
  const { t } = useTranslation("sums");
  const mayDecide = useMay()("payments.approveReceived");
  const isPending = order.status === "PENDING";
  // No sum of a payment is received whose number was received before.
  const isWaiting = isPending && order.moneyOnRecord.length === 0;
  const reported = order.paidAmountPaise === order.finalAmountPaise ? null : order.paidAmountPaise;
  const asked = order.waitingApproval;
  // A further part without a sum of its own is what is missing.
  const missing = asked && order.receivedPaise && order.finalAmountPaise - order.receivedPaise;
  const shown = receivedPaise ?? asked?.receivedPaise ?? missing ?? reported;
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to={paths.admin.purchaseRequest}>{t("back")}</BackLink>
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
            <input type="hidden" name="order" value={order.id} />
            {lineId && <input type="hidden" name="line" value={lineId} />}
            <Field
              name="received"
              label={t("received")}
              hint={t(order.receivedPaise === null ? "receivedHint" : "furtherHint")}
              inputMode="decimal"
              autoComplete="off"
              required={order.receivedPaise === null}
              // Nothing beside the parts before is left empty.
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
