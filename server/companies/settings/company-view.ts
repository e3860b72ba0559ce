import type { Company as CompanyRow } from "@server/sites";
import type { Company } from "@server/companies/contracts/companies";
import { maskAadhaar, maskPan } from "@server/platform/rules/people/masking";
import { POOL_BPS } from "@server/sites/rules/pools";
import type { Secrets } from "@server/platform";

/** Shows a company to a super admin; identity numbers are masked. */
export const companyView = (row: CompanyRow, secrets: Pick<Secrets, "decrypt">): Company => ({
  id: row.id,
  companyName: row.name,
  email: row.email,
  mobile: row.mobile,
  companyAadhaarCard: row.aadhaarLastFour ? maskAadhaar(row.aadhaarLastFour) : null,
  companyPan: row.panEncrypted ? maskPan(secrets.decrypt("pan", row.panEncrypted)) : null,
  companyAddress: row.address,
  companyPincode: row.pincode,
  tokenName: row.tokenName,
  tokenSymbol: row.tokenSymbol,
  totalSupply: row.totalSupply,
  priceMicroRupees: row.priceMicroRupees,
  feeBps: row.feeBps,
  referralRewardBps: row.referralRewardBps,
  splitBps: row.splitBps ?? POOL_BPS,
  launchAt: row.launchAt?.toISOString() ?? null,
  unverifiedMayBuy: row.unverifiedMayBuy,
  maxPendingOrders: row.maxPendingOrders,
  maxHeldTokens: row.maxHeldTokens,
  unverifiedHoldBps: row.unverifiedHoldBps,
  releaseAfterDays: row.releaseAfterDays,
  apiOrigins: row.settings.apiOrigins ?? [],
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});
