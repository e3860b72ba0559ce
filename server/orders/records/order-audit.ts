import type { Order } from "@db/schema";
import type { ApprovedReward } from "@server/orders/rules/reward-life";
import type { OrderStatus } from "@db/vocabulary";
import { type StatedOrder, statedOf } from "@server/orders/rules/stated-decision";
import type { Terms } from "@server/orders/rules/standing-quote";

/** The audit entry of each step of an order. Pure: demo data uses the same entries. */
export interface OrderEntry {
  action: `order.${string}`;
  subjectType: "order";
  subjectId: string;
  before?: { status: OrderStatus };
  after: Record<string, unknown>;
}

export const createdEntry = (order: Order): OrderEntry => ({
  action: "order.created",
  subjectType: "order",
  subjectId: order.id,
  after: {
    status: order.status,
    orderNumber: order.orderNumber,
    amountPaise: order.amountPaise,
    quantity: order.quantity,
  },
});

export const submittedEntry = (before: OrderStatus, order: Order): OrderEntry => ({
  action: "order.submitted",
  subjectType: "order",
  subjectId: order.id,
  before: { status: before },
  after: {
    status: order.status,
    orderNumber: order.orderNumber,
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
  },
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
    >,
  details: Record<string, unknown> = {},
): OrderEntry => ({
  action: `order.${order.status.toLowerCase()}`,
  subjectType: "order",
  subjectId: order.id,
  before: { status: before },
  after: {
    status: order.status,
    orderNumber: order.orderNumber,
    quantity: order.quantity,
    totalPaise: order.totalPaise,
    refundNote: order.refundNote,
    submissionVersion: order.submissionVersion,
    ...statedOf(order),
    ...details,
  },
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
) => ({
  action: order.rewardState === "ALLOCATED" ? "reward.released" : "reward.withdrawn",
  subjectType: "order",
  subjectId: order.id,
  after: {
    orderNumber: order.orderNumber,
    reward: order.rewardTokens,
    ...(order.rewardReason && { because: order.rewardReason }),
    reason: order.rewardNote,
  },
});

/** Creates the entry for the end of an unpaid order. */
export const endedEntry = (
  action: "order.cancelled" | "order.replaced" | "order.expired",
  before: OrderStatus,
  order: Pick<Order, "id" | "status" | "orderNumber">,
): OrderEntry => ({
  action,
  subjectType: "order",
  subjectId: order.id,
  before: { status: before },
  after: { status: order.status, orderNumber: order.orderNumber },
});
