import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { named, prepared } from "../prepared";
import { figures, holdings } from "../schema";
import { type Figure, PAYMENT_METHODS, type PaymentMethod } from "../vocabulary";

// A figure is the sum of its slots (db/schema/figures.ts), read by one statement.
const counted = sql<number>`coalesce(sum(${figures.count}), 0)`.mapWith(Number);
const summed = sql<number>`coalesce(sum(${figures.amount}), 0)`.mapWith(Number);
const ofCompany = (companyId: string, figure: Figure) =>
  and(eq(figures.companyId, companyId), eq(figures.figure, figure));
/** The groups are words, such as `APPROVED BANK` or `USER ACTIVE true`. */
const word = (place: number, value: string): SQL =>
  sql`split_part(${figures.about}, ' ', ${place}) = ${value}`;

/** Sums of approved orders by payment method, in paise: of the approved part, where that is less. */
export async function approvedByMethod(
  db: Executor,
  companyId: string,
): Promise<Record<PaymentMethod, number>> {
  const method = sql<string>`split_part(${figures.about}, ' ', 2)`;
  const rows = await db
    .select({ method, summed })
    .from(figures)
    .where(and(ofCompany(companyId, "ORDERS"), word(1, "APPROVED")))
    .groupBy(sql`1`);
  const sums: Record<PaymentMethod, number> = { BANK: 0, UPI: 0, MANUAL: 0, CRYPTO: 0 };
  for (const one of PAYMENT_METHODS) {
    sums[one] = rows.find((row) => row.method === one)?.summed ?? 0;
  }
  return sums;
}

/** Members by status and verification, without admins. */
export async function countMembers(db: Executor, companyId: string) {
  const where = (condition: SQL) =>
    sql<number>`coalesce(sum(${figures.count}) FILTER (WHERE ${condition}), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      userActive: where(word(2, "ACTIVE")),
      userInactive: where(word(2, "INACTIVE")),
      userBlock: where(word(2, "BLOCKED")),
      totalMember: counted,
      verificationCompleted: where(word(3, "true")),
      verificationPending: where(word(3, "false")),
    })
    .from(figures)
    .where(and(ofCompany(companyId, "MEMBERS"), word(1, "USER")));
  if (!row) throw new Error("Nothing was counted.");
  return row;
}

/**
 * Whom a member referred, without deleted people, by progress; and the reward tokens that PENDING
 * orders promise them.
 */
export async function referralFigures(db: Executor, companyId: string, memberId: string) {
  const rows = await db
    .select({ figure: figures.figure, counted, summed })
    .from(figures)
    .where(
      and(
        eq(figures.companyId, companyId),
        inArray(figures.figure, ["INVITED", "VERIFIED", "BUYING", "PROMISED"]),
        eq(figures.about, memberId),
      ),
    )
    .groupBy(figures.figure);
  const of = (figure: Figure) => rows.find((row) => row.figure === figure);
  return {
    invited: of("INVITED")?.counted ?? 0,
    verified: of("VERIFIED")?.counted ?? 0,
    buying: of("BUYING")?.counted ?? 0,
    promised: of("PROMISED")?.summed ?? 0,
  };
}

/** What a member's allocations add up to. */
export async function holdingOf(db: Executor, companyId: string, memberId: string) {
  const [row] = await holding(db, { companyId, memberId });
  return row ?? { tokens: 0, rewards: 0, allocations: 0 };
}

const holding = prepared((db) =>
  db
    .select({
      tokens: holdings.tokens,
      rewards: holdings.rewards,
      allocations: holdings.allocations,
    })
    .from(holdings)
    .where(
      and(eq(holdings.companyId, named("companyId")), eq(holdings.memberId, named("memberId"))),
    ),
);
