import { insertAlteredAdmin } from "@db/queries/altered-admins";
import type { MemberRow } from "@db/queries/members";
import { findPerson } from "@db/queries/recipients";
import type { AdminActor } from "@server/context/actor";
import type { AdminAlteration } from "@server/delivery/message-templates";
import { ALTERED_HOURS } from "@server/domain/changes/second-admin";
import type { CompanyContext } from "@server/procedures/trpc";
import { notifyCompany } from "./notify-company";

/**
 * Tells a company that the account of one of its admins was altered: all admins, the company's contacts,
 * and the admin at the address of before, who could otherwise be silenced. For ALTERED_HOURS that
 * address hears of waiting changes too, and cool-offs last as long. Call it in the alteration's
 * transaction, after the write.
 */
export async function tellOfAlteredAdmin(
  ctx: CompanyContext<AdminActor>,
  before: Pick<MemberRow, "id" | "name" | "email">,
  changes: readonly AdminAlteration[],
): Promise<void> {
  const { db, company, actor } = ctx;
  await insertAlteredAdmin(db, company.id, {
    personId: before.id,
    address: before.email,
    hours: ALTERED_HOURS,
  });
  const by = await findPerson(db, company.id, actor.id);
  const params = { changes, name: before.name, by: by?.name ?? "", days: ALTERED_HOURS / 24 };
  await notifyCompany(ctx, { template: "adminChanged", params }, { contacts: true });
}
