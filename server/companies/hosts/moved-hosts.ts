import { findCompany } from "@server/sites";
import { type Context, markFor, secondsMarkedFor } from "@server/access";
import { refuse } from "@server/platform/rules/refusals/refuse";
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
export async function noteRemoved(ctx: Context, { host, companyId }: Mapped): Promise<void> {
  await markFor(ctx, lost(host), MOVE_SECONDS, ctx.db);
  await markFor(ctx, lostBy(host, companyId), MOVE_SECONDS, ctx.db);
}

/**
 * Refuses with HOST_JUST_REMOVED a host that another company lost within MOVE_SECONDS; the company that
 * lost it gets it back at once. Call it after the insert, which waits for a removal that is not committed.
 */
export async function assertMayMove(ctx: Context, { host, companyId }: Mapped): Promise<void> {
  const seconds = await secondsMarkedFor(ctx, lost(host), ctx.db);
  if (seconds === null) return;
  if ((await secondsMarkedFor(ctx, lostBy(host, companyId), ctx.db)) !== null) return;
  throw refuse("HOST_JUST_REMOVED", { seconds });
}

/** Mails a company's admins and contacts that a host was added or removed: its buyers pay there. */
export async function notifyOfHost(
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
