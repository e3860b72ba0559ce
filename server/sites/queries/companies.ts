import { and, desc, eq, getTableColumns, ilike, lte, notExists, or, sql } from "drizzle-orm";
import type { Executor, Reader } from "@db/client";
import { builtOnce } from "@db/prepared";
import { brands, companies, hosts, supplies } from "@db/schema";
import { type Cursor, cursorAt, following } from "@server/platform";
import { orRefuse } from "@server/platform/rules/refusals/refuse";
import { SUPPLY_POOLS, type SupplyPool } from "@db/vocabulary";
import type { RunningCampaign } from "@server/sites/site";
import { firstRow } from "@db/row-of";

/**
 * A term of a company's sale by the database's clock: of those that have started and were not
 * cancelled the last one that sets it, else the initial one. For a query over `companies`; qualified
 * by hand, since Drizzle omits the table name in a query of one table. Uses the statement's clock,
 * not the transaction's: a committed price that started during this transaction is in force.
 */
const inForce = (term: "price_micro_rupees" | "fee_bps" | "referral_reward_bps") =>
  sql.raw(`COALESCE((
  SELECT p.${term} FROM prices p
   WHERE p.company_id = "companies"."id" AND p.cancelled_at IS NULL
     AND p.starts_at <= statement_timestamp() AND p.${term} IS NOT NULL
   ORDER BY p.starts_at DESC, p.id DESC LIMIT 1
), "companies"."${term}")`);

/** The price in micro-rupees; null while there is none. */
export const priceInForce = sql<number | null>`${inForce("price_micro_rupees")}`
  .mapWith((value: unknown) => (value === null ? null : Number(value)))
  .as("price_in_force");

/** The fee in basis points. */
const feeInForce = sql`${inForce("fee_bps")}`.mapWith(Number).as("fee_in_force");

/** The reward of a referrer in basis points. */
const rewardInForce = sql`${inForce("referral_reward_bps")}`.mapWith(Number).as("reward_in_force");

/** The campaign that runs by the statement's clock; a constraint allows one at a time. */
const campaignInForce = sql<RunningCampaign | null>`(
  SELECT json_build_object('id', k.id, 'name', k.name, 'rewardBps', k.reward_bps, 'bonusBps', k.bonus_bps,
           'whoRefers', k.who_refers, 'left', k.cap_total - k.taken,
           'endsAt', to_char(k.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM campaigns k
   WHERE k.company_id = "companies"."id" AND k.starts_at <= statement_timestamp() AND k.ends_at > statement_timestamp())`.as(
  "campaign_in_force",
);

const siteColumns = {
  id: companies.id,
  name: companies.name,
  email: companies.email,
  mobile: companies.mobile,
  tokenName: companies.tokenName,
  tokenSymbol: companies.tokenSymbol,
  priceMicroRupees: priceInForce,
  feeBps: feeInForce,
  referralRewardBps: rewardInForce,
  campaign: campaignInForce,
  launchAt: companies.launchAt,
  unlockPlans: companies.unlockPlans,
  unverifiedMayBuy: companies.unverifiedMayBuy,
  maxPendingOrders: companies.maxPendingOrders,
  maxHeldTokens: companies.maxHeldTokens,
  unverifiedHoldBps: companies.unverifiedHoldBps,
  releaseAfterDays: companies.releaseAfterDays,
  requiresSecondStep: companies.requiresSecondStep,
  splitBps: companies.splitBps,
  settings: companies.settings,
  status: companies.status,
};

/** All columns, with the current price, fee and reward. */
const wholeColumns = {
  ...getTableColumns(companies),
  priceMicroRupees: priceInForce,
  feeBps: feeInForce,
  referralRewardBps: rewardInForce,
};

/** Finds the company that `host` (lower case, no port) serves. */
export const findCompanyByHost = (db: Executor, host: string) =>
  firstRow(
    db
      .select(siteColumns)
      .from(hosts)
      .innerJoin(companies, eq(companies.id, hosts.companyId))
      .where(eq(hosts.host, host)),
  );

const siteOfHost = builtOnce((db) =>
  db
    .select({
      company: siteColumns,
      brand: { companyId: brands.companyId, version: brands.version, data: brands.data },
    })
    .from(hosts)
    .innerJoin(companies, eq(companies.id, hosts.companyId))
    .leftJoin(
      brands,
      and(
        eq(brands.companyId, companies.id),
        eq(
          brands.version,
          sql`(SELECT max(b.version) FROM brands b
                WHERE b.company_id = ${companies.id} AND b.published_at IS NOT NULL)`,
        ),
      ),
    )
    .where(eq(hosts.host, sql.placeholder("host")))
    .prepare("site_of_host"),
);

/**
 * Finds a host's company with its published brand (`data` as stored): a page needs one statement for
 * both.
 */
export const findSiteByHost = (db: Executor, host: string) =>
  firstRow(siteOfHost(db).execute({ host }));

export const findCompany = (db: Executor, companyId: string) =>
  firstRow(db.select(siteColumns).from(companies).where(eq(companies.id, companyId)));

/** Lists companies with this symbol that have no host yet, newest first. */
export async function listHostless(db: Executor, tokenSymbol: string, limit: number) {
  const hostRows = db
    .select({ one: sql`1` })
    .from(hosts)
    .where(eq(hosts.companyId, companies.id));
  return db
    .select(siteColumns)
    .from(companies)
    .where(
      and(eq(sql`upper(${companies.tokenSymbol})`, tokenSymbol.toUpperCase()), notExists(hostRows)),
    )
    .orderBy(desc(companies.id))
    .limit(limit);
}

/** True if a company (null: any active company) allows scripts of this origin to call the API. */
export async function isApiOrigin(
  db: Executor,
  origin: string,
  companyId: string | null,
): Promise<boolean> {
  const names = sql`${companies.settings} -> 'apiOrigins' @> jsonb_build_array(${origin}::text)`;
  const whose = companyId ? eq(companies.id, companyId) : eq(companies.status, "ACTIVE");
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(whose, names))
    .limit(1);
  return rows.length > 0;
}

export type Company = typeof companies.$inferSelect;
/** `priceMicroRupees`, `feeBps` and `referralRewardBps` are the initial ones. */
export type NewCompany = Omit<typeof companies.$inferInsert, "createdAt" | "updatedAt">;
/** Price, fee and reward are left out: later ones are added to `prices`. */
export type CompanyChange = Partial<
  Omit<NewCompany, "id" | "priceMicroRupees" | "feeBps" | "referralRewardBps">
>;

export async function insertCompany(db: Executor, company: NewCompany): Promise<Company> {
  const [row] = await db.insert(companies).values(company).returning();
  if (!row) throw new Error("The company was not stored.");
  return row;
}

const selectWhole = (db: Executor, id: string) =>
  db.select(wholeColumns).from(companies).where(eq(companies.id, id));

/** Includes the columns that only a super admin may see. Refuses with COMPANY_NOT_FOUND. */
export async function findWholeCompany(db: Executor, id: string): Promise<Company> {
  const [row] = await selectWhole(db, id);
  return orRefuse(row, "COMPANY_NOT_FOUND");
}

/** Locks a company's row until the transaction ends. Refuses with COMPANY_NOT_FOUND. */
export async function lockCompany(tx: Executor, id: string): Promise<Company> {
  const [row] = await selectWhole(tx, id).for("no key update");
  return orRefuse(row, "COMPANY_NOT_FOUND");
}

/** Changes a company's columns. Refuses with COMPANY_NOT_FOUND. */
export async function updateCompany(
  db: Executor,
  id: string,
  changes: CompanyChange,
): Promise<Company> {
  const [row] = await db
    .update(companies)
    .set({ updatedAt: sql`now()`, ...changes })
    .where(eq(companies.id, id))
    .returning(wholeColumns);
  return orRefuse(row, "COMPANY_NOT_FOUND");
}

const searched = (pattern: string | null) =>
  pattern
    ? or(
        ilike(companies.name, pattern),
        ilike(companies.email, pattern),
        ilike(companies.mobile, pattern),
        ilike(companies.tokenName, pattern),
        ilike(companies.tokenSymbol, pattern),
      )
    : undefined;

/** Lists a page of companies, newest first. `pattern` is escaped for LIKE. */
export async function listCompanies(
  db: Reader,
  pattern: string | null,
  page: { limit: number; offset: number },
) {
  const [records, total] = await Promise.all([
    db
      .select(wholeColumns)
      .from(companies)
      .where(searched(pattern))
      .orderBy(desc(companies.createdAt), desc(companies.id))
      .limit(page.limit)
      .offset(page.offset),
    countCompanies(db, pattern),
  ]);
  return { records, total };
}

export const countCompanies = async (db: Reader, pattern: string | null): Promise<number> =>
  db.$count(companies, searched(pattern));

/** Reads the companies by cursor, without a total. */
export async function readCompanies(
  db: Reader,
  pattern: string | null,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  return db
    .select({ company: wholeColumns, at: cursorAt(companies.createdAt) })
    .from(companies)
    .where(and(searched(pattern), following(companies.createdAt, companies.id, after)))
    .orderBy(desc(companies.createdAt), desc(companies.id))
    .limit(limit);
}

/**
 * Lists companies with this token symbol; operator commands accept a symbol only if it is unique.
 */
export async function listCompaniesBySymbol(db: Executor, symbol: string): Promise<Company[]> {
  return db
    .select(wholeColumns)
    .from(companies)
    .where(eq(sql`upper(${companies.tokenSymbol})`, symbol.toUpperCase()));
}

export async function insertSupplies(
  db: Executor,
  companyId: string,
  split: Readonly<Record<SupplyPool, number>>,
): Promise<void> {
  await db
    .insert(supplies)
    .values(SUPPLY_POOLS.map((pool) => ({ companyId, pool, total: split[pool] })));
}

/** Sets a pool's total; false if more than that is held or allocated. */
export async function resizeSupply(
  tx: Executor,
  companyId: string,
  pool: SupplyPool,
  total: number,
): Promise<boolean> {
  const resized = await tx
    .update(supplies)
    .set({ total })
    .where(
      and(
        eq(supplies.companyId, companyId),
        eq(supplies.pool, pool),
        lte(sql`${supplies.held} + ${supplies.allocated}`, total),
      ),
    )
    .returning({ pool: supplies.pool });
  return resized.length === 1;
}
