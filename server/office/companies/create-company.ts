import { randomBytes } from "node:crypto";
import type { Executor } from "@db/client";
import { newId } from "@db/ids";
import {
  type Company as CompanyRow,
  type NewCompany,
  insertCompany,
  insertSupplies,
} from "@server/sites";
import { type MemberRow, insertMember } from "@server/access";
import { referralCode } from "@server/platform/rules/people/referral-code";
import { POOL_BPS, splitSupply } from "@server/sites/rules/pools";

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
