import type { Executor } from "@db/client";
import { findPublishedBrand } from "@db/queries/brands";
import { listHostless } from "@db/queries/companies";
import { SUPPLY_POOLS } from "@db/vocabulary";
import { brandAssetVersion } from "@themes/assets";
import { BrandContract, type Brand } from "@themes/contract";
import { POOL_BPS } from "@server/domain/supply/pools";
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

/** How a company's supply is shared out, in basis points, in the order of `TOKEN_DISTRIBUTION`. */
export const sharesOf = ({ splitBps }: Pick<BrandedCompany, "splitBps">): number[] =>
  SUPPLY_POOLS.map((pool) => (splitBps ?? POOL_BPS)[pool]);

/** A brand that says how the company's supply is shared out, where that is not as usual. */
export const withOwnSplit = (brand: Brand, company: Pick<BrandedCompany, "splitBps">): Brand =>
  company.splitBps ? withShares(brand, sharesOf(company)) : brand;

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

/** Companies without a host whose pictures are looked for at the platform's: more share no symbol. */
const MOST_HOSTLESS = 20;

/**
 * Whose pictures `/brands/<symbol>/…` are at a host: the company's own there, and none of another's.
 * The platform's host has those of the built-in ten besides, and those of companies without a host,
 * whose admins work there: for these the address names the version, which nobody guesses.
 */
export async function brandShownAt(
  db: Executor,
  { symbol, host, version }: { symbol: string; host: string; version: string | null },
  platformHost: string,
): Promise<Brand | undefined> {
  const site = await resolveSite(db, host, platformHost);
  const shown = site.kind === "unknown" ? undefined : await brandOf(db, companyOf(site));
  const own = shown?.symbol === symbol.toUpperCase() ? shown : undefined;
  if (!isPlatform(site)) return own;
  const usual = own ?? builtInBrand(symbol);
  if (version === null) return usual;
  const isMeant = (brand: Brand | undefined) => brand && brandAssetVersion(brand) === version;
  const near = [own, builtInBrand(symbol)].find(isMeant);
  if (near) return near;
  for (const company of await listHostless(db, symbol, MOST_HOSTLESS)) {
    const theirs = await brandOf(db, company);
    if (isMeant(theirs)) return theirs;
  }
  return usual;
}
