import type { Executor } from "@db/client";
import { firstHostOf } from "@db/queries/domains";
import { type User, findUserByEmail, listAdminsByEmail } from "@db/queries/users";
import { refuse } from "@server/domain/refusals/refuse";
import type { AdminActor } from "./actor";
import type { Context } from "./context";
import { namedCompany } from "./named-company";
import { type CompanySite, type Site, companyOf, isPlatform } from "./site";

/** Whose admins an anonymous call is about. */
export interface AdminsHere {
  /** Null on the platform's own host where nothing names a company. */
  company: CompanySite | null;
  find: (db: Executor, email: string) => Promise<User | undefined>;
}

/**
 * Admins of the company named, else of this host's. On the platform's own host, where neither has
 * one of that address, exactly one admin must have it (design §9), on a host that is a company's
 * too one whose company has no host: nobody else has to come here (docs/decisions/0007). Refuses
 * with COMPANY_NOT_CONFIGURED, COMPANY_MISMATCH or COMPANY_SUSPENDED.
 */
export async function adminsHere(ctx: Context, named: string | null): Promise<AdminsHere> {
  const isNamed = named !== null || companyOf(ctx.site) !== null;
  if (!isNamed && !isPlatform(ctx.site)) throw refuse("COMPANY_NOT_CONFIGURED");
  const company = isNamed ? await namedCompany(ctx, named) : null;
  if (company?.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
  return {
    company,
    async find(db, email) {
      const own = company ? await findUserByEmail(db, company.id, email) : undefined;
      if (own?.role === "ADMIN" || named !== null || !isPlatform(ctx.site)) return own;
      const admins = await listAdminsByEmail(db, email, { withoutHostOnly: company !== null });
      return admins.length === 1 ? admins[0] : own;
    },
  };
}

/** Whether an admin's cookie counts on this site's pages. */
export async function adminBelongsHere(
  db: Executor,
  { companyId }: Pick<AdminActor, "companyId">,
  site: Site,
): Promise<boolean> {
  if (companyId === companyOf(site)?.id) return true;
  return isPlatform(site) && (await firstHostOf(db, companyId)) === null;
}
