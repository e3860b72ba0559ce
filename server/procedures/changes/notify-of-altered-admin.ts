import type { MemberRow } from "@db/queries/members";
import { findPerson } from "@db/queries/recipients";
import type { AdminActor } from "@server/context/actor";
import type { AdminAlteration } from "@server/delivery/message-templates";
import { ADMIN_CHANGE_DAYS } from "@server/domain/changes/second-admin";
import type { CompanyContext } from "@server/procedures/trpc";
import { notifyCompany } from "./notify-company";

/**
 * Tells a company that an admin altered the account of another one: all admins, the company's contacts,
 * and the altered admin at the address of before, who could otherwise be silenced. Call it in the
 * alteration's transaction, after the write.
 */
export const notifyOfAlteredAdmin = (
  ctx: CompanyContext<AdminActor>,
  before: Pick<MemberRow, "name" | "email" | "language">,
  changes: readonly AdminAlteration[],
): Promise<void> => mail(ctx, before.name, changes, { former: before });

/** Tells a company that one of its admins made another one: all admins and the company's contacts. */
export const notifyOfNewAdmin = (
  ctx: CompanyContext<AdminActor>,
  admin: Pick<MemberRow, "id" | "name">,
  how: "INVITED" | "PROMOTED",
): Promise<void> => mail(ctx, admin.name, [how], { except: admin.id });

async function mail(
  ctx: CompanyContext<AdminActor>,
  name: string,
  changes: readonly AdminAlteration[],
  to: { former?: Pick<MemberRow, "email" | "language">; except?: string },
): Promise<void> {
  const by = await findPerson(ctx.db, ctx.company.id, ctx.actor.id);
  const params = { changes, name, by: by?.name ?? "", days: ADMIN_CHANGE_DAYS };
  await notifyCompany(ctx, { template: "adminChanged", params }, { contacts: true, ...to });
}
