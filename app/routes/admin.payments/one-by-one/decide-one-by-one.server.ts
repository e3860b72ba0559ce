import type { ActionFunctionArgs } from "@remix-run/node";
import { ApproveLine } from "@server/contracts/statements";
import { translatorOf } from "@server/words/translators.server";
import { adminApi, keyOf } from "~/lib/callers";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { decide } from "../orders/decide";
import { undoDecision } from "../orders/undo-decision.server";
import { queueAfter } from "./one-by-one-address";

/** A decision of one payment, after which the next is shown; or what undoes the last one. */
export async function decideOneByOne({ request, context }: ActionFunctionArgs) {
  const form = await request.clone().formData();
  const asked = new URL(request.url).searchParams;
  if (form.get("intent") === "undo") {
    return undoDecision(form, context, queueAfter(asked, form.get("orderId")));
  }
  const next = queueAfter(asked, form.get("then"));
  if (form.get("intent") !== "approveLine") return decide(request, context, next);
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.language);
  return submit(context, form, {
    schema: ApproveLine,
    call: (input) => api.statements.approve(input),
    done: () => redirectWithToast(next, success(t("decisions:approved"))),
    stored: next,
  });
}
