import { listApprovals, markOvertaken } from "@db/queries/pending-changes";
import type { AdminActor } from "@server/context/actor";
import type { CompanyContext } from "@server/procedures/trpc";
import { isAboveSum, noteChange } from "./store-change";

/** More wait on: their second admin's confirmation still works. */
const MOST = 500;

/**
 * Ends the waiting approvals that are below a sum just raised: one admin decides on them as on others.
 * `ctx.company` has the new rules. Whoever may know hears of the rules by mail.
 */
export async function endNeedlessApprovals(ctx: CompanyContext<AdminActor>): Promise<void> {
  for (const { change, order } of await listApprovals(ctx.db, ctx.company.id, MOST)) {
    if (await isAboveSum(ctx, order)) continue;
    if (await markOvertaken(ctx.db, change)) await noteChange(ctx, "change.overtaken", change);
  }
}
