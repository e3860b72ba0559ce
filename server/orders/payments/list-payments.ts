import {
  countUnallocatedPayments as countUnallocated,
  listUnallocatedOf,
  listUnallocatedPayments as listUnallocated,
  type OtherWithNumber,
  othersWithNumber,
  pageOfUnallocatedPayments,
} from "@server/payments";
import { remainingPrivateSupply } from "@server/sites";
import { mediaUrl } from "@server/media/contracts/media";
import {
  type OwnUnallocatedPayment,
  ListUnallocatedPayments,
  type UnallocatedPayment,
  type UnallocatedPaymentList,
} from "@server/orders/contracts/payments";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { missingOf } from "@server/platform/rules/money/partial-payment";
import { containsPattern } from "@server/platform/rules/like";
import { isRefusalCode } from "@server/platform/rules/refusals/kinds";
import { adminProcedure, memberProcedure } from "@server/access";
import { isShownInPlace } from "@server/orders/reading/find-for-admin";
import { paise, dayRangeOf } from "@server/orders/reading/order-filter";
import { presentTermsOf } from "@server/orders/reading/order-view";
import { ownUnallocatedPayment } from "@server/orders/reading/own-unallocated-payment";
import { isUntouched } from "./payment-to-settle";

/** Lists the member's own payments that no order took. */
export const myUnallocatedPayments = memberProcedure.query(
  async ({ ctx }): Promise<OwnUnallocatedPayment[]> => {
    const found = await listUnallocatedOf(ctx.db, ctx.company.id, ctx.actor.id);
    return found.map(({ payment, order }) => ownUnallocatedPayment(payment, order));
  },
);

/** Lists the company's unallocated payments: ones that members report, and received ones. */
export const listUnallocatedPayments = adminProcedure
  .input(ListUnallocatedPayments)
  .query(async ({ ctx, input }): Promise<UnallocatedPaymentList> => {
    const { company, db } = ctx;
    const { paymentId: id, kind, method, sort: by, isDescending } = input;
    const filter = {
      id,
      kind,
      method,
      ...dayRangeOf(input),
      pattern: containsPattern(input.search),
      leastPaise: paise(input.least),
      mostPaise: paise(input.most),
    };
    const {
      keys,
      total,
      sum: sumPaise,
      isSorted,
    } = await pageOfUnallocatedPayments(
      db,
      company.id,
      filter,
      { by, isDescending },
      sliceOf(input),
    );
    const ids = keys.map((key) => key.id);
    const [freeTokens, found, others] = await Promise.all([
      remainingPrivateSupply(db, company.id),
      listUnallocated(db, company.id, ids),
      othersWithNumber(db, company.id, ids),
    ]);
    const byId = new Map(found.map((one) => [one.payment.id, one]));
    const payments = ids.flatMap((one): UnallocatedPayment[] => {
      const open = byId.get(one);
      // The payment was settled between the two reads.
      return open ? [unallocatedPayment(open, others.get(one) ?? [], freeTokens)] : [];
    });
    const lastPage = lastPageOf(total, input.limit);
    return { payments, count: total, sumPaise, isSorted, lastPage, freeTokens };
  });

/** Counts the payments of {@link listUnallocatedPayments}. */
export const unallocatedPaymentCount = adminProcedure.query(({ ctx }): Promise<number> =>
  countUnallocated(ctx.db, ctx.company.id),
);

const reasonOf = (code: string | null) => (code !== null && isRefusalCode(code) ? code : null);

type Listed = Awaited<ReturnType<typeof listUnallocated>>[number];

const pricesOf = (order: Listed["order"]): UnallocatedPayment["prices"] => {
  const present = presentTermsOf(order);
  const { priceMicroRupees, feeBps, quantity } = order;
  return present && { quoted: { priceMicroRupees, feeBps, quantity }, present };
};

function unneededBy(
  { status }: Listed["order"],
  { appliedPaise }: Listed["payment"],
): UnallocatedPayment["unneeded"] {
  if (status === "REVERSED") return "REVERSED";
  return appliedPaise > 0 ? "SURPLUS" : "NONE";
}

function unallocatedPayment(
  { payment, openPaise, order, member, proof, paysOrder }: Listed,
  others: readonly OtherWithNumber[],
  freeTokens: number,
): UnallocatedPayment {
  const isUnconfirmed = payment.receivedPaise === null;
  const counted = others.find(({ counts }) => counts);
  return {
    id: payment.id,
    kind: isUnconfirmed ? "CLAIM" : "CREDIT",
    updatedAt: payment.updatedAt.toISOString(),
    at: (payment.receivedAt ?? payment.createdAt).toISOString(),
    method: payment.method,
    reference: payment.reference,
    orderId: order.id,
    orderNumber: order.orderNumber,
    orderQuantity: order.quantity,
    missingPaise: missingOf(order),
    // The hold of an OPEN order counts as free for the order itself.
    allocatable: Math.min(order.quantity, freeTokens + order.heldQuantity + order.heldReward),
    prices: pricesOf(order),
    openPaise,
    canDismiss: isUnconfirmed || isUntouched(payment),
    paidAmountPaise: isUnconfirmed ? payment.reportedPaise : null,
    because: isUnconfirmed ? reasonOf(payment.unallocatedBecause) : null,
    paysOrder,
    unneeded: isUnconfirmed ? null : unneededBy(order, payment),
    countedWith: counted ? { orderNumber: counted.orderNumber, isOwn: counted.isOwn } : null,
    sameReference: others
      .map(({ orderNumber }) => orderNumber)
      .filter((orderNumber) => orderNumber !== order.orderNumber)
      .toSorted(),
    member,
    proof: proof && { url: mediaUrl(proof.id), isImage: isShownInPlace(proof.contentType) },
  };
}
