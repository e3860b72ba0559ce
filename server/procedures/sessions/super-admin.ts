import { hasTwoFactor } from "@db/queries/two-factor";
import { findSuperAdminByEmail } from "@db/queries/super-admins";
import {
  issueCode,
  ownCodes,
  proveCode,
  sendWithinLimits,
  spendProven,
  steadily,
} from "@server/identity/one-time-codes";
import { type Context, withinTransaction } from "@server/context/context";
import { isPlatform } from "@server/context/site";
import type { CodeSent } from "@server/contracts/fields";
import {
  CompleteTwoFactorChallenge,
  type TwoFactorChallenge,
  LogInSuperAdmin,
  type LoggedIn,
  RequestSuperAdminCode,
} from "@server/contracts/sessions";
import { foldEmail } from "@server/domain/members/contact";
import { CODE_SECONDS } from "@server/domain/members/one-time-codes";
import { refuse } from "@server/domain/refusals/refuse";
import { forgetHits, trustNetwork } from "@server/identity/throttle";
import { publicProcedure } from "@server/procedures/trpc";
import {
  completeTwoFactorChallenge,
  startTwoFactorChallenge,
  logInInOneCall,
} from "./two-factor-challenge";
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
    steadily(async () => {
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

/** Logs in with the mailed code; a two-factor challenge if they have an authenticator app. */
async function begun(
  ctx: Context,
  input: LogInSuperAdmin,
  { isOneCall }: { isOneCall: boolean },
): Promise<LoggedIn | TwoFactorChallenge> {
  if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
  const owner = ownerOf(input.email);
  const account = { companyId: null, email: owner.subject };
  const proven = await proveCode(ctx, owner, account, input.otp);
  const answer = await ctx.transact(async (tx) => {
    await spendProven(tx, proven);
    const person = await findSuperAdminByEmail(tx, input.email);
    if (!person) throw refuse("CODE_WRONG");
    const { id, email } = person;
    const { language } = ctx;
    const staff = { role: "SUPER_ADMIN", id, companyId: null, email, language } as const;
    if (await hasTwoFactor(tx, id)) {
      // Rolls back the use of the mailed code, so that it works in the next call with the app's code.
      if (isOneCall && input.code === undefined) throw refuse("SECOND_STEP_REQUIRED");
      return startTwoFactorChallenge(ctx, staff, null);
    }
    return startStaffSession(withinTransaction(ctx, tx), staff);
  });
  const counted = ownCodes(ctx, account);
  if ("ticket" in answer) await forgetHits(ctx, counted);
  else await trustNetwork(ctx, account, counted);
  return answer;
}

export const startSuperAdmin = publicProcedure
  .input(LogInSuperAdmin)
  .mutation(({ ctx, input }) => begun(ctx, input, { isOneCall: false }));

export const finishSuperAdmin = publicProcedure
  .input(CompleteTwoFactorChallenge)
  .mutation(({ ctx, input }) => {
    if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
    return completeTwoFactorChallenge(ctx, "SUPER_ADMIN", input);
  });

/** In one call, for REST: with an authenticator app, its code is sent along. */
export const logInSuperAdmin = publicProcedure
  .input(LogInSuperAdmin)
  .mutation(async ({ ctx, input }) =>
    logInInOneCall(ctx, "SUPER_ADMIN", await begun(ctx, input, { isOneCall: true }), input.code),
  );
