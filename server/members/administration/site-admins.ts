import type { Executor } from "@db/client";
import { firstHostOf, type CompanySite, type Site, companyOf, isPlatform } from "@server/sites";
import {
  type MemberRow,
  findMemberByEmail,
  listAdminsByEmail,
  type AdminActor,
  type Context,
  namedCompany,
} from "@server/access";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** The admins an anonymous call may concern. */
export interface SiteAdmins {
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
