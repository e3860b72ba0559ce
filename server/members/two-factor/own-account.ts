import type { Executor } from "@db/client";
import {
  findSuperAdmin,
  lockSuperAdmin,
  hasTwoFactor,
  needsFactor,
  findMember,
  type AdminActor,
  type SuperAdminActor,
  type Context,
} from "@server/access";
import type { Role } from "@db/vocabulary";
import type { CompanySite } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lockProven, verifyCurrentPassword } from "@server/members/passwords/save-password";
import type { Staff } from "./verify-code";

export type StaffContext = Context & {
  actor: AdminActor | SuperAdminActor;
  company: CompanySite | null;
};

export type OwnAccount = Staff & { passwordHash: string | null };

/** The caller's account, with the password hash if it has one. */
export async function ownAccount(ctx: StaffContext): Promise<OwnAccount> {
  const { actor, company } = ctx;
  if (actor.role === "SUPER_ADMIN" || !company) {
    const person = await findSuperAdmin(ctx.db, actor.id);
    if (!person) throw refuse("NOT_SIGNED_IN");
    const { id, email } = person;
    return {
      role: "SUPER_ADMIN",
      id,
      companyId: null,
      email,
      language: ctx.language,
      passwordHash: null,
    };
  }
  const person = await findMember(ctx.db, company.id, actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const { id, email, language, passwordHash } = person;
  return { role: "ADMIN", id, companyId: company.id, email, language, passwordHash };
}

/**
 * Locks the account of a session that proved itself, before its protection changes. Refuses with
 * NOT_SIGNED_IN if it has another password by then: who resets it must not find an earlier session's
 * factor, nor lose their own.
 */
export async function lockAccount(
  tx: Executor,
  { id, companyId, passwordHash }: Pick<OwnAccount, "id" | "companyId" | "passwordHash">,
): Promise<void> {
  if (companyId !== null) await lockProven(tx, { id, companyId, passwordHash });
  else if (!(await lockSuperAdmin(tx, id))) throw refuse("NOT_SIGNED_IN");
}

/** Refuses with LAST_FACTOR the removal of a super admin's last app or passkey, once it is gone. */
export async function assertFactorLeft(
  { db, deps }: Context,
  { role, id }: { role: Role; id: string },
): Promise<void> {
  if (role !== "SUPER_ADMIN" || !needsFactor(deps.config)) return;
  if (!(await hasTwoFactor(db, id))) throw refuse("LAST_FACTOR");
}

/** An open session must not suffice to change an account's protection; a super admin has no password. */
export async function provePassword(
  ctx: StaffContext,
  account: OwnAccount,
  typed: string | undefined,
): Promise<void> {
  if (account.role === "SUPER_ADMIN") return;
  if (typed === undefined) throw refuse("CURRENT_PASSWORD_REQUIRED");
  await verifyCurrentPassword(ctx, account, typed);
}
