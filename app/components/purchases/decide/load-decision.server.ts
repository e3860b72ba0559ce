import {
  ApproveOrderForm,
  RejectOrder,
  ReverseOrderForm,
} from "@server/orders/contracts/decisions";
import { UnlinkLine } from "@server/orders/contracts/statements";
import type { Caller } from "@server/http/router";
import { constraintsOf } from "~/lib/forms/constraints.server";

export const decisionConstraints = constraintsOf({
  approve: ApproveOrderForm,
  // The typed reason is optional in HTML, since a chosen one serves without scripts.
  reject: RejectOrder,
  reverse: ReverseOrderForm,
  unlink: UnlinkLine,
});

/** One payment with all that decides on it. */
export async function loadDecision(api: Caller, orderId: string) {
  const [order, review] = await Promise.all([
    api.orders.findForAdmin({ orderId }),
    api.orders.review({ orderId }),
  ]);
  const decisions = order.status === "PENDING" ? [] : await api.orders.undoable();
  return { order, review, undoable: decisions.find((one) => one.orderId === orderId) ?? null };
}

export type LoadedDecision = Awaited<ReturnType<typeof loadDecision>>;
