import { type Company, findCompany } from "@db/queries/companies";
import { lengthenCoolOffs, listCoolOffs } from "@db/queries/pending-changes";
import { markOpened, markSuspended } from "@db/queries/suspensions";
import type { Context } from "@server/context/context";
import { ADMIN_CHANGE_HOURS, MOST_WAITING } from "@server/domain/changes/second-admin";
import { notifyOfApprovals, notifyOfChange } from "./notify-of-change";
import { coolOffHours } from "./store-change";

/**
 * Notes that a company is suspended or open from now on. When it opens, its cool-offs start anew, and
 * their new ends are mailed to its admins and contacts: while it was suspended nobody could log in and
 * stop them. All approvals are one mail, since the company's row is locked. Does nothing for another
 * status. Call it in the transaction of the new status, after the write.
 */
export async function noteSuspension(
  ctx: Context,
  before: Pick<Company, "status">,
  { id, status }: Pick<Company, "id" | "status">,
): Promise<void> {
  if ((before.status === "SUSPENDED") === (status === "SUSPENDED")) return;
  if (status === "SUSPENDED") return markSuspended(ctx.db, id, ADMIN_CHANGE_HOURS);
  await markOpened(ctx.db, id);
  const company = await findCompany(ctx.db, id);
  if (!company) return;
  const inside = { ...ctx, company };
  await lengthenCoolOffs(ctx.db, id, await coolOffHours(inside));
  const { changes, approvals } = await listCoolOffs(ctx.db, id, MOST_WAITING);
  for (const change of changes) await notifyOfChange(inside, change, "REQUESTED");
  if (approvals.from) await notifyOfApprovals(inside, approvals.total, approvals.from);
}
