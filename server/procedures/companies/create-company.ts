import { randomBytes } from "node:crypto";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import {
  type Company as CompanyRow,
  type NewCompany,
  insertCompany,
  insertSupplies,
} from "@db/queries/companies";
import { type MemberRow, insertMember } from "@db/queries/members";
import type { Company } from "@server/contracts/companies";
import { bpsFromPercent, parsePriceToMicroRupees } from "@server/domain/money/units";
import { maskAadhaar, maskPan } from "@server/domain/members/masking";
import { referralCode } from "@server/domain/referrals/referrals";
import { refuse } from "@server/domain/refusals/refuse";
import { POOL_BPS, splitSupply } from "@server/domain/supply/pools";
import type { Secrets } from "@server/identity/secrets";

/** Creates a company with its pools and its first admin, in the caller's transaction. */
export async function createCompany(
  tx: Executor,
  company: Omit<NewCompany, "id">,
  admin: { name: string; email: string; mobile: string; passwordHash: string | null },
): Promise<{ company: CompanyRow; admin: MemberRow }> {
  const row = await insertCompany(tx, { ...company, id: newId() });
  await insertSupplies(tx, row.id, splitSupply(row.totalSupply, row.splitBps ?? POOL_BPS));
  const first = await insertMember(tx, {
    ...admin,
    companyId: row.id,
    id: newId(),
    role: "ADMIN",
    adminRole: "OWNER",
    referralCode: referralCode(randomBytes(16)),
    isApproved: true,
  });
  return { company: row, admin: first };
}

/** Converts a typed percentage to basis points. */
export function bpsOf(
  percent: string,
  invalid:
    | "FEE_PERCENT_INVALID"
    | "REWARD_PERCENT_INVALID"
    | "SPLIT_PERCENT_INVALID"
    | "UNVERIFIED_HOLD_INVALID",
): number {
  const bps = bpsFromPercent(percent);
  if (bps === null) throw refuse(invalid);
  return bps;
}

/** Converts typed rupees to micro-rupees. */
export function priceOf(rupees: string): number {
  const price = parsePriceToMicroRupees(rupees);
  if (price === null || price <= 0) throw refuse("PRICE_INVALID");
  return price;
}

/** A company as a super admin sees it; identity numbers are masked. */
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
