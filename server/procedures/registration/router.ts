import { randomBytes } from "node:crypto";
import { violatedConstraint } from "@db/client";
import { findReferrer, findUserByEmail, insertUser } from "@db/queries/users";
import { newId } from "@db/ids";
import {
  CODE_SECONDS,
  admitCodeRequest,
  consumeCode,
  issueCode,
} from "@server/codes/one-time-codes";
import { withinTransaction } from "@server/context/context";
import type { CodeSent } from "@server/contracts/fields";
import { Register, RequestRegistrationCode } from "@server/contracts/registration";
import { dateInIndia } from "@server/domain/dates/india";
import { isOfAge } from "@server/domain/people/birth-date";
import { foldEmail } from "@server/domain/people/contact";
import { assertPassword } from "@server/domain/people/password";
import { referralCode, normaliseReferralCode } from "@server/domain/referrals/referral-code";
import { refuse } from "@server/domain/refusals/refuse";
import { companyProcedure, recordAudit, router } from "@server/trpc";

const { lives, resend } = CODE_SECONDS.member;

/** Sends a code by mail, and one by SMS where a provider is set; says nothing of who exists. */
const requestCode = companyProcedure
  .input(RequestRegistrationCode)
  .mutation(async ({ ctx, input }): Promise<CodeSent> => {
    const companyId = ctx.company.id;
    const subject = foldEmail(input.email);
    const owner = { companyId, purpose: "REGISTER" as const, subject };
    await admitCodeRequest(ctx, owner, resend);
    const channels = ctx.deps.config.smsWebhookUrl
      ? (["EMAIL", "SMS"] as const)
      : (["EMAIL"] as const);
    await ctx.transact(async (tx) => {
      const known = await findUserByEmail(tx, companyId, subject);
      for (const channel of channels) {
        const address = channel === "EMAIL" ? input.email : input.mobile;
        const envelope = {
          channel,
          address,
          language: ctx.language,
          companyId,
          userId: known?.id ?? null,
          origin: ctx.origin,
        };
        if (known) {
          // Only to the mailbox: a stranger's phone must not learn who has an account.
          if (channel === "EMAIL") {
            await ctx.deps.jobs.tell(tx, { ...envelope, template: "accountExists", params: {} });
          }
          continue;
        }
        const code = await issueCode(ctx, tx, owner, { channel, address, seconds: lives });
        await ctx.deps.jobs.tell(tx, {
          ...envelope,
          template: "registrationCode",
          params: { code, minutes: lives / 60 },
        });
      }
    });
    return { channels: [...channels], resendAfterSeconds: resend, expiresInSeconds: lives };
  });

/** Makes a member. For an address that has an account the code is wrong, whatever it is (design §7). */
const register = companyProcedure.input(Register).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const email = foldEmail(input.email);
  if (!isOfAge(input.dateOfBirth, dateInIndia(ctx.now))) throw refuse("UNDER_AGE");
  assertPassword(input.password, { email, mobile: input.mobile });
  const referrer = input.referralCode
    ? await findReferrer(ctx.db, companyId, normaliseReferralCode(input.referralCode))
    : undefined;
  if (input.referralCode && !referrer) throw refuse("REFERRAL_CODE_UNKNOWN");

  const proven = await consumeCode(
    ctx,
    { companyId, purpose: "REGISTER", subject: email },
    input.otp,
  );
  if (proven.channel === "SMS" && proven.address !== input.mobile) throw refuse("CODE_WRONG");
  const passwordHash = await ctx.deps.passwords.hash(input.password);
  try {
    await ctx.transact(async (tx) => {
      const member = await insertUser(tx, {
        companyId,
        id: newId(),
        role: "USER",
        name: input.name,
        email: input.email,
        mobile: input.mobile,
        passwordHash,
        referralCode: referralCode(randomBytes(16)),
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
        after: { referralCode: member.referralCode, referrerId: member.referrerId },
      });
    });
  } catch (error) {
    // Made in the meantime: no other answer than for a wrong code.
    if (violatedConstraint(error) === "users_email") throw refuse("CODE_WRONG");
    throw error;
  }
  return null;
});

export const registrationRouter = router({ requestCode, register });
