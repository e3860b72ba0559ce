import { contactOf } from "@server/sites/rules/contact";
import { allowanceOf } from "@server/orders/queries/allowance";
import { approvedByMethod } from "@server/platform";
import {
  countOrdersSince,
  listOrdersOfCompany,
  listOrdersOfMember,
  listOrdersOfPlatform,
} from "@server/orders/queries/order-lists";
import { findSuccessor, statusesOfOwnOrders } from "@server/orders/queries/order-details";
import {
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_METHODS,
  SUBMITTED_STATUSES,
} from "@db/vocabulary";
import {
  CountNewOrders,
  FilterAllOrders,
  ListAllOrders,
  ListHistory,
  ListOrders,
  ListOrdersOfCompany,
  type MethodShares,
  type OrderList,
} from "@server/orders/contracts/order-lists";
import {
  OrderNumberRef,
  type OrderForPayment,
  type OrderView,
  type FollowedOrder,
  FollowOrders,
} from "@server/orders/contracts/orders";
import { sharesInPercent } from "@server/platform/rules/money/units";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { containsPattern } from "@server/platform/rules/like";
import {
  adminProcedure,
  keyOf,
  lastingMemberProcedure,
  memberProcedure,
  superAdminProcedure,
  type Context,
  type MemberContext,
} from "@server/access";
import { dayRangeOf } from "./order-filter";
import { orderFilter } from "./order-filter";
import { adminOrderRecord, orderRecord, orderView } from "./order-view";
import { listBeneficiaries, waitingApprovals, paymentOptions } from "@server/companies";
import { findOpenOrder, findOrderToPay } from "@server/orders/queries/orders";
import { findUnallocatedFor } from "@server/payments";
import { can } from "@server/orders/rules/lifecycle";
import { presentTerms, STANDING_QUOTES } from "@server/orders/rules/standing-quote";
import { isHoldOver } from "@server/platform/rules/hold-times";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { ownUnallocatedPayment } from "./own-unallocated-payment";

const filterOf = <Status>(input: Omit<ListOrders, "status"> & { status?: Status | undefined }) => ({
  status: input.status,
  pattern: containsPattern(input.search),
  ...sliceOf(input),
});

/** Lists the member's own payments. */
export const listMyOrders = lastingMemberProcedure
  .input(ListOrders)
  .query(({ ctx, input }) => listOwn(ctx, input, SUBMITTED_STATUSES));

/** Lists all orders of the member, also those that were not paid. */
export const listMyHistory = memberProcedure
  .input(ListHistory)
  .query(({ ctx, input }) => listOwn(ctx, input, ORDER_STATUSES));

async function listOwn(
  { db, company, actor }: MemberContext,
  input: ListHistory,
  all: readonly OrderStatus[],
): Promise<OrderList> {
  const { status, ...filter } = filterOf(input);
  const statuses = status ? [status] : all;
  const { records, total } = await listOrdersOfMember(db, company.id, actor.id, {
    ...filter,
    statuses,
  });
  return {
    records: records.map(({ order, user }) => orderRecord(order, user)),
    total,
    lastPage: lastPageOf(total, input.limit),
  };
}

/**
 * Lists the company's purchase requests and their history. A key searches what its answer shows;
 * refuses its filter by flags, which the answer hides, with KEY_SCOPE.
 */
export const listOrders = adminProcedure
  .input(ListOrdersOfCompany)
  .query(async ({ ctx, input }) => {
    const { method, isFlagged } = input;
    const isByKey = keyOf(ctx.actor) !== undefined;
    if (isByKey && isFlagged !== undefined) throw refuse("KEY_SCOPE");
    const filter = { ...filterOf(input), method, isFlagged, isByKey };
    const [{ records, ...counted }, shares, waiting] = await Promise.all([
      listOrdersOfCompany(ctx.db, ctx.company.id, filter),
      sharesOf(ctx),
      waitingApprovals(ctx, null),
    ]);
    return {
      records: records.map(({ order, user }) => ({
        ...adminOrderRecord(order, user),
        waitingApproval: waiting.get(order.id) ?? null,
      })),
      ...counted,
      lastPage: lastPageOf(counted.total, input.limit),
      shares: methodShares(shares),
    };
  });

/** Returns the shares of the approved INR by method; up to 20 s old. */
function sharesOf({
  db,
  company,
  deps,
}: Pick<Context, "db" | "deps"> & { company: { id: string } }) {
  const read = () => approvedByMethod(db, company.id);
  return deps.figures?.of(`shares ${company.id}`, read) ?? read();
}

/** Counts the new orders of the list since a moment; without one, returns only the current moment. */
export const countNewOrders = adminProcedure
  .input(CountNewOrders)
  .query(async ({ ctx, input: { since, ...filter } }) => {
    const [at = "", snapshot = ""] = since?.split("~") ?? [];
    const { count, now } = await countOrdersSince(
      ctx.db,
      ctx.company.id,
      orderFilter(filter),
      since ? { at: new Date(at), snapshot } : undefined,
    );
    return { count, asOf: `${now.at.toISOString()}~${now.snapshot}` };
  });

/** Lists the orders of every company, over REST. */
export const listAllOrders = superAdminProcedure
  .input(ListAllOrders)
  .query(({ ctx, input }) => listPlatform(ctx, input));

/** Lists the orders of every company for Transaction Manage, also by method, flags and days. */
export const listPlatformOrders = superAdminProcedure
  .input(FilterAllOrders)
  .query(({ ctx, input }) => listPlatform(ctx, input));

/** Translates a filter of Transaction Manage for the database. */
export function platformFilter(asked: Omit<FilterAllOrders, "page" | "limit">) {
  const { from, before } = dayRangeOf(asked);
  const { companyId, status, method, isFlagged, search } = asked;
  return {
    companyId,
    status,
    method,
    isFlagged,
    pattern: containsPattern(search),
    createdFrom: from,
    createdBefore: before,
  };
}

async function listPlatform(ctx: Pick<Context, "db" | "transport">, input: FilterAllOrders) {
  const filter = { ...platformFilter(input), ...sliceOf(input) };
  const { records, ...counted } = await listOrdersOfPlatform(ctx.db, filter);
  return {
    records: records.map(({ order, user, company }) => ({
      ...orderRecord(order, user),
      company,
    })),
    ...counted,
    lastPage: lastPageOf(counted.total, input.limit),
  };
}

/** Computes each method's share of the approved INR, in percent. */
export function methodShares(paise: Record<keyof MethodShares, number>): MethodShares {
  const percents = sharesInPercent(PAYMENT_METHODS.map((method) => paise[method]));
  const shares: MethodShares = { BANK: 0, UPI: 0, MANUAL: 0, CRYPTO: 0 };
  PAYMENT_METHODS.forEach((method, index) => (shares[method] = percents[index] ?? 0));
  return shares;
}

/** Returns the member's unpaid order while its hold lasts, or null. */
export const openOrder = memberProcedure.query(async ({ ctx }): Promise<OrderView | null> => {
  const found = await findOpenOrder(ctx.db, ctx.company.id, ctx.actor.id);
  if (!found || isHoldOver(found.order, found.now)) return null;
  return orderView(found.order, found.now);
});

/** Returns the data of the payment page of the member's own order. */
export const findOrder = memberProcedure
  .input(OrderNumberRef)
  .query(async ({ ctx, input }): Promise<OrderForPayment> => {
    const { company } = ctx;
    const own = [ctx.db, company.id, ctx.actor.id, input.purchaseId] as const;
    const [found, accounts, unallocated, { newerOrders }] = await Promise.all([
      findOrderToPay(...own),
      listBeneficiaries(ctx.db, company.id),
      findUnallocatedFor(...own),
      allowanceOf(...own, STANDING_QUOTES),
    ]);
    if (!found) throw refuse("ORDER_NOT_FOUND");
    const { order, lastMethod, usualSeconds } = found;
    return {
      order: orderView(order, found.now),
      lastMethod,
      usualSeconds: usualSeconds === null ? null : Number(usualSeconds),
      replacedBy:
        (order.status === "CANCELLED" &&
          (await findSuccessor(ctx.db, company.id, ctx.actor.id, order.id))) ||
        null,
      presentTerms: can(order.status, "PENDING")
        ? presentTerms({ ...order, newerOrders }, company, found.now)
        : null,
      payment: paymentOptions(accounts, company.name),
      unallocated: unallocated ? ownUnallocatedPayment(unallocated, order) : null,
      company: { name: company.name, ...contactOf(company) },
    };
  });

/** Returns statuses by a single index lookup, since pages poll it while a payment is pending. */
export const followOrders = memberProcedure
  .input(FollowOrders)
  .query(({ ctx, input }): Promise<FollowedOrder[]> =>
    statusesOfOwnOrders(ctx.db, ctx.company.id, ctx.actor.id, input.purchaseIds),
  );
