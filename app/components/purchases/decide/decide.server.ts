import type { AppLoadContext } from "@remix-run/node";
import {
  ApproveOrderForm,
  ApproveOrdersForm,
  RejectOrderForm,
  RejectOrdersForm,
  ReverseOrderForm,
  DryRun,
  type DecisionOutcome,
  UndoDecisions,
} from "@server/orders/contracts/decisions";
import { ApproveReceivedForm, WaitForRestForm } from "@server/orders/contracts/payments";
import { ApproveFlaggedLine, ApproveLine, UnlinkLine } from "@server/orders/contracts/statements";
import type { Caller } from "@server/http/router";
import { formatRupees } from "@server/platform/rules/money/format";
import { translateRefusal } from "@server/platform/words/translators.server";
import { requiresPaymentConfirmation } from "~/lib/orders/payment-confirmation";
import { adminApi, keyOf } from "~/lib/callers";
import { returnedPaise } from "~/lib/orders/returned-paise";
import { paymentsPath } from "~/lib/paths";
import { intentIn } from "~/lib/forms/form-reply";
import { searchWith } from "~/lib/lists/list-query";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { applyChosenReason } from "./reject-reasons.server";
import { NO_DIALOG } from "../list/order-list-address";
import type { ShownOutcome } from "./decided-many";
import { toDecided, toDecidedMany, withUndo } from "./to-decided.server";
import { undoDecision } from "./undo-decision.server";

/** The decision of a form of this page: on one purchase, or on several. Then shows `back`. */
export async function decide(request: Request, context: AppLoadContext, back = sameList(request)) {
  const form = await request.formData();
  if (form.get("intent") === "undo") return undoDecision(form, context, withUndo(back));
  applyChosenReason(form);
  const api = await adminApi(context, { idempotencyKey: keyOf(form), canUndo: true });
  const asksMoney = requiresPaymentConfirmation(context);
  const decided = (orderId: string, key: string) => toDecided(context, api, { orderId, back }, key);
  const decidedMany = (did: "approve" | "reject", outcomes: readonly DecisionOutcome[]) =>
    toDecidedMany(context, api, { did, outcomes: outcomes.map(wordsOf(context)) }, back);
  const [intent] = (intentIn(form) ?? "").split(" ");
  switch (form.get("decision") === "wait" ? "waitForRest" : intent) {
    case "approve":
      return submit(context, form, {
        schema: ApproveOrderForm,
        asksMoney,
        call: (input) => api.orders.approve(input),
        done: ({ id }) => decided(id, "decisions:approved"),
        stored: back,
      });
    case "approveReceived":
      return submit(context, form, {
        schema: ApproveReceivedForm,
        asksMoney,
        call: (input) => api.payments.approveReceived(input),
        done: ({ id, receivedPaise, finalAmountPaise }) => {
          const hasRest = receivedPaise !== null && receivedPaise > finalAmountPaise;
          return decided(id, hasRest ? "sums:approvedWithRest" : "decisions:approved");
        },
        stored: back,
      });
    case "waitForRest":
      return submit(context, form, {
        schema: WaitForRestForm,
        asksMoney,
        call: (input) => api.payments.waitForRest(input),
        done: ({ id }) => decided(id, "sums:waits"),
      });
    case "approveLine":
      return submit(context, form, {
        schema: form.has("reason") ? ApproveFlaggedLine : ApproveLine,
        call: (input) => api.statements.approve(input),
        done: ({ id }) => decided(id, "decisions:approved"),
        stored: back,
      });
    case "reverse":
      return submit(context, form, {
        schema: ReverseOrderForm,
        call: (input) => api.orders.reverse(input),
        done: async ({ id, orderNumber: order }) => {
          const returned = returnedPaise(await api.orders.review({ orderId: id }));
          return returned > 0
            ? withToast(context, back, "decisions:reversedReturned", {
                order,
                sum: formatRupees(returned),
              })
            : withToast(
                context,
                paymentsPath("unallocated", { search: order }),
                "decisions:reversed",
              );
        },
      });
    case "unlink":
      return submit(context, form, {
        schema: UnlinkLine,
        call: (input) => api.statements.unlink(input),
        done: { to: back, toast: "statements:entries.unlinked" },
      });
    case "approveMany":
      takeReasoned(form);
      return submit(context, form, {
        schema: ApproveOrdersForm,
        asksMoney: await asksMoneyOf(form, context, api),
        call: (input) => api.orders.approveMany(input),
        done: (outcomes) => decidedMany("approve", outcomes),
      });
    case "rejectMany":
      return submit(context, form, {
        schema: RejectOrdersForm,
        call: (input) => api.orders.rejectMany(input),
        done: (outcomes) => decidedMany("reject", outcomes),
      });
    case "undoMany":
      return undoMany(form, context, back);
    default:
      return submit(context, form, {
        schema: RejectOrderForm,
        call: (input) => api.orders.reject(input),
        done: ({ id, status }) =>
          decided(id, status === "PENDING" ? "decisions:restRejected" : "decisions:rejected"),
      });
  }
}

const wordsOf =
  ({ caller: { language } }: AppLoadContext) =>
  ({ refusal, ...outcome }: DecisionOutcome): ShownOutcome => ({
    ...outcome,
    refusal: refusal && translateRefusal(language, refusal.code, refusal.params),
  });

/** Undoes decisions on several orders, and shows `back`. */
async function undoMany(form: FormData, context: AppLoadContext, back: string) {
  const api = await adminApi(context, { idempotencyKey: keyOf(form) });
  return submit(context, form, {
    schema: UndoDecisions,
    call: (input) => api.orders.undoMany(input),
    done: (outcomes) =>
      toDecidedMany(context, api, { did: "undo", outcomes: outcomes.map(wordsOf(context)) }, back),
  });
}

function sameList(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  return pathname + searchWith(searchParams, NO_DIALOG);
}

/**
 * Returns true if the money of a selection needs a confirmation: for at least one order the bank
 * does not show its exact amount.
 */
async function asksMoneyOf(form: FormData, context: AppLoadContext, api: Caller): Promise<boolean> {
  if (!requiresPaymentConfirmation(context)) return false;
  const input = DryRun.safeParse({ orderIds: form.getAll("orderIds"), decision: "approve" });
  if (!input.success) return true;
  return (await api.orders.dryRun(input.data)).some(({ evidence }) => evidence !== "FOUND");
}

/** Flagged purchases have no tick: one is included by its reason, else its version is of no use. */
function takeReasoned(form: FormData): void {
  for (const [name, value] of Array.from(form)) {
    const [, id] = /^reasons\.(.+)$/.exec(name) ?? [];
    if (id === undefined) continue;
    if (typeof value === "string" && value.trim() !== "") form.append("orderIds", id);
    else form.delete(name);
  }
}
