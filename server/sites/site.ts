import type { CompanySettings } from "@db/schema";
import type { CampaignReferrers, CompanyStatus, SupplyPool, UnlockPlans } from "@db/vocabulary";
import type { Executor } from "@db/client";
import { findSiteByHost, listHostless } from "@server/sites/queries/companies";
import { firstHostOf } from "@server/sites/queries/hosts";
import { originOfHost } from "@server/sites/rules/host";
import { findPublishedBrand } from "@server/sites/queries/brands";
import { SUPPLY_POOLS } from "@db/vocabulary";
import { brandAssetVersion } from "@themes/assets";
import { type Brand, BrandContract } from "@themes/contract";
import { POOL_BPS } from "@server/sites/rules/pools";
import { PLATFORM_BRAND, plainBrand, withShares, withSymbol } from "@themes/plain";
import { builtInBrand, DEFAULT_BRAND } from "@themes/registry";
import { memoize } from "@themes/memoize";

/** The fields that determine a company's brand before it publishes one. */
export type BrandedCompany = Pick<CompanySite, "id" | "tokenName" | "tokenSymbol" | "splitBps">;

/**
 * Returns a company's published brand, else the built-in brand of its symbol, else a plain one with
 * its name (architecture.md §8). Read from the database at each request, so that a published brand
 * is live in every instance at once.
 */
export async function brandOf(db: Executor, company: BrandedCompany | null): Promise<Brand> {
  if (!company) return DEFAULT_BRAND;
  return brandFrom(company, (await findPublishedBrand(db, company.id)) ?? null);
}

/** Returns the brand of a site, without a query if the site was read with its brand. */
export async function brandOfSite(db: Executor, site: Site): Promise<Brand> {
  return site.kind === "company" && site.published !== undefined
    ? brandFrom(site.company, site.published)
    : brandOf(db, companyOf(site));
}

/** Returns the brand of a company's site that was read with it; null elsewhere. Makes no query. */
export const knownBrand = (site: Site): Brand | null =>
  site.kind === "company" && site.published !== undefined
    ? brandFrom(site.company, site.published)
    : null;

function brandFrom(company: BrandedCompany, stored: StoredBrand | null): Brand {
  const { tokenSymbol: symbol } = company;
  return (stored && publishedBrand({ ...stored, symbol })) ?? brandBeforePublishing(company);
}

/** Returns a company's brand before it publishes one. */
export function brandBeforePublishing({
  tokenSymbol: symbol,
  tokenName: name,
  splitBps,
}: BrandedCompany): Brand {
  return builtInOrPlainBrand({ symbol, name, splitBps });
}

/** Returns a company's supply split, in basis points, in the order of `TOKEN_DISTRIBUTION`. */
export const sharesOf = ({ splitBps }: Pick<BrandedCompany, "splitBps">): number[] =>
  SUPPLY_POOLS.map((pool) => (splitBps ?? POOL_BPS)[pool]);

/** Applies the company's own supply split, where it has one. */
export const withOwnSplit = (brand: Brand, company: Pick<BrandedCompany, "splitBps">): Brand =>
  company.splitBps ? withShares(brand, sharesOf(company)) : brand;

type Facts = { symbol: string; name: string } & Pick<BrandedCompany, "splitBps">;

const builtInOrPlainBrand = memoize(
  (facts: Facts) => withOwnSplit(builtInBrand(facts.symbol) ?? plainBrand(facts), facts),
  ({ symbol, name, splitBps }) => JSON.stringify([symbol, name, splitBps]),
  1000,
);

// A published version never changes, so it is validated once. One that a stricter contract rejects is not
// shown.
const publishedBrand = memoize(
  ({ data, symbol }: StoredBrand & { symbol: string }) => {
    const parsed = BrandContract.safeParse(data);
    return parsed.success ? withSymbol(parsed.data, symbol) : null;
  },
  ({ companyId, version, symbol }) => `${companyId} ${version} ${symbol}`,
  1000,
);

/** The most companies without a host that are searched for a symbol's pictures. */
const MOST_HOSTLESS = 20;

/**
 * Finds the brand whose pictures `/brands/<symbol>/…` serves at a host. A company's host serves its
 * own only, and the platform's. The platform's host also serves the ten built-in brands and those of companies without
 * a host, whose admins work there: their URL names the version, which cannot be guessed.
 */
export async function brandShownAt(
  db: Executor,
  { symbol, host, version }: { symbol: string; host: string; version: string | null },
  platformHost: string,
): Promise<Brand | undefined> {
  if (symbol.toUpperCase() === PLATFORM_BRAND.symbol) return PLATFORM_BRAND;
  const site = await resolveSite(db, host, platformHost);
  const shown = site.kind === "unknown" ? undefined : await brandOfSite(db, site);
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

/** Terms of the referral programme for a time. */
export interface RunningCampaign {
  id: string;
  name: string;
  /** Rates in basis points; the bonus is null for none. */
  rewardBps: number;
  bonusBps: number | null;
  whoRefers: CampaignReferrers;
  /** ISO; exclusive. */
  endsAt: string;
  /** Tokens that are left of its budget; null without one. */
  left: number | null;
}

/**
 * The company's fields that every request needs. Money is in micro-rupees, shares in basis points.
 */
export interface CompanySite {
  id: string;
  name: string;
  email: string;
  mobile: string;
  tokenName: string;
  tokenSymbol: string;
  priceMicroRupees: number | null;
  feeBps: number;
  referralRewardBps: number;
  /** The campaign that runs; null without one. */
  campaign: RunningCampaign | null;
  launchAt: Date | null;
  /** Null: all tokens unlock at the launch. */
  unlockPlans: UnlockPlans | null;
  unverifiedMayBuy: boolean;
  maxPendingOrders: number;
  maxHeldTokens: number | null;
  unverifiedHoldBps: number;
  releaseAfterDays: number;
  requiresSecondStep: boolean;
  /** The supply split; null: the product's default. */
  splitBps: Readonly<Record<SupplyPool, number>> | null;
  settings: CompanySettings;
  status: CompanyStatus;
}

/** A published version of a company's brand, as stored. */
export interface StoredBrand {
  companyId: string;
  version: number;
  data: unknown;
}

/** The site that a host name serves. */
export type Site =
  | {
      kind: "company";
      company: CompanySite;
      /** The host; absent where a company is served without one of its own. */
      host?: string;
      /** True on the platform's own host, that of APP_ORIGIN. */
      isPlatform: boolean;
      /** The company's published brand, null without one; undefined if it was not read. */
      published?: StoredBrand | null;
    }
  | { kind: "platform" }
  | { kind: "unknown" };

export const companyOf = (site: Site): CompanySite | null =>
  site.kind === "company" ? site.company : null;

/**
 * True if the super-admin area and calls that name a company are served here (architecture.md §8,
 * §9).
 */
export const isPlatform = (site: Site): boolean =>
  site.kind === "platform" || (site.kind === "company" && site.isPlatform);

/**
 * Reads the site of a host. `host` is lower case and without a port. Read at each request, so that
 * a new host is live in every instance at once (architecture.md §8).
 */
export async function resolveSite(db: Executor, host: string, platformHost: string): Promise<Site> {
  const found = await findSiteByHost(db, host);
  const isPlatform = host === platformHost;
  if (found) {
    return { kind: "company", company: found.company, host, isPlatform, published: found.brand };
  }
  return { kind: isPlatform ? "platform" : "unknown" };
}

/**
 * Returns the origin of a company's own site: the host that the person uses (`users.host`), else the
 * company's first, or the platform's if it has none. Without a company, the platform's. Links in
 * mails and referral links start with it, never with the origin of the request.
 */
export async function originOfCompany(
  db: Executor,
  appOrigin: string,
  companyId: string | null,
  personId: string | null = null,
): Promise<string> {
  const host = companyId && (await firstHostOf(db, companyId, personId));
  return host ? originOfHost(appOrigin, host) : appOrigin;
}
