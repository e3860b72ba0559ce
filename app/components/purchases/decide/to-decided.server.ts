import type { AppLoadContext } from "@remix-run/node";
import type { Caller } from "@server/http/router";
import { translatorOf } from "@server/platform/words/translators.server";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";

/**
 * Leads back to a list after a decision on an order. Where it can be undone, the strip at the foot says
 * so, and the toast is for screen readers only.
 */
export async function toDecided(
  context: AppLoadContext,
  api: Caller,
  { orderId, back }: { orderId: string; back: string },
  key: string,
  facts: Record<string, unknown> = {},
) {
  const undoable = await api.orders.undoable();
  const isInStrip = undoable.some((one) => one.orderId === orderId);
  const { t } = translatorOf(context.caller.language);
  const toasts = success(t(key, facts)).map((toast) => ({ ...toast, isInStrip }));
  return redirectWithToast(withUndo(back), toasts);
}

/** The address of a list with the strip that undoes the last decision. */
export const withUndo = (back: string): string =>
  `${back}${back.endsWith("?") ? "" : back.includes("?") ? "&" : "?"}undo=1`;
