import type { AppLoadContext } from "@remix-run/node";
import { ApproveLine } from "@server/contracts/statements";
import { translatorOf } from "@server/words/translators.server";
import { adminApi, keyOf } from "~/lib/callers";
import { searchWith } from "~/lib/list-query";
import { paths } from "~/lib/paths";
import { submit } from "~/lib/submit";
import { redirectWithToast, success } from "~/lib/toasts.server";
import { decide } from "../admin.purchaserequest/decide";
import { afterDecision } from "./split-address";

/** A decision of the split view, which then shows the next payment. */
export async function decideBeside(request: Request, context: AppLoadContext) {
  const form = await request.clone().formData();
  const asked = new URL(request.url).searchParams;
  const next = paths.admin.purchaseSplit + searchWith(asked, afterDecision(form.get("then")));
  if (form.get("intent") !== "approveLine") return decide(request, context, next);
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  const { t } = translatorOf(context.language);
  return submit(context, form, {
    intent: "approveLine",
    schema: ApproveLine,
    call: (input) => api.statements.approve(input),
    done: () => redirectWithToast(next, success(t("decisions:approved"))),
  });
}
