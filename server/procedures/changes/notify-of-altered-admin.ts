import { insertAlteredAdmin } from "@db/queries/altered-admins";
import type { MemberRow } from "@db/queries/members";
import { findPerson } from "@db/queries/recipients";
import type { AdminActor } from "@server/context/actor";
import type { AdminAlteration } from "@server/delivery/message-templates";
import { ADMIN_CHANGE_HOURS } from "@server/domain/changes/second-admin";
import type { CompanyContext } from "@server/procedures/trpc";
import { limitActs, limitLogOuts } from "./limit-changes";
import { notifyCompany } from "./notify-company";

/**
 * Tells a company that the account of one of its admins was altered: all admins, the company's contacts,
 * and the admin at the address of before, who could otherwise be silenced. For ADMIN_CHANGE_HOURS that
 * address hears of waiting changes too, and cool-offs last as long. Call it in the alteration's
 * transaction, after the write. Refuses with THROTTLED beyond MOST_AN_HOUR: an alteration that nobody is
 * told of does not take place.
 */
export async function notifyOfAlteredAdmin(
  ctx: CompanyContext<AdminActor>,
  before: Pick<MemberRow, "id" | "name" | "email">,
  changes: readonly AdminAlteration[],
): Promise<void> {
  const { db, company } = ctx;
  await insertAlteredAdmin(db, company.id, {
    personId: before.id,
    address: before.email,
    hours: ADMIN_CHANGE_HOURS,
  });
  await mailWithinLimits(ctx, before.name, changes);
}

/**
 * Tells a company that one of its admins made another one: all admins and the company's contacts. For
 * ADMIN_CHANGE_HOURS the new one confirms nothing; whoever was not told could only learn of the second
 * mailbox by chance. Call it in the same transaction, after the write. Refuses as notifyOfAlteredAdmin.
 */
export const notifyOfNewAdmin = (
  ctx: CompanyContext<AdminActor>,
  admin: Pick<MemberRow, "id" | "name">,
  how: "INVITED" | "PROMOTED",
): Promise<void> => mailWithinLimits(ctx, admin.name, [how], admin.id);

/**
 * Tells the same that an admin was logged out by a colleague. Refuses with THROTTLED beyond
 * MOST_LOG_OUTS_AN_HOUR of this admin, whoever did it: one who logs the others out in a loop keeps them
 * from stopping anything. Blocking logs out too, and has no such limit.
 */
export async function notifyOfLoggedOutAdmin(
  ctx: CompanyContext<AdminActor>,
  admin: Pick<MemberRow, "id" | "name">,
): Promise<void> {
  await limitLogOuts(ctx, admin.id);
  await mail(ctx, admin.name, ["SESSIONS"]);
}

/** What stops a rogue: a limit that they could use up must not. */
const TAKES: ReadonlySet<AdminAlteration> = new Set(["REMOVED", "DEMOTED", "BLOCKED"]);

async function mailWithinLimits(
  ctx: CompanyContext<AdminActor>,
  name: string,
  changes: readonly AdminAlteration[],
  except?: string,
): Promise<void> {
  await limitActs(
    ctx,
    changes.every((change) => TAKES.has(change)) ? "rights-taken" : "admins-changed",
  );
  await mail(ctx, name, changes, except);
}

async function mail(
  ctx: CompanyContext<AdminActor>,
  name: string,
  changes: readonly AdminAlteration[],
  except?: string,
): Promise<void> {
  const { db, company, actor } = ctx;
  const by = await findPerson(db, company.id, actor.id);
  const params = { changes, name, by: by?.name ?? "", days: ADMIN_CHANGE_HOURS / 24 };
  await notifyCompany(
    ctx,
    { template: "adminChanged", params },
    { contacts: true, ...(except !== undefined && { except }) },
  );
}
