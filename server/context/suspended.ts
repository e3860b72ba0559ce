import type { Executor } from "@db/client";
import { findCompany } from "@db/queries/companies";
import { refuse } from "@server/domain/refusals/refuse";
import type { SignedInActor } from "./actor";

/** COMPANY_SUSPENDED for a company that is; its files are closed with its site. */
export async function refuseSuspended(db: Executor, companyId: string): Promise<void> {
  const company = await findCompany(db, companyId);
  if (company?.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
}

/** The same for whoever is of one; a super admin is of none. */
export async function refuseWhileSuspended(db: Executor, actor: SignedInActor): Promise<void> {
  if (actor.role !== "SUPER_ADMIN") await refuseSuspended(db, actor.companyId);
}
