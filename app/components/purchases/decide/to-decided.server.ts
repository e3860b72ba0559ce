import type { AppLoadContext } from "@remix-run/node";
import type { Caller } from "@server/http/router";
import { formatRupees } from "@server/platform/rules/money/format";
import { translatorOf } from "@server/platform/words/translators.server";
import { searchWith } from "~/lib/lists/list-query";
import { redirectWithToast, success } from "~/lib/messages/toasts.server";
import { type DecidedMany, DONE, sumOfDone, undoableMany } from "./decided-many";

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

/**
 * The address of a list with the strip that undoes the last decision, or those on several since a
 * moment. It takes the place of an earlier one.
 */
export function withUndo(back: string, undo = "last"): string {
  const { pathname, searchParams, hash } = new URL(back, "http://localhost");
  return pathname + searchWith(searchParams, { undo }) + hash;
}

/**
 * Leads back to a list after a decision on several orders, with what was done in the strip that undoes it.
 * Where one was refused, the page shows the outcomes.
 */
export async function toDecidedMany(
  context: AppLoadContext,
  api: Caller,
  decided: Omit<DecidedMany, "undo">,
  back: string,
) {
  const { did, outcomes } = decided;
  const done = outcomes.flatMap(({ refusal, orderId }) => (refusal ? [] : [orderId]));
  const undoable = did === "undo" ? [] : await api.orders.undoable();
  const undo = undoableMany(undoable.filter(({ orderId }) => done.includes(orderId)));
  if (outcomes.some(({ refusal }) => refusal !== null)) return { ...decided, undo };
  const { t } = translatorOf(context.caller.language);
  const sum = formatRupees(sumOfDone(decided));
  const text = t(`bulk:${DONE[did]}`, { count: outcomes.length, sum });
  const toasts = success(text).map((toast) => ({ ...toast, isInStrip: undo !== null }));
  return redirectWithToast(undo ? withUndo(back, undo.since) : back, toasts);
}
