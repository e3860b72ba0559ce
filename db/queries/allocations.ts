import { and, asc, count, desc, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { allocations, orders, users } from "../schema";

export type Allocation = typeof allocations.$inferSelect;

/** The allocations of an order, by sequence. */
export async function allocationsOfOrder(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<Allocation[]> {
  return db
    .select()
    .from(allocations)
    .where(and(eq(allocations.companyId, companyId), eq(allocations.orderId, orderId)))
    .orderBy(asc(allocations.sequence));
}

/** The hash of an approved order's purchase; null for an order without one. */
export async function purchaseHash(
  db: Executor,
  companyId: string,
  orderId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ hash: allocations.hash })
    .from(allocations)
    .where(
      and(
        eq(allocations.companyId, companyId),
        eq(allocations.orderId, orderId),
        eq(allocations.kind, "PURCHASE"),
      ),
    );
  return row?.hash ?? null;
}

/** A range of a company's chain. */
export async function listChain(
  db: Executor,
  companyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Allocation[]> {
  return db
    .select()
    .from(allocations)
    .where(and(eq(allocations.companyId, companyId), gt(allocations.sequence, after)))
    .orderBy(asc(allocations.sequence))
    .limit(limit);
}

/** One of a member's allocations, by its hash, with the hash of the previous row. */
export async function findAllocationOf(
  db: Executor,
  companyId: string,
  memberId: string,
  hash: string,
) {
  const before = alias(allocations, "before");
  const [found] = await db
    .select({ row: allocations, hashBefore: before.hash })
    .from(allocations)
    .leftJoin(
      before,
      and(
        eq(before.companyId, allocations.companyId),
        eq(before.sequence, sql`${allocations.sequence} - 1`),
      ),
    )
    .where(
      and(
        eq(allocations.companyId, companyId),
        eq(allocations.memberId, memberId),
        eq(allocations.hash, hash),
      ),
    );
  return found ?? null;
}

const tokens = sql<number>`coalesce(sum(${allocations.quantity}), 0)`.mapWith(Number);

/** Members by holdings, largest first, each with their latest allocation. */
export async function listHolders(
  db: Executor,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const holdings = db
    .select({
      memberId: allocations.memberId,
      quantity: tokens.as("holding"),
      latest: sql<number>`max(${allocations.sequence})`.mapWith(Number).as("latest_sequence"),
    })
    .from(allocations)
    .where(eq(allocations.companyId, companyId))
    .groupBy(allocations.memberId)
    .having(sql`sum(${allocations.quantity}) > 0`)
    .as("holdings");
  const ranked = db
    .select({
      memberId: holdings.memberId,
      quantity: holdings.quantity,
      latest: holdings.latest,
      rank: sql<number>`rank() OVER (ORDER BY ${holdings.quantity} DESC)`
        .mapWith(Number)
        .as("place"),
      total: sql<number>`count(*) OVER ()`.mapWith(Number).as("holders"),
    })
    .from(holdings)
    // Equal holdings: the earlier one first.
    .orderBy(desc(holdings.quantity), asc(holdings.latest))
    .limit(limit)
    .offset(offset)
    .as("ranked");
  const rows = await db
    .select({
      rank: ranked.rank,
      quantity: ranked.quantity,
      total: ranked.total,
      walletAddress: users.walletAddress,
      hash: allocations.hash,
      createdAt: allocations.createdAt,
    })
    .from(ranked)
    .innerJoin(
      allocations,
      and(eq(allocations.companyId, companyId), eq(allocations.sequence, ranked.latest)),
    )
    .innerJoin(users, and(eq(users.companyId, companyId), eq(users.id, ranked.memberId)))
    .orderBy(asc(ranked.rank), asc(ranked.latest));
  if (rows[0] || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  // A page beyond the end has no row that carries the count.
  const [counted] = await db.select({ total: count() }).from(holdings);
  return { rows, total: counted?.total ?? 0 };
}

const buyers = alias(users, "buyers");

/** A member's allocations, newest first, each with the member whose purchase caused it. */
export async function listAllocationsOf(
  db: Executor,
  companyId: string,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const where = and(eq(allocations.companyId, companyId), eq(allocations.memberId, memberId));
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        kind: allocations.kind,
        quantity: allocations.quantity,
        hash: allocations.hash,
        createdAt: allocations.createdAt,
        buyerId: orders.memberId,
        buyerCode: buyers.referralCode,
      })
      .from(allocations)
      .innerJoin(
        orders,
        and(eq(orders.companyId, allocations.companyId), eq(orders.id, allocations.orderId)),
      )
      .innerJoin(
        buyers,
        and(eq(buyers.companyId, orders.companyId), eq(buyers.id, orders.memberId)),
      )
      .where(where)
      .orderBy(desc(allocations.sequence))
      .limit(limit)
      .offset(offset),
    db.select({ total: count(), tokens }).from(allocations).where(where),
  ]);
  return { rows, total: counted?.total ?? 0, tokens: counted?.tokens ?? 0 };
}

const total = sql<number>`coalesce(sum(${allocations.quantity}), 0)::float8`;

/** The sum of a company's allocations; every count is below 2^53. */
export async function sumAllocated(db: Executor, companyId: string): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(allocations)
    .where(eq(allocations.companyId, companyId));
  return row?.total ?? 0;
}

/** The sum of a member's allocations. */
export async function sumAllocatedTo(
  db: Executor,
  companyId: string,
  memberId: string,
): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(allocations)
    .where(and(eq(allocations.companyId, companyId), eq(allocations.memberId, memberId)));
  return row?.total ?? 0;
}
