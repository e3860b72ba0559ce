import type { Executor } from "@db/client";
import { findPublishedBrand } from "@db/queries/brands";
import { SUPPLY_POOLS } from "@db/vocabulary";
import { BrandContract, type Brand } from "@themes/contract";
import { plainBrand, withShares, withSymbol } from "@themes/plain";
import { DEFAULT_BRAND, builtInBrand } from "@themes/registry";
import { remembered } from "@themes/remembered";
import { resolveSite } from "./resolve-site";
import { type CompanySite, companyOf, isPlatform } from "./site";

/** What decides how a company looks while it has no brand of its own. */
export type BrandedCompany = Pick<CompanySite, "id" | "tokenName" | "tokenSymbol" | "splitBps">;

/**
 * A company's published brand, else the built-in of its symbol, else a plain one of its own name
 * (design §8). Asked of the database at each request: what is published anywhere is live everywhere
 * at once.
 */
export async function brandOf(db: Executor, company: BrandedCompany | null): Promise<Brand> {
  if (!company) return DEFAULT_BRAND;
  const own = await findPublishedBrand(db, company.id);
  const published = own && publishedBrand({ ...own, symbol: company.tokenSymbol });
  return published ?? unbranded(company);
}

/** How a company looks before anything is published for it. */
export function unbranded({
  tokenSymbol: symbol,
  tokenName: name,
  splitBps,
}: BrandedCompany): Brand {
  return madeFor({ symbol, name, splitBps });
}

/** A brand that says how the company's supply is shared out, where that is not as usual. */
export const withOwnSplit = (
  brand: Brand,
  { splitBps }: Pick<BrandedCompany, "splitBps">,
): Brand =>
  splitBps
    ? withShares(
        brand,
        SUPPLY_POOLS.map((pool) => splitBps[pool]),
      )
    : brand;

type Facts = { symbol: string; name: string } & Pick<BrandedCompany, "splitBps">;

const madeFor = remembered(
  (facts: Facts) => withOwnSplit(builtInBrand(facts.symbol) ?? plainBrand(facts), facts),
  ({ symbol, name, splitBps }) => JSON.stringify([symbol, name, splitBps]),
  1000,
);

// A published version never changes, so it is judged once. One that a stricter contract would no
// longer take is not shown.
const publishedBrand = remembered(
  ({ data, symbol }: { companyId: string; version: number; data: unknown; symbol: string }) => {
    const parsed = BrandContract.safeParse(data);
    return parsed.success ? withSymbol(parsed.data, symbol) : null;
  },
  ({ companyId, version, symbol }) => `${companyId} ${version} ${symbol}`,
  1000,
);

/**
 * Whose pictures `/brands/<symbol>/…` are at a host: the company's own there, and none of another's.
 * The platform's host has those of the built-in ten besides.
 */
export async function brandShownAt(
  db: Executor,
  symbol: string,
  host: string,
  platformHost: string,
): Promise<Brand | undefined> {
  const site = await resolveSite(db, host, platformHost);
  const shown = site.kind === "unknown" ? undefined : await brandOf(db, companyOf(site));
  if (shown?.symbol === symbol.toUpperCase()) return shown;
  return isPlatform(site) ? builtInBrand(symbol) : undefined;
}
