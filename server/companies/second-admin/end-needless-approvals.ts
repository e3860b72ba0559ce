import { endApprovalsWithin } from "@server/companies/queries/pending-changes";
import { type AdminActor, type CompanyContext, recordAudit } from "@server/access";
import { PRICE_DAYS, secondAdminRules } from "@server/access/rules/second-admin";
import { MICRO_RUPEES_PER_PAISA } from "@server/platform/rules/money/units";
import { changeEntry } from "./store-change";

/** More wait on: their second admin's confirmation still works. */
const MOST = 2000;

/**
 * Ends the waiting approvals that are not above a sum just raised (`isAboveSum`): one admin decides on
 * them as on others. `ctx.company` has the new rules, and its row is locked, so it takes two statements,
 * however many approvals wait. Whoever may know hears of the rules by mail.
 */
export async function endNeedlessApprovals(ctx: CompanyContext<AdminActor>): Promise<void> {
  const ended = await endApprovalsWithin(ctx.db, ctx.company.id, {
    paise: secondAdminRules(ctx.company.settings).abovePaise,
    days: PRICE_DAYS,
    microRupeesPerPaisa: MICRO_RUPEES_PER_PAISA,
    limit: MOST,
  });
  await recordAudit(ctx, ...ended.map((change) => changeEntry("change.overtaken", change)));
}
