import {
  checkHost,
  deleteHost,
  findCompany,
  findHost,
  type HostCheck,
  insertHost,
  listHosts,
  listHostsOf,
  ownAddresses,
  saveHostHealth,
} from "@server/sites";
import {
  type Context,
  markFor,
  recordAudit,
  router,
  secondsMarkedFor,
  superAdminProcedure,
  transactWithin,
  inTransaction,
} from "@server/access";
import {
  AddHost,
  type Host,
  HostRef,
  ListHosts,
  type WatchedHost,
  WatchHosts,
} from "@server/companies/contracts/hosts";
import { dnsRecordsFor } from "@server/sites/rules/dns-record";
import { normaliseHost } from "@server/sites/rules/host";
import { lastPageOf, sliceOf } from "@server/platform/rules/paging";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { containsPattern } from "@server/platform/rules/like";
import { notifyCompany } from "@server/companies/second-admin/notify-company";

/**
 * A host that one company lost is not added to another one for this long: the mailed company can
 * stop it.
 */
const MOVE_SECONDS = 3600;

const lost = (host: string) => ({ what: "host-removed", of: host });
const lostBy = (host: string, companyId: string) => ({
  what: "host-removed-from",
  of: `${companyId}:${host}`,
});

interface Mapped {
  host: string;
  companyId: string;
}

/** Notes in the transaction that a company lost a host. */
async function noteRemoved(ctx: Context, { host, companyId }: Mapped): Promise<void> {
  await markFor(ctx, lost(host), MOVE_SECONDS, ctx.db);
  await markFor(ctx, lostBy(host, companyId), MOVE_SECONDS, ctx.db);
}

/**
 * Refuses with HOST_JUST_REMOVED a host that another company lost within MOVE_SECONDS; the company that
 * lost it gets it back at once. Call it after the insert, which waits for a removal that is not committed.
 */
async function assertMayMove(ctx: Context, { host, companyId }: Mapped): Promise<void> {
  const seconds = await secondsMarkedFor(ctx, lost(host), ctx.db);
  if (seconds === null) return;
  if ((await secondsMarkedFor(ctx, lostBy(host, companyId), ctx.db)) !== null) return;
  throw refuse("HOST_JUST_REMOVED", { seconds });
}

/** Mails a company's admins and contacts that a host was added or removed: its buyers pay there. */
async function notifyOfHost(
  ctx: Context,
  companyId: string,
  change: "ADDED" | "REMOVED",
  host: string,
): Promise<void> {
  const company = await findCompany(ctx.db, companyId);
  if (!company) return;
  const params = { change, host };
  await notifyCompany({ ...ctx, company }, { template: "hostChanged", params }, { contacts: true });
}

const list = superAdminProcedure.input(ListHosts).query(async ({ ctx, input }) => {
  const { records, total } = await listHosts(
    ctx.db,
    { companyId: input.companyId, pattern: containsPattern(input.search) },
    sliceOf(input),
  );
  return {
    total,
    lastPage: lastPageOf(total, input.limit),
    records: records.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
});

/** More than a company has; the list of all hosts is searchable. */
const HOSTS_SHOWN = 100;

const watch = superAdminProcedure
  .input(WatchHosts)
  .query(async ({ ctx, input }): Promise<WatchedHost[]> => {
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

const check = superAdminProcedure.input(HostRef).mutation(async ({ ctx, input }) => {
  const domain = orRefuse(await findHost(ctx.db, input.id), "DOMAIN_NOT_FOUND");
  await lookAt(ctx, domain);
  return { host: domain.host };
});

const checkOf = ({ deps: { hostProbe, config } }: Context): HostCheck | null =>
  hostProbe ? { probe: hostProbe, config } : null;

async function lookAt(ctx: Context, domain: { id: string; host: string }): Promise<void> {
  const how = checkOf(ctx);
  if (how) await saveHostHealth(ctx.db, domain.id, await checkHost(how, domain.host));
}

/** Live at once in every instance: hosts are read at each request (architecture.md §8). */
const add = superAdminProcedure.input(AddHost).mutation(async ({ ctx, input }): Promise<Host> => {
  const host = normaliseHost(input.host);
  if (!host) throw refuse("HOST_INVALID");
  const added = await transactWithin(ctx, async (inside, tx) => {
    const company = orRefuse(await findCompany(tx, input.companyId), "COMPANY_NOT_FOUND");
    const domain = orRefuse(await insertHost(tx, host, company.id), "HOST_TAKEN");
    await assertMayMove(inside, domain);
    await recordAudit(inside, {
      action: "domain.added",
      subjectType: "domain",
      subjectId: domain.id,
      companyId: company.id,
      after: { host },
    });
    await notifyOfHost(inside, company.id, "ADDED", host);
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

const remove = superAdminProcedure.input(HostRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const domain = orRefuse(await deleteHost(tx, input.id), "DOMAIN_NOT_FOUND");
    await noteRemoved(ctx, domain);
    await recordAudit(ctx, {
      action: "domain.deleted",
      subjectType: "domain",
      subjectId: domain.id,
      companyId: domain.companyId,
      before: { host: domain.host },
    });
    await notifyOfHost(ctx, domain.companyId, "REMOVED", domain.host);
    return null;
  }),
);

export const hostsRouter = router({ list, watch, add, check, remove });
