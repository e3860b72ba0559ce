import type { AppLoadContext } from "@remix-run/node";
import {
  ApproveOrderForm,
  ApproveOrdersForm,
  RejectOrderForm,
  RejectOrdersForm,
  ReverseOrder,
} from "@server/contracts/orders";
import { adminApi, keyOf } from "~/lib/callers";
import { searchWith } from "~/lib/list-query";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { createTranslator } from "~/locales/translator";
import { NO_DIALOG } from "./purchase-address";

/** The decision that a form of this page asks for: on one purchase, or on several. */
export async function decide(request: Request, context: AppLoadContext) {
  const form = await request.formData();
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const asked = new URL(request.url).searchParams;
  const back = paths.admin.purchaseRequest + searchWith(asked, NO_DIALOG);
  const say = (key: string) =>
    success(createTranslator(context.language).t(key, { ns: "purchases" }));
  switch (form.get("intent")) {
    case "approve":
      return submit(context, form, {
        intent: "approve",
        schema: ApproveOrderForm,
        call: ({ orderId }) => api.orders.approve({ orderId }),
        done: () => redirectWithToast(back, say("approvedToast")),
      });
    case "reverse":
      return submit(context, form, {
        intent: "reverse",
        schema: ReverseOrder,
        call: (input) => api.orders.reverse(input),
        done: () => redirectWithToast(back, say("reversedToast")),
      });
    case "approveMany":
      return submit(context, form, {
        intent: "approveMany",
        schema: ApproveOrdersForm,
        call: ({ orderIds }) => api.orders.approveMany({ orderIds }),
        done: (outcomes) => ({ outcomes }),
      });
    case "rejectMany":
      return submit(context, form, {
        intent: "rejectMany",
        schema: RejectOrdersForm,
        call: (input) => api.orders.rejectMany(input),
        done: (outcomes) => ({ outcomes }),
      });
    default:
      return submit(context, form, {
        intent: "reject",
        schema: RejectOrderForm,
        call: (input) => api.orders.reject(input),
        done: () => redirectWithToast(back, say("rejectedToast")),
      });
  }
}
