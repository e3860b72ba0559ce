import type { Executor } from "@db/client";
import { lacksTwoFactor } from "@db/queries/two-factor";
import { refuse } from "@server/domain/refusals/refuse";
import type { Actor, SignedInActor } from "./actor";
import { findCompany } from "@db/queries/companies";

/** Refuses with COMPANY_SUSPENDED for a suspended company; its files are closed with its site. */
export async function refuseSuspended(db: Executor, companyId: string): Promise<void> {
  const company = await findCompany(db, companyId);
  if (company?.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
}

/** The same for a person's company; a super admin has none. */
export async function refuseWhileSuspended(db: Executor, actor: SignedInActor): Promise<void> {
  if (actor.role !== "SUPER_ADMIN") await refuseSuspended(db, actor.companyId);
}

/** Refuses an admin without the authenticator app that their company requires. */
export async function refuseWithoutTwoFactor(db: Executor, actor: Actor): Promise<void> {
  if (actor.role === "ADMIN" && (await lacksTwoFactor(db, actor))) {
    throw refuse("SECOND_STEP_NEEDED");
  }
}
