import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import { holdings, orders } from "@db/schema";
import type { SaleOffer } from "@server/companies/contracts/site";
import { brandOfSite, type CompanySite, companyOf, resolveSite } from "@server/sites";
import type { Figures } from "@server/platform";
import type { Brand } from "@themes/contract";

type Pool = SaleOffer["pool"];
type Found = Pick<SaleOffer, "nextPrice" | "ledgerEntries"> & { pool: Omit<Pool, "sold"> };

/** Reads the figures of a company's sale; null where no company sells. */
export async function offerOf(
  db: Executor,
  company: CompanySite | null,
  figures?: Figures,
): Promise<SaleOffer | null> {
  if (company?.status !== "ACTIVE") return null;
  const read = () => givenTokens(db, company.id);
  const [{ pool, ...found }, given] = await Promise.all([
    findOffer(db, company.id),
    figures?.of(`given ${company.id}`, read) ?? read(),
  ]);
  return {
    priceMicroRupees: company.priceMicroRupees,
    feeBps: company.feeBps,
    launchAt: company.launchAt?.toISOString() ?? null,
    // The sum may be older than the pool.
    pool: { ...pool, sold: Math.max(0, pool.allocated - given) },
    ...found,
  };
}

/**
 * Reads the tokens that were given as rewards and bonuses, which come out of the pool. Only orders of
 * campaigns have a bonus: to add up what was bought would read every order of the company.
 */
async function givenTokens(db: Executor, companyId: string): Promise<number> {
  const rewards = db
    .select({ sum: sql`coalesce(sum(${holdings.rewards}), 0)`.mapWith(Number) })
    .from(holdings)
    .where(eq(holdings.companyId, companyId));
  const bonuses = db
    .select({ sum: sql`coalesce(sum(bonus_of(orders)), 0)`.mapWith(Number) })
    .from(orders)
    .where(
      and(
        eq(orders.companyId, companyId),
        isNotNull(orders.campaignId),
        eq(orders.status, "APPROVED"),
      ),
    );
  const [[rewarded], [extra]] = await Promise.all([rewards, bonuses]);
  return (rewarded?.sum ?? 0) + (extra?.sum ?? 0);
}

/** A host's sale, for the picture of a shared link. */
export interface SaleAtHost {
  brand: Brand;
  company: CompanySite;
  offer: SaleOffer;
}

/** Reads the sale of a host (lower case, without a port); null where no company sells. */
export async function saleAt(
  db: Executor,
  host: string,
  platformHost: string,
  figures?: Figures,
): Promise<SaleAtHost | null> {
  const site = await resolveSite(db, host, platformHost);
  const company = companyOf(site);
  const offer = await offerOf(db, company, figures);
  return offer && company && { brand: await brandOfSite(db, site), company, offer };
}

/** Reads the pool that is for sale, the next price, and the length of the ledger, in one statement. */
async function findOffer(db: Executor, companyId: string): Promise<Found> {
  const [row] = await runPrepared<Row>(
    db,
    "offer",
    sql`
    SELECT coalesce(s.total, 0) AS total, coalesce(s.held, 0) AS held,
      coalesce(s.allocated, 0) AS allocated, coalesce(s.chain_sequence, 0) AS entries,
      n.price_micro_rupees AS price, (extract(epoch FROM n.starts_at) * 1000)::bigint AS starts
    FROM (SELECT 1) AS one
    LEFT JOIN supplies s ON s.company_id = ${companyId} AND s.pool = 'REFERRAL'
    LEFT JOIN LATERAL (
      SELECT price_micro_rupees, starts_at FROM prices
      WHERE company_id = ${companyId} AND cancelled_at IS NULL AND starts_at > statement_timestamp()
        AND price_micro_rupees IS NOT NULL
      ORDER BY starts_at, id LIMIT 1
    ) AS n ON true`,
  );
  if (!row) throw new Error("The statement always has one row.");
  return {
    pool: { total: Number(row.total), held: Number(row.held), allocated: Number(row.allocated) },
    nextPrice:
      row.price === null
        ? null
        : {
            priceMicroRupees: Number(row.price),
            startsAt: new Date(Number(row.starts)).toISOString(),
          },
    ledgerEntries: Number(row.entries),
  };
}

type Row = {
  total: string;
  held: string;
  allocated: string;
  entries: string;
  price: string | null;
  starts: string | null;
};
