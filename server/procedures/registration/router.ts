import { violatedConstraint } from "@db/client";
import { findReferrer, findUserByEmail, insertUser } from "@db/queries/users";
import { newId } from "@db/ids";
import type { Channel } from "@db/vocabulary";
import {
  CODE_SECONDS,
  admitCodeRequest,
  issueCode,
  proveCode,
  spendProven,
  steadily,
} from "@server/codes/one-time-codes";
import { withinTransaction } from "@server/context/context";
import type { CodeSent } from "@server/contracts/fields";
import { Register, RequestRegistrationCode } from "@server/contracts/registration";
import { foldEmail } from "@server/domain/people/contact";
import { assertPassword } from "@server/domain/people/password";
import { normaliseReferralCode } from "@server/domain/referrals/referral-code";
import { refuse } from "@server/domain/refusals/refuse";
import { assertOfAge } from "@server/procedures/members/of-age";
import { withReferralCode } from "@server/procedures/members/with-referral-code";
import { companyProcedure, recordAudit, router } from "@server/trpc";

const { lives, resend } = CODE_SECONDS.member;

/**
 * Sends a code by mail, and one by SMS where a provider is set; says nothing of who exists. For an
 * address that has an account the mail says so, and the SMS looks like any other: a stranger's
 * phone must not learn who has one. Its code opens nothing.
 */
const requestCode = companyProcedure
  .input(RequestRegistrationCode)
  .mutation(({ ctx, input }): Promise<CodeSent> =>
    steadily(async () => {
      const companyId = ctx.company.id;
      const subject = foldEmail(input.email);
      const owner = { companyId, purpose: "REGISTER" as const, subject };
      const hasSms = ctx.deps.config.smsWebhookUrl !== null;
      await admitCodeRequest(ctx, owner, {
        addresses: hasSms ? [subject, input.mobile] : [subject],
        resendSeconds: resend,
      });
      const channels: Channel[] = hasSms ? ["EMAIL", "SMS"] : ["EMAIL"];
      await ctx.transact(async (tx) => {
        const known = await findUserByEmail(tx, companyId, subject);
        for (const channel of channels) {
          const address = channel === "EMAIL" ? input.email : input.mobile;
          const code = await issueCode(ctx, tx, owner, { channel, address, seconds: lives });
          const envelope = { channel, address, companyId, language: ctx.language };
          const userId = channel === "EMAIL" ? (known?.id ?? null) : null;
          const about = { userId, origin: ctx.origin };
          await ctx.deps.jobs.tell(
            tx,
            known && channel === "EMAIL"
              ? { ...envelope, ...about, template: "accountExists", params: {} }
              : {
                  ...envelope,
                  ...about,
                  template: "registrationCode",
                  params: { code, minutes: lives / 60 },
                },
          );
        }
      });
      return { channels, resendAfterSeconds: resend, expiresInSeconds: lives };
    }),
  );

/** Makes a member. For an address that has an account the code is wrong, whatever it is (design §7). */
const register = companyProcedure.input(Register).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const email = foldEmail(input.email);
  assertOfAge(input.dateOfBirth, ctx.now);
  assertPassword(input.password, { email, mobile: input.mobile });
  const referrer = input.referralCode
    ? await findReferrer(ctx.db, companyId, normaliseReferralCode(input.referralCode))
    : undefined;
  if (input.referralCode && !referrer) throw refuse("REFERRAL_CODE_UNKNOWN");

  const proven = await proveCode(
    ctx,
    { companyId, purpose: "REGISTER", subject: email },
    input.otp,
  );
  if (proven.channel === "SMS" && proven.address !== input.mobile) throw refuse("CODE_WRONG");
  const passwordHash = await ctx.deps.passwords.hash(input.password);
  try {
    await withReferralCode((referralCode) =>
      ctx.transact(async (tx) => {
        await spendProven(tx, proven);
        const member = await insertUser(tx, {
          companyId,
          id: newId(),
          role: "USER",
          name: input.name,
          email: input.email,
          mobile: input.mobile,
          passwordHash,
          referralCode,
          referrerId: referrer?.id ?? null,
          dateOfBirth: input.dateOfBirth,
          pincode: input.pincode ?? null,
          gender: input.gender ?? null,
          language: ctx.language,
          emailVerifiedAt: proven.channel === "EMAIL" ? ctx.now : null,
          mobileVerifiedAt: proven.channel === "SMS" ? ctx.now : null,
        });
        await recordAudit(withinTransaction(ctx, tx), {
          action: "member.registered",
          subjectType: "member",
          subjectId: member.id,
          after: { referralCode, referrerId: member.referrerId },
        });
      }),
    );
  } catch (error) {
    if (violatedConstraint(error) !== "users_email") throw error;
    // There is such an account: no other answer than for a wrong code, which this one is from now on.
    await spendProven(ctx.db, proven);
    throw refuse("CODE_WRONG");
  }
  return null;
});

export const registrationRouter = router({ requestCode, register });
