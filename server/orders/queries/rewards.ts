import { rowOf } from "@db/row-of";
import { and, count, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { allocations, companies, holdings, orders, users } from "@db/schema";
import { REWARD_STATES, type RewardSort, type RewardState } from "@db/vocabulary";
import {
  countList,
  type Cursor,
  cursorAt,
  following,
  inOrderOf,
  type List,
  orderMatch,
  pageOfList,
  personMatch,
  type Sorting,
} from "@server/platform";
import type { RewardTotals } from "@server/orders/contracts/rewards";

/** Matches orders with a reward, by the indexes that hold nothing else. */
const hasReward = sql`(${orders.heldReward} > 0 OR ${orders.rewardState} IS NOT NULL) AND ${orders.referrerId} IS NOT NULL`;

/** The state of an order's reward, as `rewardStateOf`. */
const rewardState = sql<RewardState>`coalesce(${orders.rewardState}, CASE ${orders.status} WHEN 'OPEN' THEN 'HELD' ELSE 'PROMISED' END)`;

/** Leaves out the rewards of orders that are not paid yet. */
const isPaidFor = sql`${rewardState} <> 'HELD'`;

const rewardTokens = sql<number>`coalesce(${orders.rewardTokens}, ${orders.heldReward})`.mapWith(
  Number,
);

export interface RewardFilter {
  referrerId?: string | undefined;
  /** Leaves out those of orders that are not paid yet. */
  isPaid?: boolean;
  state?: RewardState | undefined;
  /** Creation of the order; `before` is exclusive. */
  from?: Date | undefined;
  before?: Date | undefined;
  /** A LIKE pattern for the order, its buyer and the referrer; null for no search. */
  pattern: string | null;
}

const referrers = alias(users, "referrers");
const itsReferrer = rowOf(referrers, orders.companyId, orders.referrerId);
const itsBuyer = rowOf(users, orders.companyId, orders.memberId);

/** Matches the rewards of members whom a search finds. */
const byPerson = (pattern: string): SQL => sql`EXISTS (SELECT 1 FROM ${users}
  WHERE ${users.companyId} = ${orders.companyId} AND ${users.id} IN (${orders.memberId}, ${orders.referrerId})
    AND ${personMatch(pattern)})`;

function rewardList(companyId: string, filter: RewardFilter): List<RewardSort> {
  const { referrerId, isPaid, state, from, before, pattern } = filter;
  return {
    table: orders,
    companyId: orders.companyId,
    id: orders.id,
    where: and(
      eq(orders.companyId, companyId),
      hasReward,
      referrerId === undefined ? undefined : eq(orders.referrerId, referrerId),
      isPaid ? isPaidFor : undefined,
      state && sql`${rewardState} = ${state}`,
      from && sql`${orders.createdAt} >= ${from.toISOString()}::timestamptz`,
      before && sql`${orders.createdAt} < ${before.toISOString()}::timestamptz`,
      pattern === null ? undefined : sql`(${orderMatch(pattern)} OR ${byPerson(pattern)})`,
    ),
    byDate: "date",
    sorts: {
      date: { by: orders.createdAt, isIndexed: true },
      tokens: { by: rewardTokens },
      state: { by: rewardState },
      release: { by: orders.rewardReleaseAt },
      order: { by: orders.orderNumber },
      referrer: {
        by: sql`lower(${referrers.name})`,
        joins: sql`JOIN users AS referrers ON ${itsReferrer}`,
      },
    },
  };
}

/** Selects what the lists show of a company's rewards. */
const rewardsWhere = (db: Executor, companyId: string, where: SQL | undefined) =>
  db
    .select({
      at: cursorAt(orders.createdAt),
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      referrer: { id: referrers.id, name: referrers.name, memberId: referrers.referralCode },
      buyer: { id: users.id, name: users.name, memberId: users.referralCode },
      showsName: users.showsName,
      tokens: rewardTokens,
      state: rewardState,
      releaseAt: orders.rewardReleaseAt,
      heldBecause: orders.rewardHeldBecause,
      reason: orders.rewardReason,
      note: orders.rewardNote,
      orderedAt: orders.createdAt,
      decidedAt: orders.rewardDecidedAt,
      allocatedAt: allocations.createdAt,
    })
    .from(orders)
    .innerJoin(users, itsBuyer)
    .innerJoin(referrers, itsReferrer)
    .leftJoin(
      allocations,
      and(
        eq(allocations.companyId, orders.companyId),
        eq(allocations.orderId, orders.id),
        eq(allocations.decision, orders.decisionCount),
        eq(allocations.kind, "REFERRAL"),
      ),
    )
    .where(and(eq(orders.companyId, companyId), where))
    .$dynamic();

/** Lists a page of a company's rewards, or of one referrer's. */
export async function listRewards(
  db: Executor,
  companyId: string,
  filter: RewardFilter,
  sorting: Sorting<RewardSort>,
  page: { limit: number; offset: number },
) {
  const listed = await pageOfList(db, rewardList(companyId, filter), sorting, page);
  const { keys, total, isSorted } = listed;
  if (keys.length === 0) return { rows: [], total, isSorted };
  const rows = await rewardsWhere(
    db,
    companyId,
    inArray(
      orders.id,
      keys.map(({ id }) => id),
    ),
  );
  return { rows: inOrderOf(keys, rows, ({ orderId }) => orderId), total, isSorted };
}
export type RewardRow = Awaited<ReturnType<typeof listRewards>>["rows"][number];

/**
 * Counts a company's rewards, or those that one referrer is told of, by state, with their tokens: of
 * ALLOCATED ones the sum of the ledger, as `holdings` keeps it, of withdrawn ones what was lost, of
 * others what orders hold.
 */
export async function rewardTotals(
  db: Executor,
  companyId: string,
  referrerId: string | null = null,
): Promise<RewardTotals> {
  const ofReferrer = (column: PgColumn) => (referrerId ? eq(column, referrerId) : undefined);
  const held = db
    .select({ sum: sql`coalesce(sum(${holdings.rewards}), 0)` })
    .from(holdings)
    .where(and(eq(holdings.companyId, companyId), ofReferrer(holdings.memberId)));
  const rows = await db
    .select({
      state: rewardState,
      rewards: count(),
      tokens:
        sql`CASE WHEN ${rewardState} = 'ALLOCATED' THEN (${held}) ELSE sum(${rewardTokens}) END`.mapWith(
          Number,
        ),
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        hasReward,
        ofReferrer(orders.referrerId),
        referrerId ? isPaidFor : undefined,
      ),
    )
    .groupBy(rewardState);
  const none = { rewards: 0, tokens: 0 };
  const totals = Object.fromEntries(REWARD_STATES.map((state) => [state, none]));
  for (const { state, ...counted } of rows) totals[state] = counted;
  return totals as RewardTotals;
}

export const countRewards = (db: Executor, companyId: string, filter: RewardFilter) =>
  countList(db, rewardList(companyId, filter));

/** Reads the rewards of the unpaged list by cursor, newest first. */
export const readRewards = (
  db: Executor,
  companyId: string,
  filter: RewardFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<RewardRow[]> =>
  rewardsWhere(
    db,
    companyId,
    and(rewardList(companyId, filter).where, following(orders.createdAt, orders.id, after)),
  )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);

/** Lists rewards whose days are over and that nothing else holds, the longest due first. */
export const listDueRewards = (db: Executor, limit: number) =>
  db
    .select({ orderId: orders.id, id: companies.id, tokenSymbol: companies.tokenSymbol })
    .from(orders)
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .where(
      and(
        // Literals, so that the plan uses the index.
        sql`${orders.rewardState} = 'ON_HOLD' AND ${orders.rewardHeldBecause} <@ '["DAYS"]'`,
        isNotNull(orders.rewardReleaseAt),
        sql`${orders.rewardReleaseAt} <= statement_timestamp()`,
        sql`coalesce(${orders.undoUntil} <= statement_timestamp(), true)`,
      ),
    )
    .orderBy(orders.rewardReleaseAt)
    .limit(limit);
