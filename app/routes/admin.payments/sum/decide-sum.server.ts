import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  ApproveReceivedForm,
  ApproveReceivedUnaskedForm,
  ShownSum,
  WaitForRestForm,
  WaitForRestUnaskedForm,
} from "@server/orders/contracts/payments";
import { bonusOf } from "@server/ledger/rules/reward";
import { rupeesText } from "@server/platform/rules/money/format";
import { partPaidBy } from "@server/platform/rules/money/partial-payment";
import { parseRupeesToPaise, plainAmount } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { translatorOf } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { orRefuse, refusedPage } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { moneyOnRecord } from "~/components/purchases/order/money-on-record.server";
import { queueAfter } from "../one-by-one/one-by-one-address";

const constraints = constraintsOf({ show: ShownSum, approve: ApproveReceivedForm });

/** An order, the sum that is asked about, and what it pays for. */
export async function loadSum({ request, context }: LoaderFunctionArgs) {
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
  // The partial payments before alone are a valid sum too.
  const before = order.receivedPaise ?? 0;
  const shown = typed.data?.received;
  const isBlank = typed.success && shown === undefined;
  const receivedPaise = shown
    ? parseRupeesToPaise(plainAmount(shown))
    : isBlank && before > 0
      ? 0
      : null;
  const quantity = order.totalQuantity;
  const part =
    receivedPaise === null ? null : partPaidBy({ ...order, quantity }, before + receivedPaise);
  return {
    constraints,
    order,
    onRecord: moneyOnRecord(context, order),
    lineId,
    line,
    entries,
    receivedPaise: sum === null ? null : receivedPaise,
    reference: typed.data?.reference ?? null,
    // An unreadable amount stays typed.
    refused: receivedPaise === null ? sum : null,
    // The rule that the decision applies as well.
    part: part && {
      ...part,
      bonusTokens: bonusOf({ ...order, quantity, approvedQuantity: part.quantity }),
    },
    requiresPaymentConfirmation: requiresPaymentConfirmation(context),
    idempotencyKey: crypto.randomUUID(),
  };
}

/** Approves by the received sum, or waits for the rest; then the next payment of the queue is shown. */
export async function decideSum({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  // An entry that was given to the order by hand stays with it: such an approval is not undone.
  const canUndo = !form.has("lineId");
  const api = await adminApi(context, { idempotencyKey: keyOf(form), canUndo });
  const { t } = translatorOf(context.caller.language);
  const asked = new URL(request.url).searchParams;
  const next = queueAfter(asked, asked.get("next"));
  if (form.get("decision") === "wait") {
    return submit(context, form, {
      schema: requiresPaymentConfirmation(context) ? WaitForRestForm : WaitForRestUnaskedForm,
      call: ({ orderId, version, received, lineId, reference }) => {
        form.delete("moneyConfirmed");
        return api.payments.waitForRest({ orderId, version, received, lineId, reference });
      },
      done: () => redirectWithToast(next, success(t("sums:waits"))),
    });
  }
  return submit(context, form, {
    schema: requiresPaymentConfirmation(context) ? ApproveReceivedForm : ApproveReceivedUnaskedForm,
    call: ({ orderId, version, received, lineId, reference }) => {
      // After a refusal the money is confirmed anew, for the payment as it is then.
      form.delete("moneyConfirmed");
      return api.payments.approveReceived({ orderId, version, received, lineId, reference });
    },
    done: ({ receivedPaise, finalAmountPaise }) => {
      const hasRest = receivedPaise !== null && receivedPaise > finalAmountPaise;
      return redirectWithToast(
        `${next}&undo=1`,
        success(t(hasRest ? "sums:approvedWithRest" : "decisions:approved")),
      );
    },
    stored: next,
  });
}
