import type { MemberRow, AdminActor, CompanyContext } from "@server/access";
import { findPerson, type AdminAlteration } from "@server/messages";
import { ADMIN_CHANGE_DAYS } from "@server/access/rules/second-admin";
import { notifyCompany } from "@server/companies";

/**
 * Tells a company that an admin altered the account of another one: all admins, the company's contacts,
 * and the altered admin at the earlier address, which a takeover may have replaced. Call it in the
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
