import { type Company, lockCompany, updateCompany } from "@server/sites";
import type { StoredChange } from "@db/schema";
import { oncePerKey, adminProcedure, recordAudit, type AdminContext } from "@server/access";
import { SetSecondAdmin } from "@server/companies/contracts/changes";
import {
  isWeaker,
  type SecondAdminRules,
  secondAdminRules,
} from "@server/access/rules/second-admin";
import { amountInPaise } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  answerRepeatedWithNull,
  storeChange,
  type StoredForSecondAdmin,
} from "@server/companies/second-admin/store-change";

/**
 * Sets above which sum an approval needs a second admin. A higher sum, or none, needs a second admin
 * itself: who stole a session would otherwise begin with it.
 */
async function setRules(
  ctx: AdminContext,
  input: SetSecondAdmin,
): Promise<null | StoredForSecondAdmin> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  if (!company) throw refuse("COMPANY_NOT_FOUND");
  const before = secondAdminRules(company.settings);
  const after: SecondAdminRules = {
    abovePaise: input.secondAdminAbove === null ? null : amountInPaise(input.secondAdminAbove),
  };
  if (isWeaker(before, after)) {
    return storeChange(ctx, {
      kind: "RULES",
      subjectId: company.id,
      subjectVersion: null,
      change: { before: lineOf(before), after: lineOf(after) },
    });
  }
  await save(ctx, company, after);
  return null;
}

export const setSecondAdmin = adminProcedure
  .input(SetSecondAdmin)
  .mutation(oncePerKey(setRules, { replay: answerRepeatedWithNull }));

const lineOf = ({ abovePaise }: SecondAdminRules) => ({ secondAdminAbovePaise: abovePaise });

/** Applies stored rules. Refuses with CHANGE_OVERTAKEN if others were set meanwhile. */
export async function applyRules(
  ctx: AdminContext,
  { before, after }: StoredChange,
): Promise<void> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  if (!company) throw refuse("COMPANY_NOT_FOUND");
  const { abovePaise } = secondAdminRules(company.settings);
  if (abovePaise !== rulesIn(before).abovePaise) throw refuse("CHANGE_OVERTAKEN");
  await save(ctx, company, rulesIn(after));
}

function rulesIn(side: StoredChange["after"]): SecondAdminRules {
  const sum = side?.["secondAdminAbovePaise"];
  return { abovePaise: typeof sum === "number" ? sum : null };
}

async function save(ctx: AdminContext, company: Company, after: SecondAdminRules): Promise<void> {
  const before = lineOf(secondAdminRules(company.settings));
  const { secondAdminAbovePaise: _sum, ...others } = company.settings;
  const settings = {
    ...others,
    ...(after.abovePaise !== null && { secondAdminAbovePaise: after.abovePaise }),
  };
  await updateCompany(ctx.db, company.id, { settings });
  await recordAudit(ctx, {
    action: "company.settings-changed",
    subjectType: "company",
    subjectId: company.id,
    before,
    after: lineOf(after),
  });
}
