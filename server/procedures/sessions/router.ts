import { findCompany } from "@db/queries/companies";
import { findSuperAdmin } from "@db/queries/super-admins";
import { findUser, findUserByEmail } from "@db/queries/users";
import { adminsHere } from "@server/context/admin-here";
import type { Context } from "@server/context/context";
import {
  EndAllSessions,
  EndSession,
  FinishLogIn,
  type HalfLoggedIn,
  LogIn,
  LogInAdmin,
  type LoggedIn,
  type Me,
  type SessionRow,
} from "@server/contracts/sessions";
import { refuse } from "@server/domain/refusals/refuse";
import { companyProcedure, publicProcedure, router, signedInProcedure } from "@server/trpc";
import { finishLogIn, inOneCall, whole } from "./half-way";
import { logInWithPassword } from "./log-in";
import {
  finishSuperAdmin,
  logInSuperAdmin,
  requestSuperAdminCode,
  startSuperAdmin,
} from "./super-admin";

/** Members. */
const logIn = companyProcedure.input(LogIn).mutation(async ({ ctx, input }) => {
  const attempt = { ...input, role: "USER" as const, companyId: ctx.company.id };
  const find = () => findUserByEmail(ctx.db, ctx.company.id, input.email);
  return whole(await logInWithPassword(ctx, attempt, find));
});

/** Admins, of the company that `adminsHere` decides; half way where they have an authenticator app. */
async function begunByAdmin(ctx: Context, input: LogInAdmin): Promise<LoggedIn | HalfLoggedIn> {
  const here = await adminsHere(ctx, input.companyId ?? null);
  const attempt = { ...input, role: "ADMIN" as const, companyId: here.company?.id ?? null };
  return logInWithPassword(ctx, attempt, () => here.find(ctx.db, input.email));
}

const startAdmin = publicProcedure
  .input(LogInAdmin)
  .mutation(({ ctx, input }) => begunByAdmin(ctx, input));

const finishAdmin = publicProcedure
  .input(FinishLogIn)
  .mutation(({ ctx, input }) => finishLogIn(ctx, "ADMIN", input));

/** In one call, for REST: whoever has an app sends its code along. */
const logInAdmin = publicProcedure
  .input(LogInAdmin)
  .mutation(async ({ ctx, input }) =>
    inOneCall(ctx, "ADMIN", await begunByAdmin(ctx, input), input.code),
  );

const logOut = signedInProcedure.mutation(async ({ ctx }) => {
  await ctx.deps.sessions.end(ctx.actor);
  return null;
});

const me = signedInProcedure.query(async ({ ctx }): Promise<Me> => {
  const { actor } = ctx;
  if (actor.role === "SUPER_ADMIN") {
    const person = await findSuperAdmin(ctx.db, actor.id);
    if (!person) throw refuse("NOT_SIGNED_IN");
    const { id, email } = person;
    return {
      id,
      role: actor.role,
      name: null,
      email,
      companyName: null,
      language: null,
      colourScheme: null,
    };
  }
  const person = await findUser(ctx.db, actor.companyId, actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const { id, name, email, language, colourScheme } = person;
  // On the platform's host the site may be another company's, or nobody's.
  const company =
    ctx.company?.id === actor.companyId ? ctx.company : await findCompany(ctx.db, actor.companyId);
  const companyName = company?.name ?? null;
  return { id, role: actor.role, name, email, companyName, language, colourScheme };
});

const listMine = signedInProcedure.query(async ({ ctx }): Promise<SessionRow[]> => {
  const rows = await ctx.deps.sessions.list(ctx.actor);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
});

const endAll = signedInProcedure.input(EndAllSessions).mutation(async ({ ctx, input }) => {
  await ctx.deps.sessions.endAll(ctx.actor, input.keepThis ? ctx.actor.sessionId : undefined);
  return null;
});

/** One of one's own sessions; another person's is no session of ours. */
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
  me,
  listMine,
  endOne,
  endAll,
});
