import {
  approvedByMethod,
  countOrdersSince,
  listOrdersOfCompany,
  listOrdersOfMember,
  listOrdersOfPlatform,
} from "@db/queries/order-lists";
import { PAYMENT_METHODS } from "@db/vocabulary";
import {
  type AdminTransactionList,
  type Arrivals,
  ArrivalsOfCompany,
  ListAllOrders,
  ListOrders,
  ListOrdersOfCompany,
  type MethodShares,
  type PlatformTransactionList,
  type TransactionList,
} from "@server/contracts/orders";
import { sharesInPercent } from "@server/domain/money/units";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { containsPattern } from "@server/domain/search/like";
import { adminProcedure, memberProcedure, superAdminProcedure } from "@server/trpc";
import { adminTransactionRecord, transactionRecord } from "./order-view";

const filterOf = (input: ListOrders) => ({
  status: input.status,
  pattern: containsPattern(input.search),
  limit: input.limit,
  offset: offsetOf(input),
});

/** One's own payments. */
export const listMyOrders = memberProcedure
  .input(ListOrders)
  .query(async ({ ctx, input }): Promise<TransactionList> => {
    const { records, total } = await listOrdersOfMember(
      ctx.db,
      ctx.company.id,
      ctx.actor.id,
      filterOf(input),
    );
    return {
      records: records.map(({ order, user }) => transactionRecord(order, user)),
      total,
      lastPage: lastPageOf(total, input.limit),
    };
  });

/** The company's purchase requests and their history. */
export const listOrders = adminProcedure
  .input(ListOrdersOfCompany)
  .query(async ({ ctx, input }): Promise<AdminTransactionList> => {
    const filter = { ...filterOf(input), method: input.method, isFlagged: input.isFlagged };
    const [{ records, total }, shares] = await Promise.all([
      listOrdersOfCompany(ctx.db, ctx.company.id, filter),
      approvedByMethod(ctx.db, ctx.company.id),
    ]);
    return {
      records: records.map(({ order, user }) => adminTransactionRecord(order, user)),
      total,
      lastPage: lastPageOf(total, input.limit),
      shares: methodShares(shares),
    };
  });

/** How many have come to the list since a moment; without one, only which moment it is. */
export const orderArrivals = adminProcedure
  .input(ArrivalsOfCompany)
  .query(async ({ ctx, input: { since, search, ...filter } }): Promise<Arrivals> => {
    const { count, now } = await countOrdersSince(
      ctx.db,
      ctx.company.id,
      { ...filter, status: filter.status, pattern: containsPattern(search) },
      since ? new Date(since) : undefined,
    );
    return { count, asOf: now.toISOString() };
  });

/** Every company's. */
export const listAllOrders = superAdminProcedure
  .input(ListAllOrders)
  .query(async ({ ctx, input }): Promise<PlatformTransactionList> => {
    const { records, total } = await listOrdersOfPlatform(ctx.db, {
      ...filterOf(input),
      companyId: input.companyId,
    });
    return {
      records: records.map(({ order, user, company }) => ({
        ...transactionRecord(order, user),
        company,
      })),
      total,
      lastPage: lastPageOf(total, input.limit),
    };
  });

/** Each method's share of the approved INR, in percent. */
export function methodShares(paise: Record<keyof MethodShares, number>): MethodShares {
  const percents = sharesInPercent(PAYMENT_METHODS.map((method) => paise[method]));
  const shares: MethodShares = { BANK: 0, UPI: 0, MANUAL: 0, CRYPTO: 0 };
  PAYMENT_METHODS.forEach((method, index) => (shares[method] = percents[index] ?? 0));
  return shares;
}
