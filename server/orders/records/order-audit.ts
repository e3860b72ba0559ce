import type { Order } from "@db/schema";
import { bonusOf } from "@server/ledger/rules/reward";
import type { ApprovedReward } from "@server/orders/rules/reward-life";
import type { OrderStatus } from "@db/vocabulary";
import { type StatedOrder, statedOf } from "@server/orders/rules/stated-decision";
import type { Terms } from "@server/orders/rules/standing-quote";

type Named = Pick<Order, "id" | "orderNumber">;

/** Creates an audit entry about an order. Pure: demo data uses the same entries. */
export const orderEntry = (
  action: string,
  { id, orderNumber }: Named,
  after: Record<string, unknown>,
  before?: Record<string, unknown>,
) => ({
  action,
  subjectType: "order" as const,
  subjectId: id,
  ...(before && { before }),
  after: { orderNumber, ...after },
});
export type OrderEntry = ReturnType<typeof orderEntry>;

/** Creates the entry of a step that changes an order's status. */
const stepEntry = (
  action: string,
  before: OrderStatus,
  order: Named & Pick<Order, "status">,
  after: Record<string, unknown> = {},
) => orderEntry(action, order, { status: order.status, ...after }, { status: before });

export const createdEntry = (order: Order) =>
  orderEntry("order.created", order, {
    status: order.status,
    amountPaise: order.amountPaise,
    quantity: order.quantity,
  });

export const submittedEntry = (before: OrderStatus, order: Order) =>
  stepEntry("order.submitted", before, order, {
    method: order.paymentMethod,
    reference: order.reference,
    proofMediaId: order.proofMediaId,
    paidAmountPaise: order.paidAmountPaise,
    beneficiaryId: order.beneficiaryId,
    beneficiaryVersion: order.beneficiaryVersion,
    submissionVersion: order.submissionVersion,
    flags: order.flags,
    ...(order.presentFeeBps !== null &&
      bothPrices(order, {
        priceMicroRupees: order.presentPriceMicroRupees,
        feeBps: order.presentFeeBps,
      })),
  });

/** States the terms of an order whose quote had ended, and those at its payment (docs/decisions/0004). */
export const bothPrices = (quoted: Terms, present: Terms) => ({
  quotedPriceMicroRupees: quoted.priceMicroRupees,
  quotedFeeBps: quoted.feeBps,
  presentPriceMicroRupees: present.priceMicroRupees,
  presentFeeBps: present.feeBps,
});

/**
 * Creates the entry of an approval, a rejection or a reversal, with the facts of the decision: `ledger
 * verify` compares it with the order's row (`server/verification/verify-decisions.ts`).
 */
export const decidedEntry = (
  before: OrderStatus,
  order: Omit<StatedOrder, "status"> &
    Pick<
      Order,
      "status" | "orderNumber" | "quantity" | "totalPaise" | "refundNote" | "submissionVersion"
    > &
    Parameters<typeof bonusOf>[0],
  details: Record<string, unknown> = {},
) =>
  stepEntry(`order.${order.status.toLowerCase()}`, before, order, {
    quantity: order.quantity,
    ...(order.status === "APPROVED" && bonusOf(order) > 0 && { bonusTokens: bonusOf(order) }),
    totalPaise: order.totalPaise,
    refundNote: order.refundNote,
    submissionVersion: order.submissionVersion,
    ...statedOf(order),
    ...details,
  });

/** States the reward of an approval in its entry. */
export const statedReward = ({ tokens, held }: Pick<ApprovedReward, "tokens" | "held">) => ({
  rewardTokens: tokens,
  ...(held > 0 && { rewardState: "ON_HOLD" }),
});

/** Creates the entry of a reward that was released or withdrawn after, or without, a decision. */
export const rewardEntry = (
  order: Pick<
    Order,
    "id" | "orderNumber" | "rewardState" | "rewardTokens" | "rewardReason" | "rewardNote"
  >,
) =>
  orderEntry(order.rewardState === "ALLOCATED" ? "reward.released" : "reward.withdrawn", order, {
    reward: order.rewardTokens,
    ...(order.rewardReason && { because: order.rewardReason }),
    reason: order.rewardNote,
  });

/** Creates the entry for the end of an unpaid order. */
export const endedEntry = (
  action: "order.cancelled" | "order.replaced" | "order.expired",
  before: OrderStatus,
  order: Named & Pick<Order, "status">,
) => stepEntry(action, before, order);
