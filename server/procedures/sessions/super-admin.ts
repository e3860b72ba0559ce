import { hasSecondStep } from "@db/queries/second-steps";
import { findSuperAdminByEmail } from "@db/queries/super-admins";
import {
  CODE_SECONDS,
  admitCodeRequest,
  issueCode,
  proveCode,
  spendProven,
  steadily,
} from "@server/codes/one-time-codes";
import { type Context, withinTransaction } from "@server/context/context";
import { isPlatform } from "@server/context/site";
import type { CodeSent } from "@server/contracts/fields";
import {
  FinishLogIn,
  type HalfLoggedIn,
  LogInSuperAdmin,
  type LoggedIn,
  RequestSuperAdminCode,
} from "@server/contracts/sessions";
import { foldEmail } from "@server/domain/people/contact";
import { refuse } from "@server/domain/refusals/refuse";
import { accountKey, forgetHits, welcome } from "@server/throttles/throttle";
import { publicProcedure } from "@server/trpc";
import { finishLogIn, halfWay, inOneCall } from "./half-way";
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

/** By the mailed code; half way where they have an authenticator app. */
async function begun(
  ctx: Context,
  input: LogInSuperAdmin,
  { isOneCall }: { isOneCall: boolean },
): Promise<LoggedIn | HalfLoggedIn> {
  if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
  const owner = ownerOf(input.email);
  const account = { companyId: null, email: owner.subject };
  const proven = await proveCode(ctx, owner, input.otp);
  const answer = await ctx.transact(async (tx) => {
    await spendProven(tx, proven);
    const person = await findSuperAdminByEmail(tx, input.email);
    if (!person) throw refuse("CODE_WRONG");
    const { id, email } = person;
    const { language } = ctx;
    const staff = { role: "SUPER_ADMIN", id, companyId: null, email, language } as const;
    if (await hasSecondStep(tx, id)) {
      // Before the mailed code is used up: it is good for the next call, with the app's.
      if (isOneCall && input.code === undefined) throw refuse("SECOND_STEP_REQUIRED");
      return halfWay(ctx, staff, null);
    }
    return startStaffSession(withinTransaction(ctx, tx), staff);
  });
  const counted = { what: "code-address", of: accountKey(account) };
  if ("ticket" in answer) await forgetHits(ctx, counted);
  else await welcome(ctx, account, counted);
  return answer;
}

export const startSuperAdmin = publicProcedure
  .input(LogInSuperAdmin)
  .mutation(({ ctx, input }) => begun(ctx, input, { isOneCall: false }));

export const finishSuperAdmin = publicProcedure.input(FinishLogIn).mutation(({ ctx, input }) => {
  if (!isPlatform(ctx.site)) throw refuse("NOT_FOUND");
  return finishLogIn(ctx, "SUPER_ADMIN", input);
});

/** In one call, for REST: whoever has an app sends its code along. */
export const logInSuperAdmin = publicProcedure
  .input(LogInSuperAdmin)
  .mutation(async ({ ctx, input }) =>
    inOneCall(ctx, "SUPER_ADMIN", await begun(ctx, input, { isOneCall: true }), input.code),
  );
