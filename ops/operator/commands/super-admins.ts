import { transact } from "@db/client";
import {
  deleteSuperAdmin,
  ensureSuperAdmin,
  findSuperAdminByEmail,
  listSuperAdmins,
} from "@server/access/queries/super-admins";
import { deleteSessionsOf } from "@server/access/queries/sessions";
import { deleteTwoFactor } from "@server/access/queries/two-factor";
import { emailField } from "@server/platform/contracts/fields";
import { type Context, transactWithin, withinTransaction } from "@server/access/call/context";
import { recordAudit } from "@server/access/call/conclude";
import { type Command, formatRows } from "@ops/operator/command";
import { companyNamed, type Operator, OperatorError } from "@ops/operator/operator";
import { FALLBACK_LANGUAGE } from "@locales/languages";
import { findMemberByEmail } from "@server/access/queries/members";
import {
  auditTwoFactor,
  notifyTwoFactorChange,
  type Staff,
} from "@server/members/two-factor/verify-code";

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

const note = (ctx: Context, action: string, subjectId: string) =>
  recordAudit(ctx, { action, subjectType: "super-admin", subjectId, companyId: null });

async function found(ctx: Context, email: string) {
  const person = await findSuperAdminByEmail(ctx.db, email);
  if (!person) throw new OperatorError("There is no such super admin.");
  return person;
}

export const superAdminCommands: readonly Command[] = [
  {
    name: "super-admin list",
    words: [],
    does: "every super admin's address",
    run: async ({ context }) =>
      formatRows((await listSuperAdmins(context.db)).map((one) => [one.email])),
  },
  {
    name: "super-admin add",
    words: ["<email>"],
    does: "makes a super admin, who logs in with a code by mail",
    run: ({ context }, [typed = ""]) =>
      transactWithin(context, async (inside, tx) => {
        const email = emailField().parse(typed);
        if (!(await ensureSuperAdmin(tx, email))) return "There is such a super admin already.";
        const ctx = inside;
        await note(ctx, "super-admin.added", (await found(ctx, email)).id);
        return "The super admin was added.";
      }),
  },
  {
    name: "super-admin log-out",
    words: ["<email>"],
    does: "ends every session of theirs",
    run: ({ context }, [email = ""]) =>
      transactWithin(context, async (inside, tx) => {
        const ctx = inside;
        const { id } = await found(ctx, email);
        await deleteSessionsOf(tx, "SUPER_ADMIN", id);
        await note(ctx, "super-admin.logged-out", id);
        return "Every session was ended.";
      }),
  },
  {
    name: "super-admin remove",
    words: ["<email>"],
    does: "removes one, with every session; the last one stays",
    run: ({ deps, context }, [email = ""]) =>
      transact(deps.database.db, async (tx) => {
        const ctx = withinTransaction(context, tx);
        const { id } = await found(ctx, email);
        await deleteSessionsOf(tx, "SUPER_ADMIN", id);
        await deleteTwoFactor(tx, id);
        if (!(await deleteSuperAdmin(tx, id)))
          throw new OperatorError("That is the last super admin.");
        await note(ctx, "super-admin.removed", id);
        return "The super admin was removed.";
      }),
  },
];
