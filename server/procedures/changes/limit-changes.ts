import { wasMadeLately } from "@db/queries/trusted-admins";
import type { Executor } from "@db/client";
import type { AdminActor } from "@server/context/actor";
import {
  ADMIN_CHANGE_HOURS,
  MOST_A_WEEK,
  MOST_AN_HOUR,
  MOST_LOG_OUTS_AN_HOUR,
} from "@server/domain/changes/second-admin";
import { refuse } from "@server/domain/refusals/refuse";
import { isMarkedFor, markFor, secondsToWait } from "@server/identity/throttle";
import type { CompanyContext } from "@server/procedures/trpc";

type AdminContext = CompanyContext<AdminActor>;

const HOUR_SECONDS = 3600;
const WEEK_SECONDS = ADMIN_CHANGE_HOURS * HOUR_SECONDS;

/** Limits one count in its window, an hour unless given. Refuses with THROTTLED. */
async function limit(
  ctx: AdminContext,
  counted: { what: string; of: string; limit: number; windowSeconds?: number },
  within?: Executor,
): Promise<void> {
  const seconds = await secondsToWait(ctx, { windowSeconds: HOUR_SECONDS, ...counted }, within);
  if (seconds !== null) throw refuse("THROTTLED", { seconds });
}

/**
 * Limits what an admin, and a company, asks for or takes back in an hour, each time with a mail to the
 * company. Refuses with THROTTLED; `within` the transaction of a change, which is undone with the count.
 */
export async function limitChanges(
  ctx: AdminContext,
  what: "changes-asked" | "changes-withdrawn" | "approvals-again",
  within?: Executor,
): Promise<void> {
  const { admin, company } = MOST_AN_HOUR;
  await limit(ctx, { what, of: ctx.actor.id, limit: admin }, within);
  await limit(ctx, { what: `${what}-company`, of: ctx.company.id, limit: company }, within);
}

const ofStopped = (subjectId: string) => ({ what: "approval-stopped", of: subjectId });

/** Notes that an approval came to nothing: asked for again within the hour, it counts. */
export const markStopped = (
  ctx: Pick<AdminContext, "deps" | "db">,
  subjectId: string,
): Promise<void> => markFor(ctx, ofStopped(subjectId), HOUR_SECONDS, ctx.db);

/**
 * Limits how often approvals are asked for again that came to nothing within the hour; first requests are
 * as many as there are orders. Refuses with THROTTLED, and is undone with the caller's transaction.
 */
export async function limitRepeated(ctx: AdminContext, subjectId: string): Promise<void> {
  if (!(await isMarkedFor(ctx, ofStopped(subjectId), ctx.db))) return;
  await limitChanges(ctx, "approvals-again", ctx.db);
}

/** Limits how often an admin is logged out by colleagues in an hour, in the transaction. */
export const limitLogOuts = (ctx: AdminContext, adminId: string): Promise<void> =>
  limit(ctx, { what: "logged-out", of: adminId, limit: MOST_LOG_OUTS_AN_HOUR }, ctx.db);

type Act =
  | "admins-changed"
  | "rights-taken"
  | "prices-changed"
  | "support-changed"
  | "retention-shortened";

/** What leaves an address that is told of everything for a week is limited by the week too. */
const BY_WEEK: Partial<Record<Act, number>> = {
  "admins-changed": MOST_A_WEEK.admins,
  "support-changed": MOST_A_WEEK.supportAddresses,
};

/**
 * Limits what an admin does that is mailed to the company, or adds to whom it mails, in its transaction:
 * gives rights to or alters admins, takes rights away, sets prices, gives another support address, keeps
 * data for a shorter time.
 * Refuses with THROTTLED. Nobody uses up what another has: only admins whom a colleague made within
 * ADMIN_CHANGE_HOURS share one limit besides, as they may all be one person. Taking rights away is not
 * shared, as it stops a rogue; it repeats no more often than rights are given.
 */
export async function limitActs(ctx: AdminContext, what: Act): Promise<void> {
  const { db, company, actor } = ctx;
  const count = async (name: string, of: string) => {
    await limit(ctx, { what: name, of, limit: MOST_AN_HOUR.admin }, db);
    const most = BY_WEEK[what];
    if (most === undefined) return;
    const inWeek = { limit: most, windowSeconds: WEEK_SECONDS };
    await limit(ctx, { what: `${name}-week`, of, ...inWeek }, db);
  };
  await count(what, actor.id);
  if (what === "rights-taken") return;
  if (!(await wasMadeLately(db, company.id, actor.id, ADMIN_CHANGE_HOURS))) return;
  await count(`${what}-new-admins`, company.id);
}
