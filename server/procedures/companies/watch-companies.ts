import { companyFigures } from "@db/queries/company-figures";
import { listCompanies } from "@db/queries/companies";
import { type CompanyOverviewList, ListCompanies } from "@server/contracts/companies";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { containsPattern } from "@server/domain/search/like";
import { superAdminProcedure } from "@server/trpc";

/** Per company: members, payments that wait and since when, money in, supply left, hosts (issue 5). */
export const overview = superAdminProcedure
  .input(ListCompanies)
  .query(async ({ ctx, input }): Promise<CompanyOverviewList> => {
    const { records, total } = await listCompanies(ctx.db, containsPattern(input.search), {
      limit: input.limit,
      offset: offsetOf(input),
    });
    const figures = await companyFigures(
      ctx.db,
      records.map(({ id }) => id),
    );
    const of = new Map(figures.map((one) => [one.companyId, one]));
    return {
      total,
      lastPage: lastPageOf(total, input.limit),
      records: records.map((company) => {
        const own = of.get(company.id);
        return {
          id: company.id,
          companyName: company.name,
          tokenSymbol: company.tokenSymbol,
          status: company.status,
          members: own?.members ?? 0,
          pending: own?.pending ?? 0,
          oldestPendingAt: own?.oldestPendingAt?.toISOString() ?? null,
          collectedPaise: own?.collectedPaise ?? 0,
          remainingPrivateSupply: own?.remainingPrivateSupply ?? 0,
          hosts: own?.hosts ?? [],
        };
      }),
    };
  });
