import { type User, findUser, findUserByEmail, updateUser } from "@db/queries/users";
import type { CompanyRole } from "@db/vocabulary";
import {
  CODE_SECONDS,
  admitCodeRequest,
  consumeCode,
  issueCode,
} from "@server/codes/one-time-codes";
import { type Context, withinTransaction } from "@server/context/context";
import type { CompanySite } from "@server/context/site";
import type { CodeSent } from "@server/contracts/fields";
import { ChangePassword, RequestPasswordReset, ResetPassword } from "@server/contracts/passwords";
import { foldEmail } from "@server/domain/people/contact";
import { assertPassword } from "@server/domain/people/password";
import { refuse } from "@server/domain/refusals/refuse";
import { secondsToWait } from "@server/throttles/throttle";
import { companyProcedure, memberProcedure, recordAudit, router } from "@server/trpc";

const { lives, resend } = CODE_SECONDS.member;
const sent: CodeSent = { channels: ["EMAIL"], resendAfterSeconds: resend, expiresInSeconds: lives };

type CompanyCall = Context & { company: CompanySite };

/** Admins and members of one company may share an address's shape, never a code. */
const resetOwner = (companyId: string, role: CompanyRole, email: string) => ({
  companyId,
  purpose: "RESET_PASSWORD" as const,
  subject: `${role}:${foldEmail(email)}`,
});

async function requestReset(ctx: CompanyCall, role: CompanyRole, email: string): Promise<CodeSent> {
  const companyId = ctx.company.id;
  const owner = resetOwner(companyId, role, email);
  await admitCodeRequest(ctx, owner, resend);
  await ctx.transact(async (tx) => {
    const person = await findUserByEmail(tx, companyId, email);
    if (person?.role !== role || person.status !== "ACTIVE") return;
    const to = { channel: "EMAIL" as const, address: person.email, seconds: lives };
    const code = await issueCode(ctx, tx, owner, to);
    await ctx.deps.jobs.tell(tx, {
      template: "resetCode",
      params: { code, minutes: lives / 60 },
      channel: "EMAIL",
      address: person.email,
      language: person.language,
      companyId,
      userId: person.id,
      origin: ctx.origin,
    });
  });
  return sent;
}

async function reset(
  ctx: CompanyCall,
  role: CompanyRole,
  input: { email: string; otp: string; newPassword: string },
): Promise<null> {
  const companyId = ctx.company.id;
  assertPassword(input.newPassword, { email: foldEmail(input.email) });
  await consumeCode(ctx, resetOwner(companyId, role, input.email), input.otp);
  const person = await findUserByEmail(ctx.db, companyId, input.email);
  if (person?.role !== role || person.status !== "ACTIVE") throw refuse("CODE_WRONG");
  await savePassword(ctx, person, input.newPassword);
  return null;
}

/** Other sessions end, and a mail says that it changed (issue 3). */
async function savePassword(
  ctx: CompanyCall,
  person: User,
  password: string,
  keepSessionId?: string,
): Promise<void> {
  const passwordHash = await ctx.deps.passwords.hash(password);
  await ctx.transact(async (tx) => {
    await updateUser(tx, person.companyId, person.id, { passwordHash });
    await recordAudit(withinTransaction(ctx, tx), {
      action: "member.password-changed",
      subjectType: "member",
      subjectId: person.id,
    });
    await ctx.deps.jobs.tell(tx, {
      template: "passwordChanged",
      params: {},
      channel: "EMAIL",
      address: person.email,
      language: person.language,
      companyId: person.companyId,
      userId: person.id,
      origin: ctx.origin,
    });
  });
  const subject = { role: person.role, id: person.id, companyId: person.companyId };
  await ctx.deps.sessions.endAll(subject, keepSessionId);
}

const requestChangeCode = memberProcedure.mutation(async ({ ctx }): Promise<CodeSent> => {
  const person = await findUser(ctx.db, ctx.company.id, ctx.actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const owner = {
    companyId: person.companyId,
    purpose: "CHANGE_PASSWORD" as const,
    subject: person.id,
  };
  await admitCodeRequest(ctx, owner, resend);
  await ctx.transact(async (tx) => {
    const to = { channel: "EMAIL" as const, address: person.email, seconds: lives };
    const code = await issueCode(ctx, tx, owner, to);
    await ctx.deps.jobs.tell(tx, {
      template: "changeCode",
      params: { code, minutes: lives / 60 },
      channel: "EMAIL",
      address: person.email,
      language: person.language,
      companyId: person.companyId,
      userId: person.id,
      origin: ctx.origin,
    });
  });
  return sent;
});

const change = memberProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
  const person = await findUser(ctx.db, ctx.company.id, ctx.actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const { limits } = ctx.deps.config;
  const guesses = { what: "change-password", of: person.id, limit: limits.wrongLoginsPerAccount };
  const wait = await secondsToWait(ctx, { ...guesses, windowSeconds: 900 });
  if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });
  if (!(await ctx.deps.passwords.verify(person.passwordHash, input.currentPassword))) {
    throw refuse("CURRENT_PASSWORD_WRONG");
  }
  if (input.newPassword === input.currentPassword) throw refuse("PASSWORD_UNCHANGED");
  assertPassword(input.newPassword, { email: foldEmail(person.email), mobile: person.mobile });
  const owner = {
    companyId: person.companyId,
    purpose: "CHANGE_PASSWORD" as const,
    subject: person.id,
  };
  await consumeCode(ctx, owner, input.otp);
  await savePassword(ctx, person, input.newPassword, ctx.actor.sessionId);
  return null;
});

export const passwordsRouter = router({
  requestReset: companyProcedure
    .input(RequestPasswordReset)
    .mutation(({ ctx, input }) => requestReset(ctx, "USER", input.email)),
  reset: companyProcedure
    .input(ResetPassword)
    .mutation(({ ctx, input }) => reset(ctx, "USER", input)),
  requestResetAdmin: companyProcedure
    .input(RequestPasswordReset)
    .mutation(({ ctx, input }) => requestReset(ctx, "ADMIN", input.email)),
  resetAdmin: companyProcedure
    .input(ResetPassword)
    .mutation(({ ctx, input }) => reset(ctx, "ADMIN", input)),
  requestChangeCode,
  change,
});
