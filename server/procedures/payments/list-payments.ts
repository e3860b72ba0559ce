import { listUnapplied, listUnappliedOf, ordersWithReferences } from "@db/queries/payment-claims";
import { countOpenPayments, listOpenCredits } from "@db/queries/payment-credits";
import { remainingPrivateSupply } from "@db/queries/supplies";
import { mediaUrl } from "@server/contracts/media";
import type { KeptPayment, OpenPayment, OpenPayments } from "@server/contracts/payments";
import { isRefusalCode } from "@server/domain/refusals/codes";
import { adminProcedure, memberProcedure } from "@server/procedures/trpc";
import { isShownInPlace } from "../orders/find-for-admin";
import { presentTermsOf } from "../orders/order-view";
import { keptPayment } from "./kept-payment";

/** The member's own payments that no order took. */
export const myKeptPayments = memberProcedure.query(async ({ ctx }): Promise<KeptPayment[]> => {
  const kept = await listUnappliedOf(ctx.db, ctx.company.id, ctx.actor.id);
  return kept.map(({ claim, order }) => keptPayment(claim, order));
});

/** The company's payments that serve no order: what members claim, and what was received. */
export const listOpenPayments = adminProcedure.query(async ({ ctx }): Promise<OpenPayments> => {
  const { company, db } = ctx;
  const [claims, credits, count, freeTokens] = await Promise.all([
    listUnapplied(db, company.id),
    listOpenCredits(db, company.id),
    countOpenPayments(db, company.id),
    remainingPrivateSupply(db, company.id),
  ]);
  const payments = [
    ...claims.map(({ claim, ...rest }) => ({
      ...common(claim, rest, freeTokens),
      kind: "CLAIM" as const,
      openPaise: claim.amountPaise,
      paidAmountPaise: claim.paidAmountPaise,
      at: claim.createdAt.toISOString(),
      because: reasonOf(claim.unappliedBecause),
    })),
    ...credits.map(({ credit, openPaise, ...rest }) => ({
      ...common(credit, rest, freeTokens),
      kind: "CREDIT" as const,
      openPaise,
      paidAmountPaise: null,
      at: credit.receivedAt.toISOString(),
      because: null,
    })),
  ];
  const references = payments.flatMap(({ reference }) => reference ?? []);
  const named = await ordersWithReferences(db, company.id, references);
  const withHistory = payments.map((payment) => ({
    ...payment,
    sameReference: named
      .filter(
        ({ reference, orderId }) => reference === payment.reference && orderId !== payment.orderId,
      )
      .map(({ orderNumber }) => orderNumber),
  }));
  return { payments: withHistory, count, freeTokens };
});

/** How many payments wait in {@link listOpenPayments}. */
export const openPaymentCount = adminProcedure.query(({ ctx }): Promise<number> =>
  countOpenPayments(ctx.db, ctx.company.id),
);

const reasonOf = (code: string | null) => (code !== null && isRefusalCode(code) ? code : null);

type Listed = Omit<Awaited<ReturnType<typeof listUnapplied>>[number], "claim">;
type Money = Pick<OpenPayment, "id" | "method" | "reference"> & { updatedAt: Date };

const pricesOf = (order: Listed["order"]): OpenPayment["prices"] => {
  const present = presentTermsOf(order);
  const { priceMicroRupees, feeBps } = order;
  return present && { quoted: { priceMicroRupees, feeBps }, present };
};

const common = (money: Money, { order, member, proof }: Listed, freeTokens: number) => ({
  id: money.id,
  updatedAt: money.updatedAt.toISOString(),
  method: money.method,
  reference: money.reference,
  orderId: order.id,
  orderNumber: order.orderNumber,
  orderQuantity: order.quantity,
  orderAmountPaise: order.amountPaise,
  // An OPEN order's own hold counts as free for it.
  allocatable: Math.min(order.quantity, freeTokens + order.heldQuantity + order.heldReward),
  prices: pricesOf(order),
  member,
  proof: proof && { url: mediaUrl(proof.id), isImage: isShownInPlace(proof.contentType) },
});
