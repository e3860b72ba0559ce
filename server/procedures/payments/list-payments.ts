import { listUnapplied, listUnappliedOf, ordersWithReferences } from "@db/queries/payment-claims";
import { countedElsewhere } from "@db/queries/payment-references";
import { pageOfOpenPayments } from "@db/queries/open-payments";
import { countOpenPayments, listOpenCredits } from "@db/queries/payment-credits";
import { remainingPrivateSupply } from "@db/queries/supplies";
import { mediaUrl } from "@server/contracts/media";
import {
  type KeptPayment,
  ListOpenPayments,
  type OpenPayment,
  type OpenPayments,
} from "@server/contracts/payments";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { containsPattern } from "@server/domain/search/like";
import { isRefusalCode } from "@server/domain/refusals/codes";
import { adminProcedure, memberProcedure } from "@server/procedures/trpc";
import { isShownInPlace } from "../orders/find-for-admin";
import { paise, spanOf } from "../orders/order-filter";
import { presentTermsOf } from "../orders/order-view";
import { keptPayment } from "./kept-payment";
import { isUntouched } from "./payment-to-settle";

/** The member's own payments that no order took. */
export const myKeptPayments = memberProcedure.query(async ({ ctx }): Promise<KeptPayment[]> => {
  const kept = await listUnappliedOf(ctx.db, ctx.company.id, ctx.actor.id);
  return kept.map(({ claim, order }) => keptPayment(claim, order));
});

/** The company's payments that serve no order: what members claim, and what was received. */
export const listOpenPayments = adminProcedure
  .input(ListOpenPayments)
  .query(async ({ ctx, input }): Promise<OpenPayments> => {
    const { company, db } = ctx;
    const { paymentId: id, kind, method, sort: by, isDescending } = input;
    const filter = {
      ...{ id, kind, method, ...spanOf(input), pattern: containsPattern(input.search) },
      ...{ leastPaise: paise(input.least), mostPaise: paise(input.most) },
    };
    const [{ keys, total, sum: sumPaise, isSorted }, freeTokens] = await Promise.all([
      pageOfOpenPayments(
        db,
        company.id,
        filter,
        { by, isDescending },
        { limit: input.limit, offset: offsetOf(input) },
      ),
      remainingPrivateSupply(db, company.id),
    ]);
    const ids = keys.map((key) => key.id);
    const [claims, credits] = await Promise.all([
      listUnapplied(db, company.id, ids),
      listOpenCredits(db, company.id, ids),
    ]);
    const payments = new Map<string, Omit<OpenPayment, "sameReference" | "countedWith">>();
    for (const { claim, ...rest } of claims) {
      payments.set(claim.id, {
        ...common(claim, rest, freeTokens),
        kind: "CLAIM",
        openPaise: claim.amountPaise,
        canDismiss: true,
        paidAmountPaise: claim.paidAmountPaise,
        at: claim.createdAt.toISOString(),
        because: reasonOf(claim.unappliedBecause),
      });
    }
    for (const { credit, openPaise, ...rest } of credits) {
      payments.set(credit.id, {
        ...common(credit, rest, freeTokens),
        kind: "CREDIT",
        openPaise,
        canDismiss: isUntouched(credit),
        paidAmountPaise: null,
        at: credit.receivedAt.toISOString(),
        because: null,
      });
    }
    const shown = [...payments.values()];
    const [counted, named] = await Promise.all([
      countedElsewhere(db, company.id, shown),
      ordersWithReferences(
        db,
        company.id,
        shown.flatMap(({ reference }) => reference ?? []),
      ),
    ]);
    const withHistory = keys.flatMap(({ id }): OpenPayment[] => {
      const payment = payments.get(id);
      // It was settled between the two reads.
      if (!payment) return [];
      const others = named.filter(
        ({ reference, orderId }) => reference === payment.reference && orderId !== payment.orderId,
      );
      return [
        {
          ...payment,
          countedWith: counted.get(id) ?? null,
          sameReference: others.map(({ orderNumber }) => orderNumber),
        },
      ];
    });
    const lastPage = lastPageOf(total, input.limit);
    return { payments: withHistory, count: total, sumPaise, isSorted, lastPage, freeTokens };
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
  const { priceMicroRupees, feeBps, quantity } = order;
  return present && { quoted: { priceMicroRupees, feeBps, quantity }, present };
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
