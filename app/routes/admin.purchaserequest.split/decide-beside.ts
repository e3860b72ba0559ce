import type { AppLoadContext } from "@remix-run/node";
import { UndoDecision } from "@server/contracts/decisions";
import { ApproveLine } from "@server/contracts/statements";
import { refuse } from "@server/domain/refusals/refuse";
import { translateRefusal } from "@server/words/refusals.server";
import { translatorOf } from "@server/words/translators.server";
import { adminApi, keyOf } from "~/lib/callers";
import { searchWith } from "~/lib/list-query";
import { paths } from "~/lib/paths";
import { refusalIn } from "~/lib/refusals";
import { submit } from "~/lib/submit";
import { failure, redirectWithToast, success } from "~/lib/toasts.server";
import { decide } from "../admin.purchaserequest/decide";
import { afterDecision, NO_ORDER } from "./split-address";

/** A decision of the split view, which then shows the next payment; or what undoes the last one. */
export async function decideBeside(request: Request, context: AppLoadContext) {
  const form = await request.clone().formData();
  const asked = new URL(request.url).searchParams;
  if (form.get("intent") === "undo") return undo(form, asked, context);
  const next = paths.admin.purchaseSplit + searchWith(asked, afterDecision(form.get("then")));
  if (form.get("intent") !== "approveLine") return decide(request, context, next);
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.language);
  return submit(context, form, {
    schema: ApproveLine,
    call: (input) => api.statements.approve(input),
    done: () => redirectWithToast(next, success(t("decisions:approved"))),
  });
}

/** Undoes a decision, and shows its order again, or the list if it was undone there. */
async function undo(form: FormData, asked: URLSearchParams, context: AppLoadContext) {
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.language);
  const back =
    form.get("to") === "list"
      ? paths.admin.purchaseRequest + searchWith(asked, NO_ORDER)
      : paths.admin.purchaseSplit + searchWith(asked, afterDecision(form.get("orderId")));
  try {
    const input = UndoDecision.safeParse(Object.fromEntries(form));
    if (!input.success) throw refuse("INVALID_INPUT");
    const { orderNumber: order } = await api.orders.undo(input.data);
    return await redirectWithToast(back, success(t("decisions:undone", { order })));
  } catch (thrown) {
    // The form is on no page any more: what refuses it is a toast.
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    const why = translateRefusal(context.language, refusal.code, refusal.params);
    return redirectWithToast(back, failure(why));
  }
}
