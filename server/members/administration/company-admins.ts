import { newId } from "@db/ids";
import { violatedConstraint } from "@db/client";
import { findWholeCompany } from "@server/sites";
import {
  type MemberRow,
  findMember,
  insertMember,
  listMembers,
  withinTransaction,
  superAdminProcedure,
} from "@server/access";
import {
  type CompanyAdmin,
  CompanyRef,
  InviteAdmin,
  InviteAgain,
} from "@server/companies/contracts/companies";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { withReferralCode } from "@server/members/profile/views";
import { sendInvitation } from "./invite-admin";

/** More than any company has; the page shows them all. */
const MOST_ADMINS = 100;

const adminView = (user: MemberRow): CompanyAdmin => ({
  id: user.id,
  name: user.name,
  email: user.email,
  mobile: user.mobile,
  status: user.status,
  hasPassword: user.passwordHash !== null,
  createdAt: user.createdAt.toISOString(),
});

export const admins = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx, input }): Promise<CompanyAdmin[]> => {
    const page = { limit: MOST_ADMINS, offset: 0 };
    const { records } = await listMembers(ctx.db, input.id, { role: "ADMIN" }, page);
    return records.map(adminView);
  });

/** Adds an admin to a company and mails them a link to set a password. */
export const inviteAdmin = superAdminProcedure
  .input(InviteAdmin)
  .mutation(({ ctx, input }): Promise<CompanyAdmin> =>
    withReferralCode((code) =>
      ctx.transact(async (tx) => {
        const company = await findWholeCompany(tx, input.id);
        if (!company) throw refuse("COMPANY_NOT_FOUND");
        const admin = await insertMember(tx, {
          companyId: company.id,
          id: newId(),
          role: "ADMIN",
          adminRole: "OWNER",
          name: input.adminName,
          email: input.adminEmail,
          mobile: input.mobile,
          passwordHash: null,
          referralCode: code,
          isApproved: true,
          language: ctx.language,
        }).catch((error: unknown) => {
          throw violatedConstraint(error) === "users_email" ? refuse("EMAIL_TAKEN") : error;
        });
        await sendInvitation(withinTransaction(ctx, tx), admin);
        return adminView(admin);
      }),
    ),
  );

/** Sends a new link only to an admin without a password, so that it cannot replace a password reset. */
export const inviteAgain = superAdminProcedure
  .input(InviteAgain)
  .mutation(({ ctx, input }): Promise<CompanyAdmin> =>
    ctx.transact(async (tx) => {
      const company = await findWholeCompany(tx, input.id);
      if (!company) throw refuse("COMPANY_NOT_FOUND");
      const admin = await findMember(tx, company.id, input.adminId);
      if (!admin || admin.role !== "ADMIN") throw refuse("MEMBER_NOT_FOUND");
      if (admin.passwordHash !== null) throw refuse("ADMIN_HAS_PASSWORD");
      await sendInvitation(withinTransaction(ctx, tx), admin);
      return adminView(admin);
    }),
  );
