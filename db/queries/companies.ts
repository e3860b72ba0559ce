import { eq } from "drizzle-orm";
import type { Executor } from "../client";
import { companies, domains } from "../schema";

const siteColumns = {
  id: companies.id,
  name: companies.name,
  email: companies.email,
  mobile: companies.mobile,
  tokenName: companies.tokenName,
  tokenSymbol: companies.tokenSymbol,
  priceMicroRupees: companies.priceMicroRupees,
  feeBps: companies.feeBps,
  referralRewardBps: companies.referralRewardBps,
  launchAt: companies.launchAt,
  unverifiedMayBuy: companies.unverifiedMayBuy,
  maxPendingOrders: companies.maxPendingOrders,
  maxHeldTokens: companies.maxHeldTokens,
  settings: companies.settings,
  status: companies.status,
};

/** The company whose site `host` (lower case, no port) shows. */
export async function findCompanyByHost(db: Executor, host: string) {
  const [row] = await db
    .select(siteColumns)
    .from(domains)
    .innerJoin(companies, eq(companies.id, domains.companyId))
    .where(eq(domains.host, host));
  return row;
}

export async function findCompany(db: Executor, companyId: string) {
  const [row] = await db.select(siteColumns).from(companies).where(eq(companies.id, companyId));
  return row;
}
