import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "@db/client";
import { holdings, hosts, orders, supplies, users } from "@db/schema";
import type { HostCertificate, HostDns } from "@db/vocabulary";
import { finalPaise, isAskedForRest } from "@server/platform";

/** A company's figures for a super admin. */
export interface CompanyFigures {
  companyId: string;
  members: number;
  /** Payments that wait for a decision, and the submission time of the oldest one. */
  pending: number;
  oldestPendingAt: Date | null;
  /** Sum of approved orders, in paise. */
  collectedPaise: number;
  /** The fees in them. */
  feesPaise: number;
  /** Private pool: total − held − allocated. */
  remainingPrivateSupply: number;
  /** Tokens given as referral rewards, and those held for rewards that are not given yet. */
  rewarded: number;
  rewardHeld: number;
  /** Approved purchases of invited members, in paise, as in `collectedPaise`. */
  invitedPaise: number;
}

/** A company's host with the result of its last check. */
interface CompanyHost {
  companyId: string;
  host: string;
  dns: HostDns | null;
  certificate: HostCertificate | null;
}

/** Counts the figures of one page of companies anew. */
export async function companyFigures(
  db: Reader,
  companyIds: readonly string[],
): Promise<CompanyFigures[]> {
  if (companyIds.length === 0) return [];
  const among = (column: PgColumn) => inArray(column, [...companyIds]);
  const [members, pending, collected, supplied, rewarded, held] = await Promise.all([
    db
      .select({ companyId: users.companyId, total: count() })
      .from(users)
      .where(and(among(users.companyId), eq(users.role, "USER"), isNull(users.deletedAt)))
      .groupBy(users.companyId),
    db
      .select({
        companyId: orders.companyId,
        total: count(),
        oldestAt: sql<string | null>`min(${orders.submittedAt})`,
      })
      .from(orders)
      .where(
        and(
          among(orders.companyId),
          eq(orders.status, "PENDING"),
          isNotNull(orders.submittedAt),
          sql`NOT ${isAskedForRest}`,
        ),
      )
      .groupBy(orders.companyId),
    db
      .select({
        companyId: orders.companyId,
        paise: sql`coalesce(sum(${finalPaise}), 0)`.mapWith(Number),
        fees: sql`coalesce(sum(${finalFeePaise}), 0)`.mapWith(Number),
        invited:
          sql`coalesce(sum(${finalPaise}) FILTER (WHERE ${orders.referrerId} IS NOT NULL), 0)`.mapWith(
            Number,
          ),
      })
      .from(orders)
      .where(
        and(among(orders.companyId), eq(orders.status, "APPROVED"), isNotNull(orders.decidedAt)),
      )
      .groupBy(orders.companyId),
    db
      .select({
        companyId: supplies.companyId,
        left: sql`sum(${supplies.total} - ${supplies.held} - ${supplies.allocated})`.mapWith(
          Number,
        ),
      })
      .from(supplies)
      .where(and(among(supplies.companyId), eq(supplies.pool, "REFERRAL")))
      .groupBy(supplies.companyId),
    db
      .select({
        companyId: holdings.companyId,
        tokens: sql`coalesce(sum(${holdings.rewards}), 0)`.mapWith(Number),
      })
      .from(holdings)
      .where(among(holdings.companyId))
      .groupBy(holdings.companyId),
    db
      .select({
        companyId: orders.companyId,
        tokens: sql`sum(${orders.heldReward})`.mapWith(Number),
      })
      .from(orders)
      .where(and(among(orders.companyId), gt(orders.heldReward, 0)))
      .groupBy(orders.companyId),
  ]);
  return companyIds.map((companyId) => {
    const isOwn = (row: { companyId: string }) => row.companyId === companyId;
    const waiting = pending.find(isOwn);
    return {
      companyId,
      members: members.find(isOwn)?.total ?? 0,
      pending: waiting?.total ?? 0,
      oldestPendingAt: waiting?.oldestAt ? new Date(waiting.oldestAt) : null,
      collectedPaise: collected.find(isOwn)?.paise ?? 0,
      feesPaise: collected.find(isOwn)?.fees ?? 0,
      remainingPrivateSupply: supplied.find(isOwn)?.left ?? 0,
      rewarded: rewarded.find(isOwn)?.tokens ?? 0,
      rewardHeld: held.find(isOwn)?.tokens ?? 0,
      invitedPaise: collected.find(isOwn)?.invited ?? 0,
    };
  });
}

const finalFeePaise = sql`coalesce(${orders.approvedFeePaise}, ${orders.feePaise})`;

/** Sums approved orders by the day of their decision in India, of one company or of all. */
export async function totalsByDay(db: Reader, companyId: string | null) {
  // India has no summer time.
  const day = sql<string>`to_char(${orders.decidedAt} AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')`;
  return db
    .select({
      day,
      orders: count(),
      paise: sql`sum(${finalPaise})`.mapWith(Number),
      fees: sql`sum(${finalFeePaise})`.mapWith(Number),
    })
    .from(orders)
    .where(
      and(
        companyId === null ? undefined : eq(orders.companyId, companyId),
        eq(orders.status, "APPROVED"),
        isNotNull(orders.decidedAt),
      ),
    )
    .groupBy(sql`1`);
}

/** Lists the hosts of one page of companies, the oldest first. */
export const companyHosts = (db: Reader, companyIds: readonly string[]): Promise<CompanyHost[]> =>
  db
    .select({
      companyId: hosts.companyId,
      host: hosts.host,
      dns: sql<HostDns | null>`${hosts.health} ->> 'dns'`,
      certificate: sql<HostCertificate | null>`${hosts.health} ->> 'certificate'`,
    })
    .from(hosts)
    .where(inArray(hosts.companyId, [...companyIds]))
    .orderBy(asc(hosts.createdAt), asc(hosts.id));
