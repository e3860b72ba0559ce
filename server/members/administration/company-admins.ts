import { newId } from "@db/ids";
import { violatedConstraint } from "@db/client";
import {
  companyOf,
  type CompanySite,
  findWholeCompany,
  firstHostOf,
  isPlatform,
  type Site,
} from "@server/sites";
import {
  type AdminActor,
  type Context,
  findMember,
  findMemberByEmail,
  insertMember,
  listAdminsByEmail,
  listMembers,
  type MemberRow,
  namedCompany,
  superAdminProcedure,
  transactWithin,
  inTransaction,
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
import type { Executor } from "@db/client";

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
      transactWithin(ctx, async (inside, tx) => {
        const company = await findWholeCompany(tx, input.id);
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
        await sendInvitation(inside, admin);
        return adminView(admin);
      }),
    ),
  );

/** Sends a new link only to an admin without a password, so that it cannot replace a password reset. */
export const inviteAgain = superAdminProcedure.input(InviteAgain).mutation(
  inTransaction(async (ctx, input, tx) => {
    const company = await findWholeCompany(tx, input.id);
    const admin = await findMember(tx, company.id, input.adminId);
    if (!admin || admin.role !== "ADMIN") throw refuse("MEMBER_NOT_FOUND");
    if (admin.passwordHash !== null) throw refuse("ADMIN_HAS_PASSWORD");
    await sendInvitation(ctx, admin);
    return adminView(admin);
  }),
);

/** The admins an anonymous call may concern. */
interface SiteAdmins {
  /** It is null on the platform's own host when no company is named. */
  company: CompanySite | null;
  find: (db: Executor, email: string) => Promise<MemberRow | undefined>;
}

/**
 * Admins of the company named, else of this host's. On the platform's own host, if no company is named and
 * the host's company has no admin with that address, exactly one admin must have it (architecture.md §9).
 * If the host is also a company's, that admin's company must have no host (docs/decisions/0007). Refuses
 * with COMPANY_NOT_CONFIGURED, COMPANY_MISMATCH or COMPANY_SUSPENDED.
 */
export async function siteAdmins(ctx: Context, named: string | null): Promise<SiteAdmins> {
  const isNamed = named !== null || companyOf(ctx.site) !== null;
  if (!isNamed && !isPlatform(ctx.site)) throw refuse("COMPANY_NOT_CONFIGURED");
  const company = isNamed ? await namedCompany(ctx, named) : null;
  if (company?.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
  return {
    company,
    async find(db, email) {
      const own = company ? await findMemberByEmail(db, company.id, email) : undefined;
      if (own?.role === "ADMIN" || named !== null || !isPlatform(ctx.site)) return own;
      const admins = await listAdminsByEmail(db, email, { withoutHostOnly: company !== null });
      return admins.length === 1 ? admins[0] : own;
    },
  };
}

/** True if an admin's cookie is accepted on this site's pages. */
export async function isAdminOfSite(
  db: Executor,
  { companyId }: Pick<AdminActor, "companyId">,
  site: Site,
): Promise<boolean> {
  if (companyId === companyOf(site)?.id) return true;
  return isPlatform(site) && (await firstHostOf(db, companyId)) === null;
}
