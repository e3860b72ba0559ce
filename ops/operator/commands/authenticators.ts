import { FALLBACK_LANGUAGE } from "@locales/languages";
import { deleteTwoFactor } from "@server/access/queries/two-factor";
import { deleteSessionsOf } from "@server/access/queries/sessions";
import { findSuperAdminByEmail } from "@server/access/queries/super-admins";
import { findMemberByEmail } from "@server/access/queries/members";
import { withinTransaction } from "@server/access/call/context";
import {
  auditTwoFactor,
  type Staff,
  notifyTwoFactorChange,
} from "@server/members/two-factor/verify-code";
import type { Command } from "@ops/operator/command";
import { type Operator, OperatorError, companyNamed } from "@ops/operator/operator";

/** Finds an admin of the named company, or, without a company, a super admin. */
async function staffNamed(operator: Operator, email: string, named?: string): Promise<Staff> {
  const { db } = operator.deps.database;
  if (named === undefined) {
    const person = await findSuperAdminByEmail(db, email);
    if (!person) throw new OperatorError("There is no such super admin.");
    const { id } = person;
    return {
      role: "SUPER_ADMIN",
      id,
      companyId: null,
      email: person.email,
      language: FALLBACK_LANGUAGE,
    };
  }
  const person = await findMemberByEmail(db, await companyNamed(operator, named), email);
  if (person?.role !== "ADMIN") throw new OperatorError("That company has no such admin.");
  const { id, companyId, language } = person;
  return { role: "ADMIN", id, companyId, email: person.email, language };
}

export const authenticatorCommands: readonly Command[] = [
  {
    name: "authenticator remove",
    words: ["<email>", "[company]"],
    does: "for a super admin, or a company's admin, who lost both phone and recovery codes",
    async run(operator, [email = "", named]) {
      const staff = await staffNamed(operator, email, named);
      return operator.context.transact(async (tx) => {
        const ctx = withinTransaction(operator.context, tx);
        if (!(await deleteTwoFactor(tx, staff.id)))
          throw new OperatorError("They have no authenticator app.");
        // The request may be fraudulent: all sessions end, and the account's owner is notified.
        await deleteSessionsOf(tx, staff.role, staff.id);
        await auditTwoFactor(ctx, staff, "second-step-off", null);
        await notifyTwoFactorChange(ctx, staff, { change: "OFF", left: 0 });
        return "The authenticator app was removed, and every session was ended.";
      });
    },
  },
];
