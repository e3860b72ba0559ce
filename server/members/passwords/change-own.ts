import { findMember, withinTransaction, staffProcedure } from "@server/access";
import { ChangeOwnPassword } from "@server/members/contracts/passwords";
import { assertPassword } from "@server/platform/rules/people/password";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { lockProven, savePassword, verifyCurrentPassword } from "./save-password";

/**
 * An admin's own password, also where the company requires an authenticator app that the admin does
 * not have yet. A super admin has none. Ends the admin's other sessions.
 */
export const changeOwn = staffProcedure
  .input(ChangeOwnPassword)
  .mutation(async ({ ctx, input: { currentPassword, newPassword } }) => {
    const { actor } = ctx;
    if (actor.role !== "ADMIN") throw refuse("WRONG_ROLE");
    const person = await findMember(ctx.db, actor.companyId, actor.id);
    if (!person) throw refuse("NOT_SIGNED_IN");
    await verifyCurrentPassword(ctx, person, currentPassword);
    if (newPassword === currentPassword) throw refuse("PASSWORD_UNCHANGED");
    assertPassword(newPassword, { ...person, company: ctx.company });
    const passwordHash = await ctx.deps.passwords.hash(newPassword);
    await ctx.transact(async (tx) => {
      await lockProven(tx, person);
      await savePassword(withinTransaction(ctx, tx), person, passwordHash, {
        action: "member.password-changed",
        keepSessionId: actor.sessionId,
      });
    });
    return null;
  });
