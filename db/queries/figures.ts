import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Executor, type Reader, runText, transact } from "../client";
import { holdings, orders, supplies, users } from "../schema";
import { PAYMENT_METHODS, type PaymentMethod, type SupplyPool } from "../vocabulary";
import { finalPaise } from "./search";

/** Sums of approved orders by payment method, in paise: of the approved part, where that is less. */
export async function approvedByMethod(
  db: Reader,
  companyId: string,
): Promise<Record<PaymentMethod, number>> {
  const rows = await db
    .select({
      method: orders.paymentMethod,
      paise: sql`coalesce(sum(${finalPaise}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        eq(orders.status, "APPROVED"),
        // Always: the index `orders_decisions` then has all that is read.
        isNotNull(orders.decidedAt),
      ),
    )
    .groupBy(orders.paymentMethod);
  const sums: Record<PaymentMethod, number> = { BANK: 0, UPI: 0, MANUAL: 0, CRYPTO: 0 };
  for (const one of PAYMENT_METHODS) {
    sums[one] = rows.find(({ method }) => method === one)?.paise ?? 0;
  }
  return sums;
}

/** Members by status and verification, without admins. */
export async function countMembers(db: Reader, companyId: string) {
  const rows = await db
    .select({ status: users.status, isApproved: users.isApproved, total: count() })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.role, "USER"), isNull(users.deletedAt)))
    .groupBy(users.status, users.isApproved);
  const counted = (isOne: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isOne).reduce((sum, { total }) => sum + total, 0);
  return {
    userActive: counted(({ status }) => status === "ACTIVE"),
    userInactive: counted(({ status }) => status === "INACTIVE"),
    userBlock: counted(({ status }) => status === "BLOCKED"),
    totalMember: counted(() => true),
    verificationCompleted: counted(({ isApproved }) => isApproved),
    verificationPending: counted(({ isApproved }) => !isApproved),
  };
}

/** What the admin's dashboard shows of a company. */
export interface BoardFigures {
  members: Awaited<ReturnType<typeof countMembers>>;
  /** Approved orders by payment method, in paise. */
  approved: Record<PaymentMethod, number>;
  /** Tokens. */
  pools: { pool: SupplyPool; total: number; held: number; allocated: number }[];
}

/** The figures of the admin's dashboard, as of one moment: a decision is in all of them or in none. */
export async function boardFigures(db: Executor, companyId: string): Promise<BoardFigures> {
  return transact(
    db,
    async (tx) => ({
      members: await countMembers(tx, companyId),
      approved: await approvedByMethod(tx, companyId),
      pools: await tx
        .select({
          pool: supplies.pool,
          total: supplies.total,
          held: supplies.held,
          allocated: supplies.allocated,
        })
        .from(supplies)
        .where(eq(supplies.companyId, companyId)),
    }),
    { isSnapshot: true },
  );
}

/**
 * Whom a member referred, without deleted people, by progress; and the reward tokens that PENDING
 * orders promise them.
 */
export async function referralFigures(db: Executor, companyId: string, memberId: string) {
  const [row] = await runText<Record<"invited" | "verified" | "buying" | "promised", string>>(
    db,
    `SELECT count(*) AS invited, count(*) FILTER (WHERE u.is_approved) AS verified,
            count(*) FILTER (WHERE h.purchases > 0) AS buying,
            (SELECT coalesce(sum(held_reward), 0) FROM orders
              WHERE company_id = $1 AND referrer_id = $2 AND status = 'PENDING' AND held_reward > 0) AS promised
       FROM users u LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id
      WHERE u.company_id = $1 AND u.referrer_id = $2 AND u.deleted_at IS NULL`,
    [companyId, memberId],
  );
  return {
    invited: Number(row?.invited),
    verified: Number(row?.verified),
    buying: Number(row?.buying),
    promised: Number(row?.promised),
  };
}

/** The number of members with tokens. */
export async function countHolders(db: Reader, companyId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(holdings)
    .where(and(eq(holdings.companyId, companyId), sql`${holdings.tokens} > 0`));
  return row?.total ?? 0;
}

/** What a member's allocations add up to. */
export async function holdingOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select({
      tokens: holdings.tokens,
      rewards: holdings.rewards,
      allocations: holdings.allocations,
    })
    .from(holdings)
    .where(and(eq(holdings.companyId, companyId), eq(holdings.memberId, memberId)));
  return row ?? { tokens: 0, rewards: 0, allocations: 0 };
}
