import { endChangesOf } from "@db/queries/pending-changes";
import { type AdminRole, CHANGE_KINDS } from "@db/vocabulary";
import type { AdminActor } from "@server/context/actor";
import { confirmersOf } from "@server/domain/changes/second-admin";
import type { CompanyContext } from "@server/procedures/trpc";
import { notifyOfChange } from "./notify-of-change";
import { noteChange } from "./store-change";

/** Ends the waiting changes that an admin may not make any more; `keeps`: their role from now on. */
export async function endChangesBeyond(
  ctx: CompanyContext<AdminActor>,
  adminId: string,
  keeps: AdminRole | null,
): Promise<void> {
  const kinds = CHANGE_KINDS.filter(
    (kind) => keeps === null || !confirmersOf(kind).includes(keeps),
  );
  for (const change of await endChangesOf(ctx.db, ctx.company.id, adminId, kinds)) {
    await noteChange(ctx, "change.ended", change);
    await notifyOfChange(ctx, change, "ENDED");
  }
}
