import { type AdminContext, recordAudit } from "@server/access";
import { type Company, type CompanyChange, updateCompany } from "@server/sites";

/** The settings of a change, as the activity names them. */
interface Said {
  before?: unknown;
  after: unknown;
}

/** Changes the admin's company, with an entry of what it settled. */
export async function changeOwnCompany(
  ctx: AdminContext,
  changes: CompanyChange,
  said: Said,
): Promise<Company> {
  const { id } = ctx.company;
  const company = await updateCompany(ctx.db, id, changes);
  const action = "company.settings-changed";
  await recordAudit(ctx, { action, subjectType: "company", subjectId: id, ...said });
  return company;
}
