import type { Executor } from "@db/client";
import { findCompany } from "@db/queries/companies";
import { findSuperAdmin, findSuperAdminByEmail } from "@db/queries/super-admins";
import { findUser, findUserByEmail } from "@db/queries/users";
import {
  CODE_SECONDS,
  admitCodeRequest,
  issueCode,
  proveCode,
  spendProven,
  steadily,
} from "@server/codes/one-time-codes";
import { adminsHere } from "@server/context/admin-here";
import type { Context } from "@server/context/context";
import { isPlatform } from "@server/context/site";
import type { CodeSent } from "@server/contracts/fields";
import {
  EndAllSessions,
  EndSession,
  LogIn,
  LogInAdmin,
  LogInSuperAdmin,
  type LoggedIn,
  type Me,
  RequestSuperAdminCode,
  type SessionRow,
} from "@server/contracts/sessions";
import { formatDateTime } from "@server/domain/dates/india";
import { foldEmail } from "@server/domain/people/contact";
import { deviceName } from "@server/domain/people/device-name";
import { refuse } from "@server/domain/refusals/refuse";
import { isNewDevice } from "@server/sessions/new-device";
import { accountKey, welcome } from "@server/throttles/throttle";
import { companyProcedure, publicProcedure, router, signedInProcedure } from "@server/trpc";
import { logInWithPassword } from "./log-in";

/** Members. */
const logIn = companyProcedure
  .input(LogIn)
  .mutation(({ ctx, input }) =>
    logInWithPassword(ctx, { ...input, role: "USER", companyId: ctx.company.id }, () =>
      findUserByEmail(ctx.db, ctx.company.id, input.email),
    ),
  );

/** Admins, of the company that `adminsHere` decides. */
const logInAdmin = publicProcedure.input(LogInAdmin).mutation(async ({ ctx, input }) => {
  const here = await adminsHere(ctx, input.companyId ?? null);
  const attempt = { ...input, role: "ADMIN" as const, companyId: here.company?.id ?? null };
  return logInWithPassword(ctx, attempt, () => here.find(ctx.db, input.email));
});

const { lives, resend } = CODE_SECONDS.superAdmin;
const ownerOf = (email: string) => ({
  companyId: null,
  purpose: "SUPER_ADMIN_LOGIN" as const,
  subject: foldEmail(email),
});

const requestSuperAdminCode = publicProcedure
  .input(RequestSuperAdminCode)
  .mutation(({ ctx, input }): Promise<CodeSent> =>
    steadily(async () => {
      if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
      const owner = ownerOf(input.email);
      await admitCodeRequest(ctx, owner, { addresses: [owner.subject], resendSeconds: resend });
      await ctx.transact(async (tx) => {
        const person = await findSuperAdminByEmail(tx, owner.subject);
        if (!person) return;
        const to = { channel: "EMAIL" as const, address: person.email, seconds: lives };
        const code = await issueCode(ctx, tx, owner, to);
        await ctx.deps.jobs.tell(tx, {
          template: "superAdminCode",
          params: { code, minutes: lives / 60 },
          channel: "EMAIL",
          address: person.email,
          language: ctx.language,
          companyId: null,
          userId: null,
          origin: ctx.origin,
        });
      });
      return { channels: ["EMAIL"], resendAfterSeconds: resend, expiresInSeconds: lives };
    }),
  );

const tellOfNewDevice = (ctx: Context, tx: Executor, address: string) =>
  ctx.deps.jobs.tell(tx, {
    template: "newDevice",
    params: {
      device: deviceName(ctx.userAgent) ?? "",
      ip: ctx.ip,
      at: formatDateTime(ctx.now),
    },
    channel: "EMAIL",
    address,
    language: ctx.language,
    companyId: null,
    userId: null,
    origin: ctx.origin,
  });

const logInSuperAdmin = publicProcedure
  .input(LogInSuperAdmin)
  .mutation(async ({ ctx, input }): Promise<LoggedIn> => {
    if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
    const owner = ownerOf(input.email);
    const account = { companyId: null, email: owner.subject };
    const proven = await proveCode(ctx, owner, input.otp);
    const { token, expiresAt } = await ctx.transact(async (tx) => {
      await spendProven(tx, proven);
      const person = await findSuperAdminByEmail(tx, input.email);
      if (!person) throw refuse("CODE_WRONG");
      if (await isNewDevice(ctx, tx, account)) await tellOfNewDevice(ctx, tx, person.email);
      return ctx.deps.sessions
        .within(tx)
        .start({ role: "SUPER_ADMIN", id: person.id }, { ip: ctx.ip, userAgent: ctx.userAgent });
    });
    await welcome(ctx, account, { what: "code-address", of: accountKey(account) });
    return { token, expiresAt: expiresAt.toISOString() };
  });

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
  logInAdmin,
  requestSuperAdminCode,
  logInSuperAdmin,
  logOut,
  me,
  listMine,
  endOne,
  endAll,
});
