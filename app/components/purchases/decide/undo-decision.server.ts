import type { AppLoadContext } from "@remix-run/node";
import { UndoDecision } from "@server/orders/contracts/decisions";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { adminApi, keyOf } from "~/lib/callers";
import { withRefusal, withToast } from "~/lib/messages/toasts.server";

/** Undoes the decision that a strip names (undo-strip.server.tsx), then shows `back`, with those before it. */
export async function undoDecision(form: FormData, context: AppLoadContext, back: string) {
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  try {
    const input = UndoDecision.safeParse(Object.fromEntries(form));
    if (!input.success) throw refuse("INVALID_INPUT");
    const { orderNumber: order } = await api.orders.undo(input.data);
    return await withToast(context, back, "decisions:undone", { order });
  } catch (thrown) {
    return withRefusal(context, back, thrown);
  }
}
