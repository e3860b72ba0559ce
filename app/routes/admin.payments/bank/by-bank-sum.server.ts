import type { AppLoadContext } from "@remix-run/node";
import { ApproveReceivedForm, WaitForRestForm } from "@server/orders/contracts/payments";
import type { Caller } from "@server/http/router";
import { formatRupees } from "@server/platform/rules/money/format";
import { amountInPaise } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { submit } from "~/lib/forms/submit";
import { withToast } from "~/lib/messages/toasts.server";
import { otherFlags } from "./bank-sum-answer";

interface Pages {
  /** The list, which stays where it was. */
  back: string;
  /** The list with the way to undo the decision. */
  undoable: string;
}

/** Decides an order by the sum that the bank shows of its payment: the approval, or waiting for the rest. */
export function decideByBankSum(
  answer: "approveReceived" | "waitForRest",
  form: FormData,
  context: AppLoadContext,
  { api, back, undoable }: Pages & { api: Caller },
) {
  if (answer === "waitForRest") {
    return submit(context, form, {
      schema: WaitForRestForm,
      call: async (input) => {
        await assertBankSum(api, input);
        return api.payments.waitForRest(input);
      },
      done: ({ orderNumber: order, finalAmountPaise, receivedPaise }) =>
        withToast(context, back, "statements:entries.waitsForRest", {
          order,
          missing: formatRupees(finalAmountPaise - (receivedPaise ?? 0)),
        }),
    });
  }
  return submit(context, form, {
    schema: ApproveReceivedForm,
    call: async (input) => {
      await assertBankSum(api, input);
      return api.payments.approveReceived(input);
    },
    done: ({ orderNumber: order, finalAmountPaise, receivedPaise }) =>
      withToast(context, undoable, "statements:entries.approvedMore", {
        order,
        rest: formatRupees((receivedPaise ?? finalAmountPaise) - finalAmountPaise),
      }),
    stored: back,
  });
}

/**
 * Refuses with BANK_SHOWS_ANOTHER_SUM unless the bank shows exactly this sum of the order's payment, since the
 * form asks for no other confirmation; and with DECIDE_SINGLY for a flagged order. A form that is sent
 * again after its decision is left to the procedure, which repeats its answer.
 */
async function assertBankSum(
  api: Caller,
  { orderId, version, received }: { orderId: string; version?: number; received?: string },
): Promise<void> {
  const order = await api.orders.findForAdmin({ orderId });
  if (order.status !== "PENDING" || order.version !== version) return;
  if (otherFlags(order).length > 0) throw refuse("DECIDE_SINGLY");
  const paise = received === undefined ? 0 : amountInPaise(received);
  if (order.bankPaise === paise) return;
  throw refuse("BANK_SHOWS_ANOTHER_SUM", {
    shown: formatRupees(order.bankPaise ?? order.finalAmountPaise),
    sum: formatRupees(paise),
  });
}
