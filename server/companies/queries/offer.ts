import { sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { runPrepared } from "@db/prepared";
import type { SaleOffer } from "@server/companies/contracts/site";
import { brandOfSite, type CompanySite, companyOf, resolveSite } from "@server/sites";
import type { Brand } from "@themes/contract";

type Figures = Pick<SaleOffer, "pool" | "nextPrice" | "ledgerEntries">;

/** Reads the figures of a company's sale; null where no company sells. */
export async function offerOf(
  db: Executor,
  company: CompanySite | null,
): Promise<SaleOffer | null> {
  if (company?.status !== "ACTIVE") return null;
  return {
    priceMicroRupees: company.priceMicroRupees,
    feeBps: company.feeBps,
    launchAt: company.launchAt?.toISOString() ?? null,
    ...(await findOffer(db, company.id)),
  };
}

/** Reads the sale of a host (lower case, without a port), with its brand; null where no company sells. */
export async function saleAt(
  db: Executor,
  host: string,
  platformHost: string,
): Promise<{ brand: Brand; offer: SaleOffer } | null> {
  const site = await resolveSite(db, host, platformHost);
  const offer = await offerOf(db, companyOf(site));
  return offer && { brand: await brandOfSite(db, site), offer };
}

/** Reads the pool that is for sale, the next price, and the length of the ledger, in one statement. */
async function findOffer(db: Executor, companyId: string): Promise<Figures> {
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
