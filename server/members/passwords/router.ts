import {
  type Account,
  type CodeOwner,
  codeSent,
  companyProcedure,
  type Context,
  findMemberByEmail,
  forgetGuesses,
  issueCode,
  memberProcedure,
  type MemberRow,
  proveCode,
  publicProcedure,
  router,
  sendWithinLimits,
  spendProven,
  staffProcedure,
  trustNetwork,
  updateMember,
  transactWithin,
  withMinimumDuration,
  findSelf,
} from "@server/access";
import type { Executor } from "@db/client";
import type { CompanyRole } from "@db/vocabulary";
import { siteAdmins } from "@server/members/administration/company-admins";
import type { CompanySite } from "@server/sites";
import type { CodeSent } from "@server/platform/rules/people/one-time-codes";
import {
  ChangeOwnPassword,
  ChangePassword,
  RequestPasswordReset,
  ResetPassword,
} from "@server/members/contracts/passwords";
import { foldEmail } from "@server/platform/rules/people/contact";
import { assertPassword } from "@server/platform/rules/people/password";
import { CODE_SECONDS } from "@server/platform/rules/people/one-time-codes";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { wrongLoginsOf } from "@server/members/sessions/log-in";
import { keepContactSigns } from "@server/members/profile/contact-signs";
import { invitation, setPassword } from "./invitation";
import { proveAddress } from "./prove-address";
import { lockProven, savePassword, verifyCurrentPassword } from "./save-password";

/**
 * An admin's own password, also where the company requires an authenticator app that the admin does
 * not have yet. A super admin has none. Ends the admin's other sessions.
 */
const changeOwn = staffProcedure
  .input(ChangeOwnPassword)
  .mutation(async ({ ctx, input: { currentPassword, newPassword } }) => {
    const { actor } = ctx;
    if (actor.role !== "ADMIN") throw refuse("WRONG_ROLE");
    const person = await findSelf(ctx.db, actor);
    await verifyCurrentPassword(ctx, person, currentPassword);
    if (newPassword === currentPassword) throw refuse("PASSWORD_UNCHANGED");
    assertPassword(newPassword, { ...person, company: ctx.company });
    const passwordHash = await ctx.deps.passwords.hash(newPassword);
    await transactWithin(ctx, async (inside, tx) => {
      await lockProven(tx, person);
      await savePassword(inside, person, passwordHash, {
        action: "member.password-changed",
        keepSessionId: actor.sessionId,
      });
    });
    return null;
  });

const { lives, resend } = CODE_SECONDS.member;

/**
 * The account whose password is reset. `companyId` is null on the platform's host without a
 * company.
 */
interface Asked {
  role: CompanyRole;
  companyId: string | null;
  company: CompanySite | null;
  find: (db: Executor, email: string) => Promise<MemberRow | undefined>;
}

/**
 * A code belongs to a role and to the site it was requested on, not to the person found: an admin and a
 * member may share an address but never a code, and another site's code reveals nothing.
 */
const resetOwner = ({ companyId, role }: Asked, email: string) => ({
  companyId,
  purpose: "RESET_PASSWORD" as const,
  subject: `${role}:${foldEmail(email)}`,
});

async function findActive(
  db: Executor,
  asked: Asked,
  email: string,
): Promise<MemberRow | undefined> {
  const person = await asked.find(db, email);
  return person?.role === asked.role && person.status === "ACTIVE" ? person : undefined;
}

/**
 * The account whose codes and guesses are counted: the company of the person found, since an admin who
 * asks on the platform's host has logged in at the company.
 */
const accountAsked = async (ctx: Context, asked: Asked, email: string): Promise<Account> => ({
  companyId: (await findActive(ctx.db, asked, email))?.companyId ?? asked.companyId,
  email,
});

const requestReset = (
  ctx: Context,
  asked: Asked,
  { email }: RequestPasswordReset,
): Promise<CodeSent> =>
  withMinimumDuration(async () => {
    const owner = resetOwner(asked, email);
    const request = {
      account: await accountAsked(ctx, asked, foldEmail(email)),
      share: "trusted network",
      resendSeconds: resend,
    } as const;
    return sendWithinLimits(ctx, owner, request, async (digits) => {
      await ctx.transact(async (tx) => {
        const person = await findActive(tx, asked, email);
        if (person) await sendCode(ctx, tx, owner, { person, digits }, "resetCode");
      });
      return codeSent(["EMAIL"], CODE_SECONDS.member);
    });
  });

async function sendCode(
  ctx: Context,
  tx: Executor,
  owner: CodeOwner,
  { person, digits }: { person: MemberRow; digits: number },
  template: "resetCode" | "changeCode",
): Promise<void> {
  const { email: address, companyId, id: userId, language } = person;
  const to = { channel: "EMAIL" as const, address, seconds: lives, digits };
  const code = await issueCode(ctx, tx, owner, to);
  await ctx.deps.jobs.notify(tx, {
    template,
    params: { code, minutes: lives / 60 },
    channel: "EMAIL",
    address,
    language,
    companyId,
    userId,
  });
}

async function reset(
  ctx: Context,
  asked: Asked,
  input: { email: string; otp: string; newPassword: string },
): Promise<null> {
  const { company } = asked;
  assertPassword(input.newPassword, { email: foldEmail(input.email), company });
  const asking = await accountAsked(ctx, asked, input.email);
  const proven = await proveCode(ctx, resetOwner(asked, input.email), asking, input.otp);
  const passwordHash = await ctx.deps.passwords.hash(input.newPassword);
  const { companyId } = await transactWithin(ctx, async (inside, tx) => {
    await spendProven(tx, proven);
    const person = orRefuse(await findActive(tx, asked, input.email), "CODE_WRONG");
    // Only who proved the address learns that the password has its owner's name.
    assertPassword(input.newPassword, { ...person, company });
    await savePassword(inside, person, passwordHash, { action: "member.password-reset" });
    await proveAddress(inside, person);
    return person;
  });
  // The code proves control of the mailbox, so others' wrong logins must not lock the owner out.
  const account = { companyId, email: input.email };
  await trustNetwork(ctx, account, wrongLoginsOf(asked.role, account));
  // An attacker who guessed codes of the app knew the old password.
  await forgetGuesses(ctx, account, "app");
  return null;
}

const members = (company: CompanySite): Asked => ({
  role: "USER",
  companyId: company.id,
  company,
  find: (db, email) => findMemberByEmail(db, company.id, email),
});

/** Admins, found in the same way as at login. */
async function admins(ctx: Context, named: string | undefined): Promise<Asked> {
  const { company, find } = await siteAdmins(ctx, named ?? null);
  return { role: "ADMIN", companyId: company?.id ?? null, company, find };
}

const changeOwner = (person: MemberRow) => ({
  companyId: person.companyId,
  purpose: "CHANGE_PASSWORD" as const,
  subject: person.id,
});

const requestChangeCode = memberProcedure.mutation(async ({ ctx }): Promise<CodeSent> => {
  const person = await findSelf(ctx.db, ctx.actor);
  const owner = changeOwner(person);
  const request = {
    account: person,
    share: "session",
    resendSeconds: resend,
  } as const;
  await sendWithinLimits(ctx, owner, request, (digits) =>
    ctx.transact((tx) => sendCode(ctx, tx, owner, { person, digits }, "changeCode")),
  );
  return codeSent(["EMAIL"], CODE_SECONDS.member);
});

const change = memberProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
  const person = await findSelf(ctx.db, ctx.actor);
  await verifyCurrentPassword(ctx, person, input.currentPassword);
  if (input.newPassword === input.currentPassword) throw refuse("PASSWORD_UNCHANGED");
  assertPassword(input.newPassword, { ...person, company: ctx.company });
  const proven = await proveCode(ctx, changeOwner(person), person, input.otp);
  const passwordHash = await ctx.deps.passwords.hash(input.newPassword);
  await transactWithin(ctx, async (inside, tx) => {
    await spendProven(tx, proven);
    await savePassword(inside, person, passwordHash, {
      action: "member.password-changed",
      keepSessionId: ctx.actor.sessionId,
    });
    // The session's holder reads the mailbox: what they entered is the owner's.
    if (!person.emailVerifiedAt) {
      const proven = { emailVerifiedAt: ctx.now };
      await updateMember(tx, person.companyId, person.id, proven);
      await keepContactSigns(tx, ctx.deps.secrets, { ...person, ...proven });
    }
  });
  return null;
});

export const passwordsRouter = router({
  requestReset: companyProcedure
    .input(RequestPasswordReset)
    .mutation(({ ctx, input }) => requestReset(ctx, members(ctx.company), input)),
  reset: companyProcedure
    .input(ResetPassword)
    .mutation(({ ctx, input }) => reset(ctx, members(ctx.company), input)),
  requestResetAdmin: publicProcedure
    .input(RequestPasswordReset)
    .mutation(async ({ ctx, input }) =>
      requestReset(ctx, await admins(ctx, input.companyId), input),
    ),
  resetAdmin: publicProcedure
    .input(ResetPassword)
    .mutation(async ({ ctx, input }) => reset(ctx, await admins(ctx, input.companyId), input)),
  requestChangeCode,
  change,
  changeOwn,
  invitation,
  setPassword,
});
