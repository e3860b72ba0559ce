import { findCompany, type CompanySite, isPlatform } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Context } from "./context";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the `companyId` of an input that is not validated yet. */
export function companyIdIn(input: unknown): string | null {
  if (typeof input !== "object" || input === null || !("companyId" in input)) return null;
  return typeof input.companyId === "string" && input.companyId !== "" ? input.companyId : null;
}

/**
 * Finds the company of an anonymous call: this host's or, on the platform's own host only, the one
 * named (architecture.md §9). Refuses with COMPANY_NOT_CONFIGURED, or COMPANY_MISMATCH for another
 * company.
 */
export async function namedCompany(ctx: Context, named: string | null): Promise<CompanySite> {
  if (!named) {
    if (ctx.company) return ctx.company;
    throw refuse("COMPANY_NOT_CONFIGURED");
  }
  if (ctx.company?.id === named) return ctx.company;
  if (!isPlatform(ctx.site)) throw refuse("COMPANY_MISMATCH");
  const company = UUID.test(named) ? await findCompany(ctx.db, named) : undefined;
  if (!company) throw refuse("COMPANY_NOT_CONFIGURED");
  return company;
}
