import { updateUser, type User, findUser, findUserByEmail } from "@db/queries/users";
import type { Executor } from "@db/client";
import type { CodeOwner } from "@db/queries/codes";
import type { CompanyRole } from "@db/vocabulary";
import {
  CODE_SECONDS,
  admitCodeRequest,
  issueCode,
  proveCode,
  spendProven,
  steadily,
} from "@server/codes/one-time-codes";
import { type Context, withinTransaction } from "@server/context/context";
import type { CompanySite } from "@server/context/site";
import type { CodeSent } from "@server/contracts/fields";
import { ChangePassword, RequestPasswordReset, ResetPassword } from "@server/contracts/passwords";
import { foldEmail } from "@server/domain/people/contact";
import { assertPassword } from "@server/domain/people/password";
import { refuse } from "@server/domain/refusals/refuse";
import { wrongLoginsOf } from "@server/procedures/sessions/log-in";
import { forgetHits, secondsToWait, welcome } from "@server/throttles/throttle";
import { companyProcedure, memberProcedure, router } from "@server/trpc";
import { invitation, setPassword } from "./invitation";
import { savePassword } from "./save-password";

const { lives, resend } = CODE_SECONDS.member;
const sent: CodeSent = { channels: ["EMAIL"], resendAfterSeconds: resend, expiresInSeconds: lives };

type CompanyCall = Context & { company: CompanySite };

/** Admins and members of one company may share an address's shape, never a code. */
const resetOwner = (companyId: string, role: CompanyRole, email: string) => ({
  companyId,
  purpose: "RESET_PASSWORD" as const,
  subject: `${role}:${foldEmail(email)}`,
});

const requestReset = (ctx: CompanyCall, role: CompanyRole, email: string): Promise<CodeSent> =>
  steadily(async () => {
    const companyId = ctx.company.id;
    const owner = resetOwner(companyId, role, email);
    await admitCodeRequest(ctx, owner, { addresses: [foldEmail(email)], resendSeconds: resend });
    await ctx.transact(async (tx) => {
      const person = await findUserByEmail(tx, companyId, email);
      if (person?.role !== role || person.status !== "ACTIVE") return;
      await sendCode(ctx, tx, owner, person, "resetCode");
    });
    return sent;
  });

async function sendCode(
  ctx: Context,
  tx: Executor,
  owner: CodeOwner,
  person: User,
  template: "resetCode" | "changeCode",
): Promise<void> {
  const { email: address, companyId, id: userId, language } = person;
  const code = await issueCode(ctx, tx, owner, { channel: "EMAIL", address, seconds: lives });
  await ctx.deps.jobs.tell(tx, {
    template,
    params: { code, minutes: lives / 60 },
    channel: "EMAIL",
    address,
    language,
    companyId,
    userId,
    origin: ctx.origin,
  });
}

async function reset(
  ctx: CompanyCall,
  role: CompanyRole,
  input: { email: string; otp: string; newPassword: string },
): Promise<null> {
  const companyId = ctx.company.id;
  assertPassword(input.newPassword, { email: foldEmail(input.email) });
  const proven = await proveCode(ctx, resetOwner(companyId, role, input.email), input.otp);
  const passwordHash = await ctx.deps.passwords.hash(input.newPassword);
  await ctx.transact(async (tx) => {
    await spendProven(tx, proven);
    const person = await findUserByEmail(tx, companyId, input.email);
    if (person?.role !== role || person.status !== "ACTIVE") throw refuse("CODE_WRONG");
    const inside = withinTransaction(ctx, tx);
    await savePassword(inside, person, passwordHash, { action: "member.password-reset" });
    if (!person.emailVerifiedAt) {
      await updateUser(tx, companyId, person.id, { emailVerifiedAt: ctx.now });
    }
  });
  // The mailbox is theirs: wrong logins by others must not keep them out.
  const account = { companyId, email: input.email };
  await welcome(ctx, account, wrongLoginsOf(role, account));
  return null;
}

const changeOwner = (person: User) => ({
  companyId: person.companyId,
  purpose: "CHANGE_PASSWORD" as const,
  subject: person.id,
});

const requestChangeCode = memberProcedure.mutation(async ({ ctx }): Promise<CodeSent> => {
  const person = await findUser(ctx.db, ctx.company.id, ctx.actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const owner = changeOwner(person);
  const addresses = [foldEmail(person.email)] as const;
  await admitCodeRequest(ctx, owner, { addresses, resendSeconds: resend });
  await ctx.transact((tx) => sendCode(ctx, tx, owner, person, "changeCode"));
  return sent;
});

const change = memberProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
  const person = await findUser(ctx.db, ctx.company.id, ctx.actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const guesses = { what: "current-password", of: person.id };
  const limit = ctx.deps.config.limits.wrongLoginsPerAccount;
  const wait = await secondsToWait(ctx, { ...guesses, limit, windowSeconds: 900 });
  if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });
  if (!(await ctx.deps.passwords.verify(person.passwordHash, input.currentPassword))) {
    throw refuse("CURRENT_PASSWORD_WRONG");
  }
  await forgetHits(ctx, guesses);
  if (input.newPassword === input.currentPassword) throw refuse("PASSWORD_UNCHANGED");
  assertPassword(input.newPassword, { email: foldEmail(person.email), mobile: person.mobile });
  const proven = await proveCode(ctx, changeOwner(person), input.otp);
  const passwordHash = await ctx.deps.passwords.hash(input.newPassword);
  await ctx.transact(async (tx) => {
    await spendProven(tx, proven);
    await savePassword(withinTransaction(ctx, tx), person, passwordHash, {
      action: "member.password-changed",
      keepSessionId: ctx.actor.sessionId,
    });
  });
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
  invitation,
  setPassword,
});
