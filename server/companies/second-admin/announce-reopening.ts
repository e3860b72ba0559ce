import { type Company, findCompany } from "@server/sites";
import { listCoolOffs, restartCoolOffs } from "@server/companies/queries/pending-changes";
import type { Context } from "@server/access";
import { COOL_OFF_HOURS, MOST_WAITING } from "@server/access/rules/second-admin";
import { notifyOfApprovals, notifyOfChange } from "./notify-of-change";

/**
 * Begins a company's cool-offs anew when it opens after a suspension, and mails their new ends to its
 * admins and contacts: while it was suspended nobody could log in and stop them. All approvals are one
 * mail, since the company's row is locked. Call it in the transaction of the new status, after the write.
 */
export async function announceReopening(
  ctx: Context,
  before: Pick<Company, "status">,
  { id, status }: Pick<Company, "id" | "status">,
): Promise<void> {
  if (before.status !== "SUSPENDED" || status === "SUSPENDED") return;
  const company = await findCompany(ctx.db, id);
  if (!company) return;
  const inside = { ...ctx, company };
  await restartCoolOffs(ctx.db, id, COOL_OFF_HOURS);
  const { changes, approvals } = await listCoolOffs(ctx.db, id, MOST_WAITING);
  for (const change of changes) await notifyOfChange(inside, change, "REQUESTED");
  if (approvals.from) await notifyOfApprovals(inside, approvals.total, approvals.from);
}
