import { initTRPC } from "@trpc/server";
import { withSpan, markFailed } from "@server/platform";
import { findCompany, type CompanySite, isPlatform } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";
import {
  type AdminActor,
  keyOf,
  type MemberActor,
  type SignedInActor,
  type SuperAdminActor,
} from "./actor";
import { atCompany, type Context } from "./context";
import { companyIdIn, namedCompany } from "./named-company";
import { refusalFrom, toTrpcError } from "./refusal-from";
import { mayCall } from "@server/access/rules/admin-roles";
import { mayKeyCall } from "@server/access/rules/key-scopes";
import { refuseWithoutFactor, refuseWithoutTwoFactor } from "./access";
import { isSecurityCall, logCall } from "@server/access/throttles/security-events";
import { requireStepUpFor } from "./step-up";

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const refusal = refusalFrom(error);
    return {
      message: refusal ? refusal.code : "INTERNAL",
      code: shape.code,
      // The stack is logged, never sent.
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        refusal: refusal ? { code: refusal.code, params: refusal.params } : null,
      },
    };
  },
});

export const { router, mergeRouters } = t;
export const createCallerFactory = t.createCallerFactory;

/**
 * Converts refusals and invalid input to tRPC errors of their kind; other errors pass unchanged.
 * Logs both where they concern an account's security.
 */
const refusalsByKind = t.middleware(async ({ ctx, path, getRawInput, next }) => {
  const result = await withSpan("procedure", path, async (span) => {
    const ran = await next();
    if (!ran.ok && !refusalFrom(ran.error)) markFailed(span, ran.error);
    return ran;
  });
  const refusal = result.ok ? null : refusalFrom(result.error);
  if (refusal || (result.ok && isSecurityCall(path))) {
    logCall(ctx, path, await getRawInput().catch(() => null), refusal);
  }
  if (result.ok) return result;
  if (refusal) throw toTrpcError(refusal);
  return result;
});

const withinScopes = t.middleware(({ ctx, path, next }) => {
  const key = keyOf(ctx.actor);
  if (key && !mayKeyCall(key.scopes, path)) throw refuse("KEY_SCOPE");
  return next();
});

/** Anyone may call it; an API key only within its scopes. */
export const publicProcedure = t.procedure.use(refusalsByKind).use(withinScopes);

/**
 * Anyone may call it, at a company: the host's or, on the platform's own host only, the one that
 * `companyId` in the input names (architecture.md §9).
 */
export const companyProcedure = atCompanyWhere(isActive);

/** Is a `companyProcedure` that pages of a suspended company may call too: the login to one's receipts. */
export const lastingCompanyProcedure = atCompanyWhere(isActiveOrPage);

function atCompanyWhere(isOpen: typeof isActive) {
  return publicProcedure.use(async ({ ctx, getRawInput, next }) => {
    const company = await namedCompany(ctx, companyIdIn(await getRawInput()));
    if (!isOpen(company, ctx)) throw refuse("COMPANY_SUSPENDED");
    return next({ ctx: atCompany(ctx, company) });
  });
}

/** Members call it, in their own company. */
export const memberProcedure = asMemberWhere(isActive);

/** Is a `memberProcedure` that pages of a suspended company may call too: receipts stay readable. */
export const lastingMemberProcedure = asMemberWhere(isActiveOrPage);

function asMemberWhere(isOpen: typeof isActive) {
  return publicProcedure.use(async ({ ctx, path, next }) => {
    const actor = signedIn(ctx);
    if (actor.role !== "USER") throw refuse("WRONG_ROLE");
    const company = await companyOfActor(ctx, actor, isOpen);
    requireStepUpFor(path, actor);
    return next({ ctx: { ...ctx, actor, company } });
  });
}

/**
 * Admins call it, in their own company, if their role suffices for the call, with an authenticator
 * app if the company requires one.
 */
export const adminProcedure = publicProcedure.use(async ({ ctx, path, next }) => {
  const actor = signedIn(ctx);
  if (actor.role !== "ADMIN") throw refuse("WRONG_ROLE");
  const company = await companyOfActor(ctx, actor);
  // A key has no second factor: its scopes limit it instead.
  if (company.requiresSecondStep && !actor.key)
    await refuseWithoutTwoFactor(ctx.db, actor, ctx.deps.config);
  if (!mayCall(actor.adminRole, path)) throw refuse("ADMIN_ROLE_TOO_LOW");
  requireStepUpFor(path, actor);
  return next({ ctx: { ...ctx, actor, company } });
});

/** Admins and super admins call it, about their own account only. */
export const staffProcedure = publicProcedure.use(async ({ ctx, path, next }) => {
  const actor = signedIn(ctx);
  if (actor.role === "USER") throw refuse("WRONG_ROLE");
  const company = actor.role === "ADMIN" ? await companyOfActor(ctx, actor) : null;
  requireStepUpFor(path, actor);
  return next({ ctx: { ...ctx, actor, company } });
});

/** Super admins call it, with a second factor. */
export const superAdminProcedure = publicProcedure.use(({ ctx, path, next }) => {
  const actor = signedIn(ctx);
  if (actor.role !== "SUPER_ADMIN") throw refuse("WRONG_ROLE");
  refuseWithoutFactor(actor, ctx.deps.config);
  requireStepUpFor(path, actor);
  return next({ ctx: { ...ctx, actor: actor satisfies SuperAdminActor } });
});

/** Anyone signed in may call it, in any role. */
export const signedInProcedure = publicProcedure.use(({ ctx, path, next }) => {
  const actor = signedIn(ctx);
  requireStepUpFor(path, actor);
  return next({ ctx: { ...ctx, actor } });
});

/** A context whose person and company are known. */
export type CompanyContext<A extends SignedInActor = MemberActor | AdminActor> = Context & {
  actor: A;
  company: CompanySite;
};
export type AdminContext = CompanyContext<AdminActor>;
export type MemberContext = CompanyContext<MemberActor>;

function signedIn(ctx: Context): SignedInActor {
  if (ctx.actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  return ctx.actor;
}

/** A token is not accepted on another company's host (architecture.md §7). */
async function companyOfActor(
  ctx: Context,
  actor: MemberActor | AdminActor,
  isOpen: typeof isActive = isActive,
): Promise<CompanySite> {
  const isHere = ctx.company?.id === actor.companyId;
  if (!isHere && !isPlatform(ctx.site)) throw refuse("NOT_SIGNED_IN");
  const company = isHere ? ctx.company : await findCompany(ctx.db, actor.companyId);
  if (!company) throw refuse("NOT_SIGNED_IN");
  if (!isOpen(company, ctx)) throw refuse("COMPANY_SUSPENDED");
  return company;
}

function isActive({ status }: CompanySite, _ctx: Context): boolean {
  return status !== "SUSPENDED";
}

function isActiveOrPage(company: CompanySite, ctx: Context): boolean {
  return ctx.transport === "page" || isActive(company, ctx);
}
