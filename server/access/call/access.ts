import type { Executor } from "@db/client";
import { lacksTwoFactor } from "@server/access/queries/two-factor";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Actor, SignedInActor } from "./actor";
import { findCompany } from "@server/sites";

/** Refuses with COMPANY_SUSPENDED for a suspended company; its files are closed with its site. */
export async function refuseSuspended(db: Executor, companyId: string): Promise<void> {
  const company = await findCompany(db, companyId);
  if (company?.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
}

/**
 * Refuses with COMPANY_SUSPENDED while the person's company is suspended; a super admin has no
 * company.
 */
export async function refuseWhileSuspended(db: Executor, actor: SignedInActor): Promise<void> {
  if (actor.role !== "SUPER_ADMIN") await refuseSuspended(db, actor.companyId);
}

/** A super admin must have an app or a passkey, except in the demo, which holds nothing of anybody. */
export const needsFactor = ({ demo }: { demo: boolean }): boolean => !demo;

/** Refuses a super admin without an authenticator app or passkey; only its set-up is open to them. */
export function refuseWithoutFactor(
  actor: Extract<Actor, { role: "SUPER_ADMIN" }>,
  config: { demo: boolean },
): void {
  if (needsFactor(config) && !actor.hasSecondFactor) {
    throw refuse("SECOND_STEP_NEEDED", { area: "superadmin" });
  }
}

/**
 * Refuses an admin without the authenticator app or passkey that their company requires, and a super
 * admin without one.
 */
export async function refuseWithoutTwoFactor(
  db: Executor,
  actor: Actor,
  config: { demo: boolean },
): Promise<void> {
  if (actor.role === "SUPER_ADMIN") refuseWithoutFactor(actor, config);
  if (actor.role === "ADMIN" && (await lacksTwoFactor(db, actor))) {
    throw refuse("SECOND_STEP_NEEDED");
  }
}
