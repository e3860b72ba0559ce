import { endChangesOf } from "@server/companies/queries/pending-changes";
import { type AdminRole, CHANGE_KINDS } from "@db/vocabulary";
import { type AdminActor, type CompanyContext, recordAudit } from "@server/access";
import { confirmersOf, isApproval } from "@server/access/rules/second-admin";
import { notifyOfChange } from "./notify-of-change";
import { changeEntry } from "./store-change";

/**
 * Ends the waiting changes that an admin may not make any more; `keeps`: their role from now on. Accounts
 * and rules are mailed one by one; approvals are as many as there are orders and are not, or nobody could
 * take the rights of an admin who asked for thousands: everybody is mailed about the admin.
 */
export async function endChangesBeyond(
  ctx: CompanyContext<AdminActor>,
  adminId: string,
  keeps: AdminRole | null,
): Promise<void> {
  const kinds = CHANGE_KINDS.filter(
    (kind) => keeps === null || !confirmersOf(kind).includes(keeps),
  );
  const ended = await endChangesOf(ctx.db, ctx.company.id, adminId, kinds);
  await recordAudit(ctx, ...ended.map((change) => changeEntry("change.ended", change)));
  for (const change of ended) {
    if (!isApproval(change.kind)) await notifyOfChange(ctx, change, "ENDED");
  }
}
