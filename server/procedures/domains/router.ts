import { findCompany } from "@db/queries/companies";
import { deleteDomain, insertDomain, listDomains } from "@db/queries/domains";
import { withinTransaction } from "@server/context/context";
import {
  AddDomain,
  DomainRef,
  ListDomains,
  type Domain,
  type DomainList,
} from "@server/contracts/companies";
import { normaliseHost } from "@server/domain/hosts/host";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { refuse } from "@server/domain/refusals/refuse";
import { containsPattern } from "@server/domain/search/like";
import { recordAudit, router, superAdminProcedure } from "@server/trpc";

const list = superAdminProcedure
  .input(ListDomains)
  .query(async ({ ctx, input }): Promise<DomainList> => {
    const { records, total } = await listDomains(
      ctx.db,
      { companyId: input.companyId, pattern: containsPattern(input.search) },
      { limit: input.limit, offset: offsetOf(input) },
    );
    return {
      total,
      lastPage: lastPageOf(total, input.limit),
      records: records.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    };
  });

/** Live at once, in every instance: hosts are read at each request (design §8). */
const add = superAdminProcedure.input(AddDomain).mutation(({ ctx, input }): Promise<Domain> => {
  const host = normaliseHost(input.host);
  if (!host) throw refuse("HOST_INVALID");
  return ctx.transact(async (tx) => {
    const company = await findCompany(tx, input.companyId);
    if (!company) throw refuse("COMPANY_NOT_FOUND");
    const domain = await insertDomain(tx, host, company.id);
    if (!domain) throw refuse("HOST_TAKEN");
    await recordAudit(withinTransaction(ctx, tx), {
      action: "domain.added",
      subjectType: "domain",
      subjectId: domain.id,
      companyId: company.id,
      after: { host },
    });
    return {
      id: domain.id,
      host,
      companyId: company.id,
      companyName: company.name,
      createdAt: domain.createdAt.toISOString(),
    };
  });
});

const remove = superAdminProcedure.input(DomainRef).mutation(({ ctx, input }) =>
  ctx.transact(async (tx) => {
    const domain = await deleteDomain(tx, input.id);
    if (!domain) throw refuse("DOMAIN_NOT_FOUND");
    await recordAudit(withinTransaction(ctx, tx), {
      action: "domain.deleted",
      subjectType: "domain",
      subjectId: domain.id,
      companyId: domain.companyId,
      before: { host: domain.host },
    });
    return null;
  }),
);

export const domainsRouter = router({ list, add, remove });
