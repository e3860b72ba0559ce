import type { CompanySettings } from "@db/schema";
import type { CompanyStatus, SupplyPool } from "@db/vocabulary";
import type { Executor } from "@db/client";
import { findSiteByHost } from "@server/sites/queries/companies";
import { firstHostOf } from "@server/sites/queries/hosts";
import { originOfHost } from "@server/sites/rules/host";

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
  launchAt: Date | null;
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
