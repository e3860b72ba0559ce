import { randomBytes } from "node:crypto";
import { newId } from "@db/ids";
import type { Company } from "@db/queries/companies";
import { replaceCode } from "@db/queries/codes";
import type { MemberRow } from "@db/queries/members";
import type { Context } from "@server/context/context";
import { INVITATION_HOURS } from "@server/domain/members/one-time-codes";

/** Mails a link to set a password, in the caller's transaction. */
export async function inviteAdmin(ctx: Context, company: Company, admin: MemberRow): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  await replaceCode(
    ctx.db,
    { companyId: company.id, purpose: "SET_PASSWORD", subject: admin.id },
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
    channel: "EMAIL",
    address: admin.email,
    language: admin.language,
    companyId: company.id,
    userId: admin.id,
  });
}
