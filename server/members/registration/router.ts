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
  markNetwork,
  prolongCode,
  spendProven,
  withMinimumDuration,
  type Account,
  type Context,
  transactWithin,
  refusalFrom,
  companyProcedure,
  recordAudit,
  router,
} from "@server/access";
import { newId } from "@db/ids";
import { mayRefer, rewardForAll } from "@server/sites/rules/campaign";
import type { Message } from "@server/messages";
import { keepPolicies, agreedTo } from "@server/companies";
import type { CompanySite } from "@server/sites";
import type { CodeSent } from "@server/platform/rules/people/one-time-codes";
import {
  type Invitation,
  BeginRegistration,
  InvitationRef,
  ProveEmail,
  Register,
  RequestMobileCode,
  RegisterForm,
  RegistrationFaults,
  RequestRegistrationCode,
} from "@server/members/contracts/registration";
import { formatDateTime } from "@server/platform/rules/dates/dates";
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
import { startSession } from "@server/members/sessions/start-session";
import type { LoggedIn } from "@server/members/contracts/sessions";
import { withReferralCode } from "@server/members/profile/views";

const { lives, resend } = CODE_SECONDS.member;

type VisitorContext = Context & { company: CompanySite };

/**
 * Sends a code by mail, and another by SMS where a provider is set and the mobile is of the company's
 * countries, without revealing which accounts exist. If the address has an account, the mail says so and
 * the SMS is the usual one with an unusable code: the phone's owner must not learn of the account.
 */
const sendCodes = (
  ctx: VisitorContext,
  { email, mobile, byMail }: { email: string; mobile: string | undefined; byMail: boolean },
): Promise<CodeSent> =>
  withMinimumDuration(() => {
    const companyId = ctx.company.id;
    const subject = foldEmail(email);
    const owner = { companyId, purpose: "REGISTER" as const, subject };
    const hasSms = ctx.deps.config.smsWebhookUrl !== null;
    const request = {
      account: { companyId, email: subject },
      share: "none",
      resendSeconds: resend,
    } as const;
    return sendWithinLimits(ctx, owner, request, async (digits) => {
      // A mobile that strangers have used up costs its owner the text message, not the mail.
      const bySms =
        hasSms && mobile !== undefined && (await admitTextMessage(ctx, ctx.company, mobile));
      const used = [
        ...(byMail ? [{ channel: "EMAIL" as const, address: email }] : []),
        ...(bySms ? [{ channel: "SMS" as const, address: mobile }] : []),
      ];
      await ctx.transact(async (tx) => {
        const known = await findMemberByEmail(tx, companyId, subject);
        for (const { channel, address } of used) {
          const code = await issueCode(ctx, tx, owner, {
            channel,
            address,
            seconds: lives,
            digits,
          });
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
      return codeSent(hasSms ? ["EMAIL", "SMS"] : ["EMAIL"], CODE_SECONDS.member);
    });
  });

const requestCode = companyProcedure
  .input(RequestRegistrationCode)
  .mutation(({ ctx, input }) => sendCodes(ctx, { ...input, byMail: true }));

const begin = companyProcedure
  .input(BeginRegistration)
  .mutation(({ ctx, input }) => sendCodes(ctx, { ...input, mobile: undefined, byMail: true }));

const requestMobileCode = companyProcedure
  .input(RequestMobileCode)
  .mutation(({ ctx, input }) => sendCodes(ctx, { ...input, byMail: false }));

const ownerOf = (ctx: VisitorContext, email: string): CodeOwner => ({
  companyId: ctx.company.id,
  purpose: "REGISTER",
  subject: foldEmail(email),
});

/**
 * Verifies a mailed code before the page asks for more. It is verified again, and used up, when the
 * account is made; until then it works for as long again. An address with an account was sent none, so
 * each is wrong.
 */
const proveEmail = companyProcedure
  .input(ProveEmail)
  .mutation(async ({ ctx, input: { email, otp } }) => {
    const owner = ownerOf(ctx, email);
    const account = { companyId: ctx.company.id, email: owner.subject };
    const { id } = await proveCode(ctx, owner, account, otp);
    await prolongCode(ctx.deps.database.db, id, 2 * lives);
    return null;
  });

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
        left: applies.left,
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
  const { rewardBps, until: endsAt } = rewardForAll(ctx.company);
  const percent = rewardBps > 0 ? formatPercent(rewardBps) : "";
  const until = endsAt === null ? "" : formatDateTime(new Date(endsAt));
  const joined = { template: "memberJoined", params: { percent, until } } as const;
  return [
    {
      ...mailTo(companyId, member),
      template: "welcome",
      params: { memberId: member.referralCode, percent, until, waits: !unverifiedMayBuy },
    },
    ...(referrer?.mailsNotices && referrer.emailVerifiedAt && !referrer.endAskedAt
      ? [{ ...mailTo(companyId, referrer), ...joined }]
      : []),
  ];
}

/**
 * Registers a member. The mailed code is required: only it proves the address. The code of the text
 * message proves the mobile, where it is given. If the address has an account, every code is refused as
 * wrong (architecture.md §7). `enter` starts what follows in the same transaction.
 */
async function createMember<T>(
  ctx: VisitorContext,
  input: Register,
  enter: (inside: Context, member: MemberRow) => Promise<T>,
): Promise<T> {
  const companyId = ctx.company.id;
  const { found, referrer } = await faultsIn(ctx, input);
  refuseFaults(found);
  const { firstTouch } = ctx;
  // The typed code wins: a tag belongs to the code of its link.
  const tag = firstTouch?.code === input.referralCode ? firstTouch?.tag : "";
  const agreed = input.consent ? agreedTo(ctx, input) : null;

  const owner = ownerOf(ctx, input.email);
  const account = { companyId, email: owner.subject };
  const proven = [await proveCode(ctx, owner, account, input.otp)];
  if (input.mobileOtp)
    proven.push(await proveMobile(ctx, owner, account, input.mobile, input.mobileOtp));
  const passwordHash = await ctx.deps.passwords.hash(input.password);
  try {
    return await withReferralCode((referralCode) =>
      transactWithin(ctx, async (inside, tx) => {
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
        await recordAudit(inside, {
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
        return enter(inside, member);
      }),
    );
  } catch (error) {
    if (violatedConstraint(error) !== "users_email") throw error;
    // The account exists: answers as for a wrong code, and uses the code up.
    for (const code of proven) await spendProven(ctx.db, code);
    throw refuse("CODE_WRONG");
  }
}

const register = companyProcedure
  .input(Register)
  .mutation(({ ctx, input }) => createMember(ctx, input, () => Promise.resolve(null)));

/** Registers a member of a page and logs them in: they have proven the address and chosen the password. */
const join = companyProcedure
  .input(RegisterForm)
  .mutation(async ({ ctx, input }): Promise<LoggedIn> => {
    const companyId = ctx.company.id;
    const session = await createMember(ctx, input, (inside, { id }) =>
      startSession(inside, { role: "USER", id, companyId }),
    );
    await markNetwork(ctx, { companyId, email: foldEmail(input.email) });
    return session;
  });

export const registrationRouter = router({
  requestCode,
  begin,
  requestMobileCode,
  proveEmail,
  faults,
  invitation,
  register,
  join,
});
