import { and, count, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Executor, type Reader, runText, transact } from "@db/client";
import { holdings, orders, supplies, users } from "@db/schema";
import {
  type MemberStatus,
  PAYMENT_METHODS,
  type PaymentMethod,
  type SupplyPool,
} from "@db/vocabulary";
import { finalPaise } from "./search";

/** The median is taken of at least so many approvals, within so many days, and of so many newest ones. */
const USUAL = { atLeast: 10, days: 28, newest: 200 };

/**
 * The seconds that a company's approvals usually take from submission to decision; null for too few.
 * It reads at most the newest approvals of an index.
 */
export const usualApprovalSeconds = (companyId: SQL | Placeholder): SQL<number | null> => sql`(
  SELECT CASE WHEN count(*) >= ${USUAL.atLeast} THEN
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - submitted_at)::float8)
    END
    FROM (SELECT decided_at, submitted_at FROM orders approved
           WHERE approved.company_id = ${companyId} AND approved.status = 'APPROVED'
             AND approved.submitted_at > clock_timestamp() - make_interval(days => ${USUAL.days}::int)
           ORDER BY approved.submitted_at DESC LIMIT ${USUAL.newest}) AS newest)`;

/** Reads the usual time of a company's approvals. */
export async function readUsualApprovalSeconds(
  db: Executor,
  companyId: string,
): Promise<number | null> {
  const usual = usualApprovalSeconds(sql`${companyId}::uuid`);
  const { rows } = await db.execute<{ seconds: number | null }>(sql`SELECT ${usual} AS seconds`);
  return rows[0]?.seconds ?? null;
}

/** Sums approved orders by payment method, in paise: of the approved part, where that is less. */
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
        // Every decided order has this value; with it, the index `orders_decisions` holds all that
        // is read.
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

interface MemberCount {
  status: MemberStatus;
  isApproved: boolean;
  /** True while the company has refused to verify them: they wait for nothing. */
  isRefused: boolean;
  total: number;
}

/** Adds up members by status and verification. */
export function addMembers(rows: readonly MemberCount[]) {
  const counted = (isOne: (row: MemberCount) => boolean) =>
    rows.filter(isOne).reduce((sum, { total }) => sum + total, 0);
  return {
    userActive: counted(({ status }) => status === "ACTIVE"),
    userInactive: counted(({ status }) => status === "INACTIVE"),
    userBlock: counted(({ status }) => status === "BLOCKED"),
    totalMember: counted(() => true),
    verificationCompleted: counted(({ isApproved }) => isApproved),
    verificationPending: counted(({ isApproved, isRefused }) => !isApproved && !isRefused),
  };
}

/** Counts members by status and verification, without admins. */
export const countMembers = async (db: Reader, companyId: string) =>
  addMembers(
    await db
      .select({
        status: users.status,
        isApproved: users.isApproved,
        isRefused: sql<boolean>`${users.verificationRefusedAt} IS NOT NULL`,
        total: count(),
      })
      .from(users)
      .where(
        and(eq(users.companyId, companyId), sql`${users.role} = 'USER'`, isNull(users.deletedAt)),
      )
      .groupBy(users.status, users.isApproved, sql`${users.verificationRefusedAt} IS NOT NULL`),
  );

/** Approved orders by the day of their decision, with fees, without those that were reversed since. */
export interface SalesOfDay {
  /** YYYY-MM-DD in India. */
  day: string;
  method: PaymentMethod;
  orders: number;
  paise: number;
  [column: string]: unknown;
}

/**
 * Members by the day on which they registered, without deleted ones and admins, and their progress.
 */
export interface MembersOfDay extends MemberCount {
  day: string;
  /** Members who submitted a payment, whatever became of it. */
  paid: number;
  /** Members with an approved purchase. */
  buyers: number;
  [column: string]: unknown;
}

/** A company's figures for the admin's dashboard. */
export interface DashboardFigures {
  /** Tokens. */
  pools: { pool: SupplyPool; total: number; held: number; allocated: number }[];
  sales: SalesOfDay[];
  members: MembersOfDay[];
}

/** Returns the day in India of an instant. India has no summer time. */
const dayOf = (instant: SQL) => sql`date_bin('1 day', ${instant}, '2000-01-01T00:00+05:30')`;
const asText = sql`to_char(day AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day`;

/**
 * Reads the figures of the admin's dashboard. Each order and each member is read once, from indexes
 * that hold all columns read. Pools and sales are as of one moment: a decision is in both or in
 * none.
 */
export async function dashboardFigures(db: Executor, companyId: string): Promise<DashboardFigures> {
  const [ofOrders, members] = await Promise.all([
    transact(
      db,
      async (tx) => ({
        pools: await tx
          .select({
            pool: supplies.pool,
            total: supplies.total,
            held: supplies.held,
            allocated: supplies.allocated,
          })
          .from(supplies)
          .where(eq(supplies.companyId, companyId)),
        sales: await salesByDay(tx, companyId),
      }),
      { isSnapshot: true },
    ),
    membersByDay(db, companyId),
  ]);
  return { ...ofOrders, members };
}

async function salesByDay(db: Reader, companyId: string): Promise<SalesOfDay[]> {
  const { rows } = await db.execute<SalesOfDay>(sql`
    SELECT ${asText}, method, orders::int, paise::float8
      FROM (SELECT ${dayOf(sql`coalesce(reversed_at, decided_at)`)} AS day, payment_method AS method,
                   count(*) AS orders,
                   sum(coalesce(approved_amount_paise + approved_fee_paise, total_paise)) AS paise
              FROM orders
             -- The condition is that of the index orders_decisions; an approved order was not
             -- reversed.
             WHERE company_id = ${companyId} AND status = 'APPROVED' AND decided_at IS NOT NULL
             GROUP BY 1, 2) AS sales`);
  return rows;
}

async function membersByDay(db: Reader, companyId: string): Promise<MembersOfDay[]> {
  const { rows } = await db.execute<MembersOfDay>(sql`
    SELECT ${asText}, status, "isApproved", "isRefused", total::int, paid::int, buyers::int
      FROM (SELECT ${dayOf(sql`u.created_at`)} AS day, u.status, u.is_approved AS "isApproved",
                   u.verification_refused_at IS NOT NULL AS "isRefused", count(*) AS total,
                   count(h.member_id) AS buyers,
                   count(*) FILTER (WHERE h.member_id IS NOT NULL OR EXISTS (
                     SELECT 1 FROM orders o WHERE o.company_id = u.company_id AND o.member_id = u.id
                                              AND o.submitted_at IS NOT NULL)) AS paid
              FROM users u
              LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id AND h.purchases > 0
             WHERE u.company_id = ${companyId} AND u.role = 'USER' AND u.deleted_at IS NULL
             GROUP BY 1, 2, 3, 4) AS joined`);
  return rows;
}

/**
 * Counts the people that a member referred, by progress and without deleted ones, and the reward
 * tokens that are promised to the member or on hold.
 */
export async function referralFigures(db: Executor, companyId: string, memberId: string) {
  const [row] = await runText<Record<"invited" | "verified" | "buying" | "promised", number>>(
    db,
    `SELECT count(*)::int AS invited, count(*) FILTER (WHERE u.is_approved)::int AS verified,
            count(*) FILTER (WHERE h.purchases > 0)::int AS buying,
            (SELECT coalesce(sum(held_reward), 0)::float8 FROM orders
              WHERE company_id = $1 AND referrer_id = $2 AND status IN ('PENDING', 'APPROVED') AND held_reward > 0) AS promised
       FROM users u LEFT JOIN holdings h ON h.company_id = u.company_id AND h.member_id = u.id
      WHERE u.company_id = $1 AND u.referrer_id = $2 AND u.deleted_at IS NULL`,
    [companyId, memberId],
  );
  if (!row) throw new Error("The statement always has one row.");
  return row;
}

/** Counts a company's holders, once: a count of Drizzle without `async` runs again at each await. */
export const countHolders = async (db: Reader, companyId: string): Promise<number> =>
  db.$count(holdings, and(eq(holdings.companyId, companyId), sql`${holdings.tokens} > 0`));

/** Adds up a member's allocations. */
export async function holdingOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await db
    .select({
      tokens: holdings.tokens,
      purchases: holdings.purchases,
      rewards: holdings.rewards,
      allocations: holdings.allocations,
    })
    .from(holdings)
    .where(and(eq(holdings.companyId, companyId), eq(holdings.memberId, memberId)));
  return row ?? { tokens: 0, purchases: 0, rewards: 0, allocations: 0 };
}
