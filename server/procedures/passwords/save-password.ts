import { type User, updateUser } from "@db/queries/users";
import type { Context } from "@server/context/context";
import { refuse } from "@server/domain/refusals/refuse";
import { recordAudit } from "@server/trpc";

/**
 * Gives a person a new password, in the caller's transaction: their other sessions end with it, and
 * a mail tells them, since whoever has their code and their mailbox may be somebody else.
 */
export async function savePassword(
  ctx: Context,
  person: User,
  passwordHash: string,
  how: { action: string; keepSessionId?: string },
): Promise<void> {
  const { companyId, id, role } = person;
  if (!(await updateUser(ctx.db, companyId, id, { passwordHash })))
    throw refuse("MEMBER_NOT_FOUND");
  await ctx.deps.sessions.within(ctx.db).endAll({ role, id, companyId }, how.keepSessionId);
  await recordAudit(ctx, { action: how.action, subjectType: "member", subjectId: id, companyId });
  await ctx.deps.jobs.tell(ctx.db, {
    template: "passwordChanged",
    params: role === "ADMIN" ? { isAdmin: true } : {},
    channel: "EMAIL",
    address: person.email,
    language: person.language,
    companyId,
    userId: id,
    origin: ctx.origin,
  });
}
