import { mailTo } from "@server/messages/rules/mail-to";
import { randomBytes } from "node:crypto";
import { newId } from "@db/ids";
import { replaceCode, type MemberRow, type Context, recordAudit } from "@server/access";
import { adminRoleOf } from "@server/access/rules/admin-roles";
import { INVITATION_HOURS } from "@server/platform/rules/people/one-time-codes";

/**
 * Mails a link to set a password, which works once, in the caller's transaction, and records it. An
 * earlier link of this person stops working.
 */
export async function sendInvitation(ctx: Context, admin: MemberRow): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  await replaceCode(
    ctx.db,
    { companyId: admin.companyId, purpose: "SET_PASSWORD", subject: admin.id },
    {
      id: newId(),
      channel: "EMAIL",
      address: admin.email,
      network: null,
      codeHash: ctx.deps.secrets.keyedHash("one-time-code", token),
      tries: 1,
      seconds: INVITATION_HOURS * 3600,
    },
  );
  await ctx.deps.jobs.notify(ctx.db, {
    template: "invitation",
    params: { name: admin.name, token, hours: INVITATION_HOURS },
    ...mailTo(admin.companyId, admin),
  });
  await recordAudit(ctx, {
    action: "admin.invited",
    subjectType: "member",
    subjectId: admin.id,
    companyId: admin.companyId,
    // The name is left out: the audit log is permanent, and deletion must erase names.
    after: { role: "ADMIN", adminRole: adminRoleOf(admin.adminRole) },
  });
}
