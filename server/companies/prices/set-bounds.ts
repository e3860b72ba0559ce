import { findWholeCompany, lockCompany, updateCompany } from "@server/sites";
import type { TermBounds } from "@db/vocabulary";
import { recordAudit, superAdminProcedure, inTransaction } from "@server/access";
import { CompanyRef } from "@server/companies/contracts/companies";
import { type BoundsView, SetBounds } from "@server/companies/contracts/prices";
import { boundsOf } from "@server/companies/rules/term-bounds";
import { bpsFromPercent } from "@server/platform/rules/money/units";

/** Returns which terms a company's owners may change, and within which bounds. */
export const bounds = superAdminProcedure
  .input(CompanyRef)
  .query(async ({ ctx, input }): Promise<BoundsView> => {
    const company = await findWholeCompany(ctx.db, input.id);
    return boundsOf(company.settings);
  });

/**
 * Sets which terms a company's owners may change, and within which bounds. A term that waits for its
 * second admin is checked against them again. Returns null.
 */
export const setBounds = superAdminProcedure.input(SetBounds).mutation(
  inTransaction(async (ctx, input, tx) => {
    const company = await lockCompany(tx, input.id);
    const share = (mayChange: boolean, least: string, most: string) =>
      mayChange ? { least: bpsFromPercent(least) ?? 0, most: bpsFromPercent(most) ?? 0 } : null;
    const next: TermBounds = {
      fee: share(input.feeMayChange, input.feeLeast, input.feeMost),
      reward: share(input.rewardMayChange, input.rewardLeast, input.rewardMost),
      launch: input.launchMayChange ? { latest: input.launchLatest ?? null } : null,
    };
    await updateCompany(tx, company.id, { settings: { ...company.settings, bounds: next } });
    await recordAudit(ctx, {
      action: "company.bounds-set",
      subjectType: "company",
      subjectId: company.id,
      companyId: company.id,
      before: lineOf(boundsOf(company.settings)),
      after: lineOf(next),
    });
    return null;
  }),
);

/** Returns the bounds as the activity shows them: null for a term that is closed. */
const lineOf = ({ fee, reward, launch }: TermBounds) => ({
  feeMostBps: fee?.most ?? null,
  feeLeastBps: fee?.least ?? null,
  rewardMostBps: reward?.most ?? null,
  rewardLeastBps: reward?.least ?? null,
  launchLatest: launch?.latest ?? null,
  launchMayChange: launch !== null,
});
