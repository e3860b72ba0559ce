import { listBrandVersions, findCompany, firstHostOf } from "@server/sites";
import { BrandRef, type BrandStudio, type BrandVersion } from "@server/brands/contracts/brands";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { superAdminProcedure } from "@server/access";
import { BrandContract } from "@themes/contract";
import { BUILT_IN_BRANDS, builtInBrand } from "@themes/registry";
import { previewOf } from "./preview";
import { workingBrand } from "./working-brand";

/** Versions that are listed; the audit log keeps older ones. */
const VERSIONS_SHOWN = 20;

export const studio = superAdminProcedure
  .input(BrandRef)
  .query(async ({ ctx, input }): Promise<BrandStudio> => {
    const company = await findCompany(ctx.db, input.companyId);
    if (!company) throw refuse("COMPANY_NOT_FOUND");
    const { brand, draft, stamp } = await workingBrand(ctx.db, company);
    const versions = await listBrandVersions(ctx.db, company.id, VERSIONS_SHOWN);
    const base = builtInBrand(company.tokenSymbol) ? "builtIn" : "plain";
    return {
      company: {
        id: company.id,
        companyName: company.name,
        tokenSymbol: company.tokenSymbol,
        host: await firstHostOf(ctx.db, company.id),
      },
      source: draft ? "draft" : versions.length > 0 ? "published" : base,
      basedOn: stamp,
      preview: await previewOf(ctx.deps, brand, company),
      builtIns: BUILT_IN_BRANDS.map(({ symbol, name }) => ({ symbol, name })),
      versions: versions.flatMap(viewOf),
    };
  });

function viewOf({
  version,
  data,
  publishedAt,
  by,
}: Awaited<ReturnType<typeof listBrandVersions>>[number]): BrandVersion[] {
  const parsed = BrandContract.safeParse(data);
  if (!parsed.success || !publishedAt) return [];
  const { name, look } = parsed.data;
  return [{ version, name, accent: look.accent, publishedAt: publishedAt.toISOString(), by }];
}
