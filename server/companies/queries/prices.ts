import { rowOf, firstRow } from "@db/row-of";
import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { newId } from "@db/ids";
import type { Executor } from "@db/client";
import { companies, prices, users } from "@db/schema";

export type Price = typeof prices.$inferSelect;

/** The terms of a sale that have a start. */
export type Terms = Partial<Pick<Price, "priceMicroRupees" | "feeBps" | "referralRewardBps">>;

/**
 * Reads the database's clock, truncated to milliseconds, the precision of a Date, so that a price
 * that starts now has started. Call it with the company locked: prices then start in the order in
 * which they are set.
 */
export async function readClock(tx: Executor): Promise<Date> {
  const [row] = await tx
    .select({ now: sql`date_trunc('milliseconds', clock_timestamp())`.mapWith(prices.startsAt) })
    .from(sql`(SELECT 1) AS clock`);
  if (!row) throw new Error("The database has no clock.");
  return row.now;
}

export async function insertPrice(
  tx: Executor,
  price: Terms & Pick<Price, "companyId" | "startsAt" | "setBy">,
): Promise<Price> {
  const [row] = await tx
    .insert(prices)
    .values({ ...price, id: newId() })
    .returning();
  if (!row) throw new Error("The price was not stored.");
  return row;
}

/** Lists the terms that have not started, earliest first. */
export async function listUpcomingPrices(db: Executor, companyId: string): Promise<Price[]> {
  return db
    .select()
    .from(prices)
    .where(
      and(
        eq(prices.companyId, companyId),
        isNull(prices.cancelledAt),
        gt(prices.startsAt, sql`statement_timestamp()`),
      ),
    )
    .orderBy(asc(prices.startsAt), asc(prices.id));
}

/** Lists all terms ever set, latest start first, with the name of the author. */
export async function listPrices(db: Executor, companyId: string, limit: number) {
  return db
    .select({
      id: prices.id,
      priceMicroRupees: prices.priceMicroRupees,
      feeBps: prices.feeBps,
      referralRewardBps: prices.referralRewardBps,
      startsAt: prices.startsAt,
      createdAt: prices.createdAt,
      cancelledAt: prices.cancelledAt,
      setBy: users.name,
      hasBegun: sql<boolean>`${prices.startsAt} <= statement_timestamp()`,
    })
    .from(prices)
    .leftJoin(users, rowOf(users, prices.companyId, prices.setBy))
    .where(eq(prices.companyId, companyId))
    .orderBy(desc(prices.startsAt), desc(prices.id))
    .limit(limit);
}

export const findPrice = (db: Executor, companyId: string, id: string) =>
  firstRow(
    db
      .select()
      .from(prices)
      .where(rowOf(prices, companyId, id)),
  );

/** Cancels a price that has not started; undefined if it has, or was cancelled already. */
export const cancelPrice = (tx: Executor, companyId: string, id: string, cancelledBy: string) =>
  firstRow(
    tx
      .update(prices)
      .set({ cancelledAt: sql`statement_timestamp()`, cancelledBy })
      .where(
        and(
          rowOf(prices, companyId, id),
          isNull(prices.cancelledAt),
          gt(prices.startsAt, sql`statement_timestamp()`),
        ),
      )
      .returning(),
  );

/** Selects the company's initial terms, whatever the current ones are. */
export async function foundingTerms(db: Executor, companyId: string) {
  const { priceMicroRupees, feeBps, referralRewardBps } = companies;
  const [row] = await db
    .select({ priceMicroRupees, feeBps, referralRewardBps })
    .from(companies)
    .where(eq(companies.id, companyId));
  return row;
}

/**
 * Returns the highest price in micro-rupees that was in force at any time since so many days before an
 * instant; 0 for a company without a price.
 */
export async function highestPriceSince(
  db: Executor,
  companyId: string,
  { at, days }: { at: Date; days: number },
): Promise<number> {
  const since = sql`(${at.toISOString()}::timestamptz - make_interval(days => ${days}))`;
  const inForce = sql`FROM prices p WHERE p.company_id = ${companyId} AND p.cancelled_at IS NULL`;
  const { rows } = await db.execute<{ price: unknown }>(sql`
    SELECT greatest(
      (SELECT max(p.price_micro_rupees) ${inForce}
          AND p.starts_at > ${since} AND p.starts_at <= statement_timestamp()),
      coalesce(
        (SELECT p.price_micro_rupees ${inForce} AND p.starts_at <= ${since} AND p.price_micro_rupees IS NOT NULL
          ORDER BY p.starts_at DESC, p.id DESC LIMIT 1),
        (SELECT c.price_micro_rupees FROM companies c WHERE c.id = ${companyId}))) AS price`);
  return Number(rows[0]?.price ?? 0);
}
