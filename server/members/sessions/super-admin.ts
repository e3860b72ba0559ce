import type { Executor } from "@db/client";
import {
  hasTwoFactor,
  findSuperAdminByEmail,
  issueCode,
  ownCodes,
  proveCode,
  sendWithinLimits,
  spendProven,
  withMinimumDuration,
  type Context,
  transactWithin,
  forgetHits,
  trustNetwork,
  publicProcedure,
} from "@server/access";
import { isPlatform } from "@server/sites";
import type { CodeSent } from "@server/platform/rules/people/one-time-codes";
import {
  CompleteTwoFactorChallenge,
  type TwoFactorChallenge,
  LogInSuperAdmin,
  type LoggedIn,
  RequestSuperAdminCode,
} from "@server/members/contracts/sessions";
import { foldEmail } from "@server/platform/rules/people/contact";
import { CODE_SECONDS } from "@server/platform/rules/people/one-time-codes";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import {
  accountOf,
  type Staff,
  verifyTwoFactorCode,
  withinGuessLimits,
  wrongCodesOf,
} from "@server/members/two-factor/verify-code";
import { completeTwoFactorChallenge, startTwoFactorChallenge } from "./two-factor-challenge";
import { startStaffSession } from "./start-session";

const { lives, resend } = CODE_SECONDS.superAdmin;
const ownerOf = (email: string) => ({
  companyId: null,
  purpose: "SUPER_ADMIN_LOGIN" as const,
  subject: foldEmail(email),
});

export const requestSuperAdminCode = publicProcedure
  .input(RequestSuperAdminCode)
  .mutation(({ ctx, input }): Promise<CodeSent> =>
    withMinimumDuration(async () => {
      if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
      const owner = ownerOf(input.email);
      const account = { companyId: null, email: owner.subject };
      const request = {
        account,
        share: "trusted network",
        resendSeconds: resend,
      } as const;
      await sendWithinLimits(ctx, owner, request, (digits) =>
        ctx.transact(async (tx) => {
          const person = await findSuperAdminByEmail(tx, owner.subject);
          if (!person) return;
          const to = { channel: "EMAIL" as const, address: person.email, seconds: lives, digits };
          const code = await issueCode(ctx, tx, owner, to);
          await ctx.deps.jobs.notify(tx, {
            template: "superAdminCode",
            params: { code, minutes: lives / 60 },
            channel: "EMAIL",
            address: person.email,
            language: ctx.language,
            companyId: null,
            userId: null,
          });
        }),
      );
      return { channels: ["EMAIL"], resendAfterSeconds: resend, expiresInSeconds: lives };
    }),
  );

/** A login by a mailed code that is right. `finish` uses the code up, in its transaction. */
async function byMailedCode<T>(
  ctx: Context,
  input: LogInSuperAdmin,
  finish: (person: Staff, spend: (tx: Executor) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
  const owner = ownerOf(input.email);
  const proven = await proveCode(ctx, owner, { companyId: null, email: owner.subject }, input.otp);
  const person = orRefuse(await findSuperAdminByEmail(ctx.db, input.email), "CODE_WRONG");
  const { id, email } = person;
  const { language } = ctx;
  const staff = { role: "SUPER_ADMIN", id, companyId: null, email, language } as const;
  return finish(staff, (tx) => spendProven(tx, proven));
}

/** Logs in with the mailed code; a two-factor challenge if they have an authenticator app. */
export const startSuperAdmin = publicProcedure.input(LogInSuperAdmin).mutation(({ ctx, input }) =>
  byMailedCode(ctx, input, async (staff, spend): Promise<LoggedIn | TwoFactorChallenge> => {
    const answer = await transactWithin(ctx, async (inside, tx) => {
      await spend(tx);
      if (await hasTwoFactor(tx, staff.id)) return startTwoFactorChallenge(ctx, staff, null);
      return startStaffSession(inside, staff);
    });
    const account = accountOf(staff);
    const counted = ownCodes(ctx, account);
    if ("ticket" in answer) await forgetHits(ctx, counted);
    else await trustNetwork(ctx, account, counted);
    return answer;
  }),
);

export const finishSuperAdmin = publicProcedure
  .input(CompleteTwoFactorChallenge)
  .mutation(({ ctx, input }) => {
    if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
    return completeTwoFactorChallenge(ctx, "SUPER_ADMIN", input);
  });

/**
 * In one call, for REST: with an authenticator app, its code is sent along. The mailed code is used up
 * with a right one only, so that a missing or mistyped one costs no new mail.
 */
export const logInSuperAdmin = publicProcedure.input(LogInSuperAdmin).mutation(({ ctx, input }) =>
  byMailedCode(ctx, input, async (staff, spend): Promise<LoggedIn> => {
    const { code } = input;
    const isAsked = await hasTwoFactor(ctx.db, staff.id);
    if (isAsked && code === undefined) throw refuse("SECOND_STEP_REQUIRED");
    const logIn = () =>
      transactWithin(ctx, async (inside, tx) => {
        await spend(tx);
        if (await hasTwoFactor(tx, staff.id)) await verifyTwoFactorCode(inside, staff, code ?? "");
        return startStaffSession(inside, staff);
      });
    const account = accountOf(staff);
    const mailed = ownCodes(ctx, account);
    if (!isAsked) {
      const session = await logIn();
      await trustNetwork(ctx, account, mailed);
      return session;
    }
    const session = await withinGuessLimits(ctx, staff, code ?? "", logIn);
    await forgetHits(ctx, mailed);
    await trustNetwork(ctx, account, wrongCodesOf(staff));
    return session;
  }),
);
