import { findAgreedPolicy } from "@db/queries/policies";
import {
  type AgreedPrivacyPolicy,
  PolicyRef,
  type PrivacyPolicy,
} from "@server/contracts/policies";
import { refuse } from "@server/domain/refusals/refuse";
import { privacyPolicy } from "@server/policies/privacy-policy";
import { publicProcedure, router } from "@server/trpc";

/** The privacy policy of the site at this host. */
const current = publicProcedure.query(({ ctx }): PrivacyPolicy =>
  privacyPolicy(ctx.company, ctx.language),
);

/** A text that was agreed to at this company. Policies are for everybody to read, old ones too. */
const agreed = publicProcedure
  .input(PolicyRef)
  .query(async ({ ctx, input }): Promise<AgreedPrivacyPolicy> => {
    // Whoever works on the platform's host for a company without one reads that company's.
    const companyId = ctx.company?.id ?? ("companyId" in ctx.actor ? ctx.actor.companyId : null);
    const kept = companyId && (await findAgreedPolicy(ctx.db, companyId, input.version));
    if (!kept) throw refuse("POLICY_NOT_FOUND");
    const { version, language, text, createdAt } = kept;
    return { version, language, text, since: createdAt.toISOString() };
  });

export const policiesRouter = router({ current, agreed });
