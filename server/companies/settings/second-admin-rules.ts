import { type Company, lockCompany } from "@server/sites";
import type { StoredChange } from "@db/schema";
import { adminProcedure, type AdminContext } from "@server/access";
import { SetSecondAdmin } from "@server/companies/contracts/changes";
import {
  isWeaker,
  type SecondAdminRules,
  secondAdminRules,
} from "@server/access/rules/second-admin";
import { amountInPaise } from "@server/platform/rules/money/units";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  onceOrAsked,
  storeChange,
  type StoredForSecondAdmin,
} from "@server/companies/second-admin/store-change";
import { changeOwnCompany } from "@server/companies/settings/change-own-company";

/**
 * Sets above which sum an approval needs a second admin. A higher sum, or none, needs a second admin
 * itself: who stole a session would otherwise begin with it.
 */
async function setRules(
  ctx: AdminContext,
  input: SetSecondAdmin,
): Promise<null | StoredForSecondAdmin> {
  const company = await lockCompany(ctx.db, ctx.company.id);
  const before = secondAdminRules(company.settings);
  const after: SecondAdminRules = {
    abovePaise: input.secondAdminAbove === null ? null : amountInPaise(input.secondAdminAbove),
  };
  if (isWeaker(before, after)) {
    return storeChange(ctx, {
      kind: "RULES",
      subjectId: company.id,
      change: { before: lineOf(before), after: lineOf(after) },
    });
  }
  await save(ctx, company, after);
  return null;
}

export const setSecondAdmin = adminProcedure.input(SetSecondAdmin).mutation(onceOrAsked(setRules));

const lineOf = ({ abovePaise }: SecondAdminRules) => ({ secondAdminAbovePaise: abovePaise });

/** Applies stored rules. Refuses with CHANGE_OVERTAKEN if others were set meanwhile. */
export async function applyRules(
  ctx: AdminContext,
  { before, after }: StoredChange,
): Promise<void> {
  const company = await lockCompany(ctx.db, ctx.company.id);
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
  await changeOwnCompany(ctx, { settings }, { before, after: lineOf(after) });
}
