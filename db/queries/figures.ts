import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../client";
import { figures, holdings } from "../schema";
import { type Figure, PAYMENT_METHODS, type PaymentMethod, type SupplyPool } from "../vocabulary";

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

/** The number of a company's orders of a status, and their sum in paise, perhaps of one method only. */
export async function orderFigure(
  db: Reader,
  companyId: string,
  { status, method }: { status: "PENDING" | "APPROVED"; method: PaymentMethod | undefined },
): Promise<{ count: number; paise: number }> {
  const [row] = await db
    .select({ count: counted, paise: summed })
    .from(figures)
    .where(
      and(
        ofCompany(companyId, "ORDERS"),
        word(1, status),
        method === undefined ? undefined : word(2, method),
      ),
    );
  return row ?? { count: 0, paise: 0 };
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

/** What the admin's dashboard shows of a company. */
export interface BoardFigures {
  members: Awaited<ReturnType<typeof countMembers>>;
  /** Approved orders by payment method, in paise. */
  approved: Record<PaymentMethod, number>;
  /** Tokens. */
  pools: { pool: SupplyPool; total: number; held: number; allocated: number }[];
}

/** The figures of the admin's dashboard, in one statement: of one moment. */
export async function boardFigures(db: Reader, companyId: string): Promise<BoardFigures> {
  const { rows } = await db.execute<{
    kind: string;
    about: string;
    first: string;
    second: string;
    third: string;
  }>(sql`
    SELECT figure AS kind, about, sum(count) AS first, sum(amount) AS second, 0 AS third FROM figures
     WHERE company_id = ${companyId} AND figure IN ('ORDERS', 'MEMBERS')
     GROUP BY figure, about
    UNION ALL
    SELECT 'POOL', pool, total, held, allocated FROM supplies WHERE company_id = ${companyId}`);
  const approved: BoardFigures["approved"] = { BANK: 0, UPI: 0, MANUAL: 0, CRYPTO: 0 };
  const pools: BoardFigures["pools"] = [];
  const people: { words: string[]; count: number }[] = [];
  for (const { kind, about, ...numbers } of rows) {
    const [first, second, third] = [numbers.first, numbers.second, numbers.third].map(Number);
    const words = about.split(" ");
    if (kind === "POOL") {
      pools.push({
        pool: about as SupplyPool,
        total: first ?? 0,
        held: second ?? 0,
        allocated: third ?? 0,
      });
    } else if (kind === "MEMBERS") {
      people.push({ words, count: first ?? 0 });
    } else {
      const method = PAYMENT_METHODS.find((one) => one === words[1]);
      if (method && words[0] === "APPROVED") approved[method] += second ?? 0;
    }
  }
  const members = people.filter(({ words }) => words[0] === "USER");
  const counted = (place: number, word: string) =>
    members.reduce((sum, { words, count }) => sum + (words[place] === word ? count : 0), 0);
  return {
    members: {
      userActive: counted(1, "ACTIVE"),
      userInactive: counted(1, "INACTIVE"),
      userBlock: counted(1, "BLOCKED"),
      totalMember: counted(0, "USER"),
      verificationCompleted: counted(2, "true"),
      verificationPending: counted(2, "false"),
    },
    approved,
    pools,
  };
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
