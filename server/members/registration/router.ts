import { mailTo } from "@server/messages/rules/mail-to";
import { keepSigns } from "@server/members/queries/signs";
import { violatedConstraint } from "@db/client";
import {
  findReferrer,
  findMemberByEmail,
  insertMember,
  type MemberRow,
  networkOf,
  pageHostOf,
  type CodeOwner,
  admitTextMessage,
  codeSent,
  issueCode,
  type ProvenCode,
  proveCode,
  sendWithinLimits,
  spendProven,
  withMinimumDuration,
  type Account,
  type Context,
  withinTransaction,
  refusalFrom,
  companyProcedure,
  recordAudit,
  router,
} from "@server/access";
import { newId } from "@db/ids";
import { mayRefer, rewardBpsForAll } from "@server/sites/rules/campaign";
import type { Message } from "@server/messages";
import { keepPolicies, agreedTo } from "@server/companies";
import type { Channel } from "@db/vocabulary";
import type { CompanySite } from "@server/sites";
import type { CodeSent } from "@server/platform/contracts/fields";
import {
  type Invitation,
  InvitationRef,
  Register,
  RegistrationFaults,
  RequestRegistrationCode,
} from "@server/members/contracts/registration";
import { formatPercent } from "@server/platform/rules/money/format";
import { foldEmail } from "@server/platform/rules/people/contact";
import { passwordFault } from "@server/platform/rules/people/password";
import { normaliseReferralCode } from "@server/platform/rules/people/referral-code";
import { CODE_SECONDS } from "@server/platform/rules/people/one-time-codes";
import { type Faults, refuse, refuseFaults } from "@server/platform/rules/refusals/refuse";
import { birthDateFault } from "@server/platform/rules/people/birth-date";
import { firstNameAndInitial } from "@server/platform/rules/people/masking";
import { findByCode } from "@server/members/queries/referrals";
import { keepContactSigns } from "@server/members/profile/contact-signs";
import { withReferralCode } from "@server/members/profile/views";

const { lives, resend } = CODE_SECONDS.member;

/**
 * Sends a code by mail and, where a provider is set, another by SMS to a mobile of the company's
 * countries, without revealing which accounts exist. If the address has an account, the mail says so and
 * the SMS is the usual one with an unusable code: the phone's owner must not learn of the account.
 */
const requestCode = companyProcedure
  .input(RequestRegistrationCode)
  .mutation(({ ctx, input }): Promise<CodeSent> =>
    withMinimumDuration(async () => {
      const companyId = ctx.company.id;
      const subject = foldEmail(input.email);
      const owner = { companyId, purpose: "REGISTER" as const, subject };
      const hasSms = ctx.deps.config.smsWebhookUrl !== null;
      const request = {
        account: { companyId, email: subject },
        share: "none",
        resendSeconds: resend,
      } as const;
      const channels: Channel[] = hasSms ? ["EMAIL", "SMS"] : ["EMAIL"];
      return sendWithinLimits(ctx, owner, request, async (digits) => {
        // A mobile that strangers have used up costs its owner the text message, not the mail.
        const used: Channel[] =
          hasSms && (await admitTextMessage(ctx, ctx.company, input.mobile)) ? channels : ["EMAIL"];
        await ctx.transact(async (tx) => {
          const known = await findMemberByEmail(tx, companyId, subject);
          for (const channel of used) {
            const address = channel === "EMAIL" ? input.email : input.mobile;
            const to = { channel, address, seconds: lives, digits };
            const code = await issueCode(ctx, tx, owner, to);
            const { language } = ctx;
            const envelope = { channel, address, companyId, language };
            const userId = channel === "EMAIL" ? (known?.id ?? null) : null;
            await ctx.deps.jobs.notify(
              tx,
              known && channel === "EMAIL"
                ? { ...envelope, userId, template: "accountExists", params: {} }
                : {
                    ...envelope,
                    userId,
                    template: "registrationCode",
                    params: { code, minutes: lives / 60 },
                  },
            );
          }
        });
        return codeSent(channels, CODE_SECONDS.member);
      });
    }),
  );

/** Refuses with MOBILE_CODE_WRONG a code that was not sent to this mobile. */
async function proveMobile(
  ctx: Context,
  owner: CodeOwner,
  account: Account,
  mobile: string,
  code: string,
): Promise<ProvenCode> {
  try {
    const proven = await proveCode(ctx, owner, account, code, "SMS");
    if (proven.address === mobile) return proven;
  } catch (error) {
    if (refusalFrom(error)?.code !== "CODE_WRONG") throw error;
  }
  throw refuse("MOBILE_CODE_WRONG");
}

/** Checks the fields typed so far, and finds the referrer they name. */
async function faultsIn(
  ctx: Pick<Context, "db" | "now"> & { company: CompanySite },
  typed: RegistrationFaults,
) {
  const { dateOfBirth, password, referralCode, name, email, mobile } = typed;
  const referrer = referralCode
    ? await findReferrer(ctx.db, ctx.company.id, normaliseReferralCode(referralCode))
    : undefined;
  const owner = { name, email: email && foldEmail(email), mobile, company: ctx.company };
  const found = {
    dateOfBirth: dateOfBirth ? birthDateFault(dateOfBirth, ctx.now) : null,
    password: password ? passwordFault(password, owner) : null,
    referralCode: referralCode && !referrer ? "REFERRAL_CODE_UNKNOWN" : null,
  } satisfies Faults;
  return { found, referrer };
}

/**
 * Returns the refusals that `register` would give to a form that is incomplete otherwise, so that
 * it shows all at once. Tells a stranger nothing that `register` does not.
 */
const faults = companyProcedure
  .input(RegistrationFaults)
  .query(async ({ ctx, input }): Promise<Faults> => (await faultsIn(ctx, input)).found);

/** Returns by whom a visitor is invited. A member is named only if they agreed. */
const invitation = companyProcedure
  .input(InvitationRef)
  .query(async ({ ctx, input }): Promise<Invitation> => {
    const found = await findByCode(ctx.db, ctx.company.id, input.referralCode);
    const none = { name: null, campaign: null };
    if (found?.role !== "USER") return { state: "UNKNOWN", ...none };
    if (found.status !== "ACTIVE" || found.deletedAt) return { state: "ENDED", ...none };
    const { campaign } = ctx.company;
    const applies = campaign && mayRefer(campaign.whoRefers, found) ? campaign : null;
    return {
      state: "VALID",
      name: found.showsName ? firstNameAndInitial(found.name) : null,
      campaign: applies && {
        rewardBps: applies.rewardBps,
        bonusBps: applies.bonusBps,
        endsAt: applies.endsAt,
      },
    };
  });

/** The new member's first mail, and one that names nobody to a referrer who chose mails. */
function welcome(
  ctx: { company: CompanySite },
  member: MemberRow,
  referrer: MemberRow | undefined,
): Message[] {
  const { id: companyId, unverifiedMayBuy } = ctx.company;
  const rewardBps = rewardBpsForAll(ctx.company);
  const percent = rewardBps > 0 ? formatPercent(rewardBps) : "";
  const joined = { template: "memberJoined", params: { percent } } as const;
  return [
    {
      ...mailTo(companyId, member),
      template: "welcome",
      params: { memberId: member.referralCode, percent, waits: !unverifiedMayBuy },
    },
    ...(referrer?.mailsNotices && referrer.emailVerifiedAt && !referrer.endAskedAt
      ? [{ ...mailTo(companyId, referrer), ...joined }]
      : []),
  ];
}

/**
 * Registers a member. The mailed code is required: only it proves the address. The code of the text
 * message proves the mobile, where it is given. If the address has an account, every code is refused as
 * wrong (architecture.md §7).
 */
const register = companyProcedure.input(Register).mutation(async ({ ctx, input }) => {
  const companyId = ctx.company.id;
  const email = foldEmail(input.email);
  const { found, referrer } = await faultsIn(ctx, input);
  refuseFaults(found);
  const { firstTouch } = ctx;
  // The typed code wins: a tag belongs to the code of its link.
  const tag = firstTouch?.code === input.referralCode ? firstTouch?.tag : "";
  const agreed = input.consent ? agreedTo(ctx, input) : null;

  const owner = { companyId, purpose: "REGISTER" as const, subject: email };
  const account = { companyId, email };
  const proven = [await proveCode(ctx, owner, account, input.otp)];
  if (input.mobileOtp)
    proven.push(await proveMobile(ctx, owner, account, input.mobile, input.mobileOtp));
  const passwordHash = await ctx.deps.passwords.hash(input.password);
  try {
    await withReferralCode((referralCode) =>
      ctx.transact(async (tx) => {
        for (const code of proven) await spendProven(tx, code);
        const member = await insertMember(tx, {
          companyId,
          id: newId(),
          role: "USER",
          name: input.name,
          email: input.email,
          mobile: input.mobile,
          passwordHash,
          referralCode,
          referrerId: referrer?.id ?? null,
          referralTag: tag || null,
          showsName: input.showsName ?? false,
          dateOfBirth: input.dateOfBirth,
          pincode: input.pincode ?? null,
          gender: input.gender ?? null,
          language: ctx.language,
          host: pageHostOf(ctx),
          emailVerifiedAt: ctx.now,
          mobileVerifiedAt: input.mobileOtp ? ctx.now : null,
          ...(agreed && { consentedAt: ctx.now, ...agreed.columns }),
        });
        const event = {
          event: "member.registered" as const,
          companyId,
          data: { companyId, memberId: referralCode },
        };
        await ctx.deps.jobs.notify(tx, ...welcome(ctx, member, referrer), event);
        await keepContactSigns(tx, ctx.deps.secrets, member);
        await keepSigns(tx, ctx.deps.secrets, { companyId, memberId: member.id }, [
          { sign: "NETWORK", value: `network:${networkOf(ctx.ip)}` },
        ]);
        if (agreed) await keepPolicies(tx, companyId, agreed.texts);
        await recordAudit(withinTransaction(ctx, tx), {
          action: "member.registered",
          subjectType: "member",
          subjectId: member.id,
          after: {
            referralCode,
            referrerId: member.referrerId,
            ...(agreed && {
              policyVersion: agreed.columns.consentVersion,
              termsVersion: agreed.columns.consentTermsVersion,
            }),
          },
        });
      }),
    );
  } catch (error) {
    if (violatedConstraint(error) !== "users_email") throw error;
    // The account exists: answers as for a wrong code, and uses the code up.
    for (const code of proven) await spendProven(ctx.db, code);
    throw refuse("CODE_WRONG");
  }
  return null;
});

export const registrationRouter = router({ requestCode, faults, invitation, register });
