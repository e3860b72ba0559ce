import type { AppLoadContext } from "@remix-run/node";
import { UndoDecision } from "@server/orders/contracts/decisions";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { translateRefusal } from "@server/platform/words/translators.server";
import { adminApi, keyOf } from "~/lib/callers";
import { refusalIn } from "~/lib/messages/refusals";
import { failure, redirectWithToast, withToast } from "~/lib/messages/toasts.server";

/** Undoes the decision that a strip names (undo-strip.server.tsx), then shows `back`, with those before it. */
export async function undoDecision(form: FormData, context: AppLoadContext, back: string) {
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  try {
    const input = UndoDecision.safeParse(Object.fromEntries(form));
    if (!input.success) throw refuse("INVALID_INPUT");
    const { orderNumber: order } = await api.orders.undo(input.data);
    return await withToast(context, back, "decisions:undone", { order });
  } catch (thrown) {
    // The form is on no page any more: what refuses it is a toast.
    const refusal = refusalIn(thrown);
    if (!refusal) throw thrown;
    const why = translateRefusal(context.caller.language, refusal.code, refusal.params);
    return redirectWithToast(back, failure(why));
  }
}
