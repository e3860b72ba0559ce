import { mailTo } from "@server/messages/rules/mail-to";
import type { Executor } from "@db/client";
import {
  lockMember,
  type MemberRow,
  updateMember,
  type Context,
  recordAudit,
  forgetHits,
  secondsToWait,
} from "@server/access";
import { refuse } from "@server/platform/rules/refusals/refuse";

/**
 * Verifies a person's current password for actions that an open session must not suffice for. Refuses with
 * CURRENT_PASSWORD_WRONG, or LOGIN_THROTTLED after too many guesses over all such actions.
 */
export async function verifyCurrentPassword(
  ctx: Context,
  person: Pick<MemberRow, "id" | "passwordHash">,
  typed: string,
): Promise<void> {
  const guesses = { what: "current-password", of: person.id };
  const limit = ctx.deps.config.limits.wrongLoginsPerAccount;
  const wait = await secondsToWait(ctx, { ...guesses, limit, windowSeconds: 900 });
  if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });
  if (!(await ctx.deps.passwords.verify(person.passwordHash, typed))) {
    throw refuse("CURRENT_PASSWORD_WRONG");
  }
  await forgetHits(ctx, guesses);
}

/**
 * Locks a person whose password has just been verified. Refuses with NOT_SIGNED_IN if it was changed
 * meanwhile: an earlier session must not alter an account whose owner has just reset the password.
 */
export async function lockProven(
  tx: Executor,
  { id, companyId, passwordHash }: Pick<MemberRow, "id" | "companyId" | "passwordHash">,
): Promise<MemberRow> {
  const person = await lockMember(tx, companyId, id);
  if (!person || person.passwordHash !== passwordHash) throw refuse("NOT_SIGNED_IN");
  return person;
}

/**
 * Sets a new password in the caller's transaction, ends the person's other sessions and notifies them by
 * mail, in case someone else made the change.
 */
export async function savePassword(
  ctx: Context,
  person: MemberRow,
  passwordHash: string,
  how: { action: string; keepSessionId?: string },
): Promise<void> {
  const { companyId, id, role } = person;
  if (!(await updateMember(ctx.db, companyId, id, { passwordHash, passwordUntil: null })))
    throw refuse("MEMBER_NOT_FOUND");
  await ctx.deps.sessions.within(ctx.db).endAll({ role, id, companyId }, how.keepSessionId);
  await recordAudit(ctx, { action: how.action, subjectType: "member", subjectId: id, companyId });
  await ctx.deps.jobs.notify(ctx.db, {
    template: "passwordChanged",
    params: role === "ADMIN" ? { isAdmin: true } : {},
    ...mailTo(companyId, person),
  });
}
