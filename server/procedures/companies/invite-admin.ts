import { randomBytes } from "node:crypto";
import { newId } from "@db/ids";
import type { Company } from "@db/queries/companies";
import { replaceCode } from "@db/queries/codes";
import type { User } from "@db/queries/users";
import { originOfCompany } from "@server/context/company-origin";
import type { Context } from "@server/context/context";

/** How long a link to set a password lives (design §7). */
const INVITATION_HOURS = 72;

/** Mails a link to set a password, on the company's first host or the platform's. In the caller's transaction. */
export async function inviteAdmin(ctx: Context, company: Company, admin: User): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  await replaceCode(
    ctx.db,
    { companyId: company.id, purpose: "SET_PASSWORD", subject: admin.id },
    {
      id: newId(),
      channel: "EMAIL",
      address: admin.email,
      codeHash: ctx.deps.secrets.keyedHash("one-time-code", token),
      tries: 1,
      seconds: INVITATION_HOURS * 3600,
    },
  );
  await ctx.deps.jobs.tell(ctx.db, {
    template: "invitation",
    params: { name: admin.name, token, hours: INVITATION_HOURS },
    channel: "EMAIL",
    address: admin.email,
    language: admin.language,
    companyId: company.id,
    userId: admin.id,
    origin: await originOfCompany(ctx.db, ctx.deps.config.appOrigin, company.id),
  });
}
