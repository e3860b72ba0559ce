import { findCompany } from "@db/queries/companies";
import {
  deleteDomain,
  findDomain,
  insertDomain,
  listDomains,
  listHostsOf,
  saveHostHealth,
} from "@db/queries/domains";
import { type Context, withinTransaction } from "@server/context/context";
import {
  AddDomain,
  DomainRef,
  ListDomains,
  WatchDomains,
  type Domain,
  type DomainList,
  type WatchedDomain,
} from "@server/contracts/companies";
import { dnsRecordsFor } from "@server/domain/hosts/dns-record";
import { normaliseHost } from "@server/domain/hosts/host";
import { lastPageOf, offsetOf } from "@server/domain/paging/paging";
import { refuse } from "@server/domain/refusals/refuse";
import { containsPattern } from "@server/domain/search/like";
import { type HostCheck, checkHost, ownAddresses } from "@server/hosts/check-host";
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

/** More than a company has; the list of all hosts is searched elsewhere. */
const HOSTS_SHOWN = 100;

const watch = superAdminProcedure
  .input(WatchDomains)
  .query(async ({ ctx, input }): Promise<WatchedDomain[]> => {
    const check = checkOf(ctx);
    const own = (check && (await ownAddresses(check))) ?? [];
    const target = ctx.deps.config.publicAddress[0] ?? "";
    const rows = await listHostsOf(ctx.db, input.companyId, HOSTS_SHOWN);
    return rows.map(({ id, host, health, checkedAt }) => ({
      id,
      host,
      health,
      checkedAt: checkedAt?.toISOString() ?? null,
      records: dnsRecordsFor(host, target, own),
    }));
  });

/** Looks at a host now. */
const check = superAdminProcedure.input(DomainRef).mutation(async ({ ctx, input }) => {
  const domain = await findDomain(ctx.db, input.id);
  if (!domain) throw refuse("DOMAIN_NOT_FOUND");
  await lookAt(ctx, domain);
  return { host: domain.host };
});

const checkOf = ({ deps: { hostProbe, config } }: Context): HostCheck | null =>
  hostProbe ? { probe: hostProbe, config } : null;

async function lookAt(ctx: Context, domain: { id: string; host: string }): Promise<void> {
  const how = checkOf(ctx);
  if (how) await saveHostHealth(ctx.db, domain.id, await checkHost(how, domain.host));
}

/** Live at once, in every instance: hosts are read at each request (design §8). */
const add = superAdminProcedure
  .input(AddDomain)
  .mutation(async ({ ctx, input }): Promise<Domain> => {
    const host = normaliseHost(input.host);
    if (!host) throw refuse("HOST_INVALID");
    const added = await ctx.transact(async (tx) => {
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
    await lookAt(ctx, added);
    return added;
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

export const domainsRouter = router({ list, watch, add, check, remove });
