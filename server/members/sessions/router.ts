import type { Executor } from "@db/client";
import { findCompany } from "@server/sites";
import {
  findSuperAdmin,
  findMemberByEmail,
  type Context,
  lastingCompanyProcedure,
  publicProcedure,
  router,
  signedInProcedure,
  findSelf,
} from "@server/access";
import { siteAdmins } from "@server/members/administration/company-admins";
import {
  EndAllSessions,
  EndSession,
  CompleteTwoFactorChallenge,
  type TwoFactorChallenge,
  LogIn,
  LogInAdmin,
  type LoggedIn,
  type SessionRow,
} from "@server/members/contracts/sessions";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { completeTwoFactorChallenge, logInInOneCall, requireSession } from "./two-factor-challenge";
import { logInWithPassword } from "./log-in";
import { stepUp } from "./step-up";
import {
  finishSuperAdmin,
  logInSuperAdmin,
  requestSuperAdminCode,
  startSuperAdmin,
} from "./super-admin";

/** Members. */
const logIn = lastingCompanyProcedure.input(LogIn).mutation(async ({ ctx, input }) => {
  const attempt = { ...input, role: "USER" as const, companyId: ctx.company.id };
  const find = (db: Executor) => findMemberByEmail(db, ctx.company.id, input.email);
  return requireSession(await logInWithPassword(ctx, attempt, find));
});

/**
 * Logs in admins of the companies given by `siteAdmins`; a two-factor challenge if they have an
 * authenticator app.
 */
async function begunByAdmin(
  ctx: Context,
  input: LogInAdmin,
): Promise<LoggedIn | TwoFactorChallenge> {
  const here = await siteAdmins(ctx, input.companyId ?? null);
  const attempt = { ...input, role: "ADMIN" as const, companyId: here.company?.id ?? null };
  return logInWithPassword(ctx, attempt, (db) => here.find(db, input.email));
}

const startAdmin = publicProcedure
  .input(LogInAdmin)
  .mutation(({ ctx, input }) => begunByAdmin(ctx, input));

const finishAdmin = publicProcedure
  .input(CompleteTwoFactorChallenge)
  .mutation(({ ctx, input }) => completeTwoFactorChallenge(ctx, "ADMIN", input));

/** Logs in by one call, for REST: with an authenticator app, its code is sent along. */
const logInAdmin = publicProcedure
  .input(LogInAdmin)
  .mutation(async ({ ctx, input }) =>
    logInInOneCall(ctx, await begunByAdmin(ctx, input), input.code),
  );

const logOut = signedInProcedure.mutation(async ({ ctx }) => {
  await ctx.deps.sessions.end(ctx.actor);
  return null;
});

const me = signedInProcedure.query(async ({ ctx }) => {
  const { actor } = ctx;
  if (actor.role === "SUPER_ADMIN") {
    const person = orRefuse(await findSuperAdmin(ctx.db, actor.id), "NOT_SIGNED_IN");
    const { id, email } = person;
    return {
      id,
      role: actor.role,
      adminRole: null,
      name: null,
      email,
      companyName: null,
      language: null,
      colourScheme: null,
    };
  }
  const person = await findSelf(ctx.db, actor);
  const { id, name, email, language, colourScheme } = person;
  // On the platform's host the site may be another company's or none.
  const company =
    ctx.company?.id === actor.companyId ? ctx.company : await findCompany(ctx.db, actor.companyId);
  const companyName = company?.name ?? null;
  const adminRole = actor.role === "ADMIN" ? actor.adminRole : null;
  return { id, role: actor.role, adminRole, name, email, companyName, language, colourScheme };
});

const listMine = signedInProcedure.query(async ({ ctx }): Promise<SessionRow[]> => {
  const rows = await ctx.deps.sessions.within(ctx.db).list(ctx.actor);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
});

const endAll = signedInProcedure.input(EndAllSessions).mutation(async ({ ctx, input }) => {
  await ctx.deps.sessions.endAll(ctx.actor, input.keepThis ? ctx.actor.sessionId : undefined);
  return null;
});

/** Ends one of the caller's own sessions; another person's is not found. */
const endOne = signedInProcedure.input(EndSession).mutation(async ({ ctx, input }) => {
  const own = await ctx.deps.sessions.list(ctx.actor);
  if (!own.some(({ id }) => id === input.id)) throw refuse("SESSION_NOT_FOUND");
  await ctx.deps.sessions.end({ ...ctx.actor, sessionId: input.id });
  return null;
});

export const sessionsRouter = router({
  logIn,
  startAdmin,
  finishAdmin,
  logInAdmin,
  requestSuperAdminCode,
  startSuperAdmin,
  finishSuperAdmin,
  logInSuperAdmin,
  logOut,
  stepUp,
  me,
  listMine,
  endOne,
  endAll,
});
