import type { IdentityRules } from "@db/vocabulary";
import { adminProcedure, inTransaction } from "@server/access";
import { SetIdentity } from "@server/companies/contracts/identity-rules";
import { identityRulesOf } from "@server/companies/rules/identity";
import { reasonsIn } from "@server/companies/rules/reject-reasons";
import { differing, type Settled } from "./settings";
import { amountInPaise } from "@server/platform/rules/money/units";
import { lockCompany } from "@server/sites";
import { changeOwnCompany } from "@server/companies/settings/change-own-company";

function rulesIn(input: SetIdentity): IdentityRules {
  return {
    asks: input.asks,
    abovePaise: input.asks === "ABOVE" && input.above ? amountInPaise(input.above) : null,
    evidence: [
      ...(input.asksPanCard ? (["PAN"] as const) : []),
      ...(input.asksSecond ? (["SECOND"] as const) : []),
      ...(input.asksSelfie ? (["SELFIE"] as const) : []),
      ...(input.asksAddress ? (["ADDRESS"] as const) : []),
    ],
    renewMonths: input.renewMonths,
    mostUnverified: input.mostUnverified ?? null,
    mostVerified: input.mostVerified ?? null,
    reasons: input.reasons ? reasonsIn(input.reasons) : null,
  };
}

const lineOf = (rules: IdentityRules): Settled => ({
  identityAsks: rules.asks,
  identityAbovePaise: rules.abovePaise,
  asksPanCard: rules.evidence.includes("PAN"),
  asksSecond: rules.evidence.includes("SECOND"),
  asksSelfie: rules.evidence.includes("SELFIE"),
  asksAddress: rules.evidence.includes("ADDRESS"),
  renewMonths: rules.renewMonths,
  mostUnverified: rules.mostUnverified,
  mostVerified: rules.mostVerified,
  identityReasons: rules.reasons?.join("\n") ?? null,
});

/**
 * Sets what is asked of members to show who they are, and the most tokens of a person. Orders that are
 * placed go on.
 */
export const setIdentity = adminProcedure.input(SetIdentity).mutation(
  inTransaction(async (ctx, input, tx) => {
    const { settings } = await lockCompany(tx, ctx.company.id);
    const rules = rulesIn(input);
    const [before, after] = differing(lineOf(identityRulesOf(settings)), lineOf(rules));
    if (Object.keys(after).length > 0) {
      const changes = { settings: { ...settings, identity: rules } };
      await changeOwnCompany(ctx, changes, { before, after });
    }
    return rules;
  }),
);
