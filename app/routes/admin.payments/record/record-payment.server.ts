import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { RecordPayment, ShownPayment } from "@server/orders/contracts/payments";
import { LinkLine } from "@server/orders/contracts/statements";
import { translatorOf } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { constraintsOf } from "~/lib/forms/constraints.server";
import { searchWith } from "~/lib/lists/list-query";
import { paths } from "~/lib/paths";
import { orRefuse, refusalIn } from "~/lib/messages/refusals";
import { submit } from "~/lib/forms/submit";
import { redirectWithToast, success, withToast } from "~/lib/messages/toasts.server";
import { NO_STEP } from "../payments-address";

const constraints = constraintsOf({
  show: ShownPayment,
  record: RecordPayment,
  link: LinkLine,
});

/** An order by its number, and the entry of a statement that shows its payment. */
export async function loadRecord({ request, context }: LoaderFunctionArgs) {
  const api = await adminApi(context);
  const typed = new URL(request.url).searchParams;
  const { order: purchaseId, line: lineId } = ShownPayment.safeParse({
    order: typed.get("order")?.trim().toUpperCase() ?? "",
    line: typed.get("line") ?? "",
  }).data ?? { order: undefined, line: undefined };
  const [order, line] = await Promise.all([
    purchaseId === undefined
      ? null
      : orRefuse(
          context,
          api.payments.toRecord({ purchaseId, lineId }).catch((error: unknown) => {
            if (refusalIn(error)?.code === "ORDER_NOT_FOUND") return null;
            throw error;
          }),
        ),
    lineId === undefined ? null : orRefuse(context, api.statements.line({ lineId })),
  ]);
  return {
    constraints,
    order,
    line,
    // A text that names no order stays typed.
    typed: order === null ? typed.get("order") : null,
    idempotencyKey: crypto.randomUUID(),
  };
}

export async function recordPayment({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.caller.language);
  const asked = new URL(request.url).searchParams;
  if (form.get("intent") === "match") {
    return submit(context, form, {
      schema: LinkLine,
      call: (input) => api.statements.link(input),
      done: (_, { purchaseId }) =>
        withToast(context, paths.admin.payments + searchWith(asked, NO_STEP), "record:matched", {
          order: purchaseId,
        }),
    });
  }
  return submit(context, form, {
    schema: RecordPayment,
    asksMoney: requiresPaymentConfirmation(context),
    call: (input) => api.payments.record(input),
    done: ({ orderId, orderNumber, recorded }, { received, lineId }) => {
      const toast = success(t(`record:done.${recorded}`, { order: orderNumber }));
      const next = searchWith(asked, {
        ...NO_STEP,
        ...(recorded === "WAITS"
          ? { step: "sum", order: orderId, received, line: lineId ?? null }
          : { tab: "unallocated" }),
      });
      return redirectWithToast(paths.admin.payments + next, toast);
    },
  });
}
