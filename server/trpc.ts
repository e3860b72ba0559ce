import { initTRPC } from "@trpc/server";
import { insertAudit } from "@db/queries/audit";
import { findCompany } from "@db/queries/companies";
import { refuse } from "@server/domain/refusals/refuse";
import type { AdminActor, MemberActor, SignedInActor, SuperAdminActor } from "./context/actor";
import type { Context } from "./context/context";
import { companyIdIn, namedCompany } from "./context/named-company";
import { refusalFrom, toTrpcError } from "./context/refusal-from";
import { refuseWithoutSecondStep } from "./context/second-step-needed";
import { type CompanySite, isPlatform } from "./context/site";

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const refusal = refusalFrom(error);
    return {
      message: refusal ? refusal.code : "INTERNAL",
      code: shape.code,
      // Never the stack: what went wrong inside is for the log.
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        refusal: refusal ? { code: refusal.code, params: refusal.params } : null,
      },
    };
  },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Refusals and unreadable input leave as tRPC errors of their kind; anything else travels on untouched. */
const refusalsByKind = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = refusalFrom(result.error);
  if (refusal) throw toTrpcError(refusal);
  return result;
});

/** Anyone. */
export const publicProcedure = t.procedure.use(refusalsByKind);

/**
 * Anyone, at a company: the one whose host this is or, on the platform's own host alone, the one
 * that `companyId` in the input names (design §9).
 */
export const companyProcedure = publicProcedure.use(async ({ ctx, getRawInput, next }) => {
  const company = await namedCompany(ctx, companyIdIn(await getRawInput()));
  if (company.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
  return next({ ctx: { ...ctx, company } });
});

/** A member, in their own company. */
export const memberProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const actor = signedIn(ctx);
  if (actor.role !== "USER") throw refuse("WRONG_ROLE");
  const company = await companyOfActor(ctx, actor);
  return next({ ctx: { ...ctx, actor, company } });
});

/** An admin, in their own company; one that asks for authenticator apps lets in nobody without. */
export const adminProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const actor = signedIn(ctx);
  if (actor.role !== "ADMIN") throw refuse("WRONG_ROLE");
  const company = await companyOfActor(ctx, actor);
  if (company.requiresSecondStep) await refuseWithoutSecondStep(ctx.db, actor);
  return next({ ctx: { ...ctx, actor, company } });
});

/** An admin in their own company, or a super admin, about their own account alone. */
export const staffProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const actor = signedIn(ctx);
  if (actor.role === "USER") throw refuse("WRONG_ROLE");
  const company = actor.role === "ADMIN" ? await companyOfActor(ctx, actor) : null;
  return next({ ctx: { ...ctx, actor, company } });
});

/** A super admin. */
export const superAdminProcedure = publicProcedure.use(({ ctx, next }) => {
  const actor = signedIn(ctx);
  if (actor.role !== "SUPER_ADMIN") throw refuse("WRONG_ROLE");
  return next({ ctx: { ...ctx, actor: actor satisfies SuperAdminActor } });
});

/** Anyone signed in, whatever the role. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: signedIn(ctx) } }),
);

/** A context whose person and company are known. */
export type CompanyContext<A extends SignedInActor = MemberActor | AdminActor> = Context & {
  actor: A;
  company: CompanySite;
};

/** Writes a line of the books in the caller's transaction (design §4, audit_entries). */
export async function recordAudit(
  ctx: Context,
  entry: {
    action: string;
    subjectType: string;
    subjectId: string;
    before?: unknown;
    after?: unknown;
    companyId?: string | null;
  },
): Promise<void> {
  await insertAudit(ctx.db, {
    companyId: entry.companyId === undefined ? (ctx.company?.id ?? null) : entry.companyId,
    actorId: ctx.actor.role === "NOBODY" ? null : ctx.actor.id,
    actorRole: ctx.actor.role,
    action: entry.action,
    subjectType: entry.subjectType,
    subjectId: entry.subjectId,
    before: entry.before ?? null,
    after: entry.after ?? null,
    requestId: ctx.requestId,
  });
}

function signedIn(ctx: Context): SignedInActor {
  if (ctx.actor.role === "NOBODY") throw refuse("NOT_SIGNED_IN");
  return ctx.actor;
}

/** A token used on another company's host is nobody's (design §7). */
async function companyOfActor(ctx: Context, actor: MemberActor | AdminActor) {
  if (ctx.company?.id === actor.companyId) return active(ctx.company);
  if (!isPlatform(ctx.site)) throw refuse("NOT_SIGNED_IN");
  const company = await findCompany(ctx.db, actor.companyId);
  if (!company) throw refuse("NOT_SIGNED_IN");
  return active(company);
}

function active(company: CompanySite): CompanySite {
  if (company.status === "SUSPENDED") throw refuse("COMPANY_SUSPENDED");
  return company;
}
