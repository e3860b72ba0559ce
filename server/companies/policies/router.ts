import { findAgreedPolicy } from "@server/companies/queries/policies";
import {
  type AgreedPolicy,
  CurrentPolicy,
  type Policy,
  PolicyRef,
} from "@server/companies/contracts/policies";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { policyOf } from "./policy-text";
import { publicProcedure, router } from "@server/access";

/** The privacy policy or the terms of sale of this host's site. */
const current = publicProcedure
  .input(CurrentPolicy)
  .query(({ ctx, input }): Policy =>
    policyOf(input?.name ?? "privacyPolicy", ctx.company, ctx.language),
  );

/** A text that was agreed to at this company. All policies are public, including old ones. */
const agreed = publicProcedure
  .input(PolicyRef)
  .query(async ({ ctx, input }): Promise<AgreedPolicy> => {
    // On the platform's host without a company, the actor's company is used.
    const companyId = ctx.company?.id ?? ("companyId" in ctx.actor ? ctx.actor.companyId : null);
    const kept = companyId && (await findAgreedPolicy(ctx.db, companyId, input.version));
    if (!kept) throw refuse("POLICY_NOT_FOUND");
    const { version, language, text, createdAt } = kept;
    return { version, language, text, since: createdAt.toISOString() };
  });

export const policiesRouter = router({ current, agreed });
