import { deleteSecondStep } from "@db/queries/second-steps";
import { deleteSessionsOf } from "@db/queries/sessions";
import { findSuperAdminByEmail } from "@db/queries/super-admins";
import { findUserByEmail } from "@db/queries/users";
import { withinTransaction } from "@server/context/context";
import { note, type Staff, tell } from "@server/procedures/second-step/take-code";
import type { Command } from "./command";
import { type Operator, OperatorError, companyNamed } from "./operator";

/** An admin of the company named, or a super admin where none is. */
async function staffNamed(operator: Operator, email: string, named?: string): Promise<Staff> {
  const { db } = operator.deps.database;
  if (named === undefined) {
    const person = await findSuperAdminByEmail(db, email);
    if (!person) throw new OperatorError("There is no such super admin.");
    const { id } = person;
    return { role: "SUPER_ADMIN", id, companyId: null, email: person.email, language: "en" };
  }
  const person = await findUserByEmail(db, await companyNamed(operator, named), email);
  if (person?.role !== "ADMIN") throw new OperatorError("That company has no such admin.");
  const { id, companyId, language } = person;
  return { role: "ADMIN", id, companyId, email: person.email, language };
}

export const authenticatorCommands: readonly Command[] = [
  {
    name: "authenticator remove",
    takes: "<email> [company]",
    does: "for a super admin, or a company's admin, who lost both phone and recovery codes",
    async run(operator, email = "", named) {
      const staff = await staffNamed(operator, email, named);
      return operator.context.transact(async (tx) => {
        const ctx = withinTransaction(operator.context, tx);
        if (!(await deleteSecondStep(tx, staff.id)))
          throw new OperatorError("They have no authenticator app.");
        // Whoever asked may not be who they said: nobody stays logged in by it, and they are told.
        await deleteSessionsOf(tx, staff.role, staff.id);
        await note(ctx, staff, "second-step-off", null);
        await tell(ctx, staff, { change: "OFF", left: 0 });
        return "The authenticator app was removed, and every session was ended.";
      });
    },
  },
];
