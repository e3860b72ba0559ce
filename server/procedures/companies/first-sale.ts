import { findDefaultBeneficiary } from "@db/queries/beneficiaries";
import { findPublishedBrand } from "@db/queries/brands";
import { findCompany } from "@db/queries/companies";
import { firstHostOf } from "@db/queries/domains";
import { listUsers } from "@db/queries/users";
import { brandOf, sharesOf } from "@server/context/brand-of";
import { CompanyRef, type FirstSale } from "@server/contracts/companies";
import { refuse } from "@server/domain/refusals/refuse";
import { superAdminProcedure } from "@server/trpc";
import { saysShares } from "@themes/plain";
import { builtInBrand } from "@themes/registry";

/** More than any company has. */
const MOST_ADMINS = 100;

/** What a company still lacks before its first token is sold, and whether its brand tells its supply. */
export const firstSale = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx, input }): Promise<FirstSale> => {
    const { db } = ctx;
    const company = await findCompany(db, input.id);
    if (!company) throw refuse("COMPANY_NOT_FOUND");
    const [host, published, account, admins, brand] = await Promise.all([
      firstHostOf(db, company.id),
      findPublishedBrand(db, company.id),
      findDefaultBeneficiary(db, company.id),
      listUsers(db, company.id, { role: "ADMIN" }, { limit: MOST_ADMINS, offset: 0 }),
      brandOf(db, company),
    ]);
    return {
      hasPrice: company.priceMicroRupees !== null,
      hasHost: host !== null,
      hasBrand: published !== undefined || builtInBrand(company.tokenSymbol) !== undefined,
      hasAdmin: admins.records.some(({ passwordHash }) => passwordHash !== null),
      hasAccount: account !== undefined,
      saysOwnSplit: saysShares(brand, sharesOf(company)),
    };
  });
