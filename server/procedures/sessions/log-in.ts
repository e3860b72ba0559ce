import { firstHostOf } from "@db/queries/hosts";
import { hasTwoFactor } from "@db/queries/two-factor";
import { type MemberRow, lockMember } from "@db/queries/members";
import type { CompanyRole } from "@db/vocabulary";
import { isAdminOfSite } from "@server/context/site-admins";
import { type Context, withinTransaction } from "@server/context/context";
import type { TwoFactorChallenge, LoggedIn } from "@server/contracts/sessions";
import { refuse } from "@server/domain/refusals/refuse";
import {
  networkOf,
  type Account,
  accountKey,
  countLogin,
  forgetHits,
  forgetOneHit,
  settleLogin,
} from "@server/identity/throttle";
import { keepAccount } from "@server/procedures/members/account-end";
import { startTwoFactorChallenge } from "./two-factor-challenge";
import { startSession } from "./start-session";

const WINDOW_SECONDS = 15 * 60;

/** The key under which an account's wrong logins are counted. */
export const wrongLoginsOf = (role: CompanyRole, account: Account) => ({
  what: "login-account",
  of: `${role}:${accountKey(account)}`,
});

/**
 * Verifies a password and starts a session. Each try is counted before it is verified, so that concurrent
 * guesses are limited like sequential ones; a right one is taken off the count. Every failed login gets
 * WRONG_LOGIN after the same work.
 */
export async function logInWithPassword(
  ctx: Context,
  attempt: { role: CompanyRole; email: string; password: string; companyId: string | null },
  findPerson: () => Promise<MemberRow | undefined>,
): Promise<LoggedIn | TwoFactorChallenge> {
  const { limits } = ctx.deps.config;
  const person = await findPerson();
  // An admin's tries on the platform's host and the company's share one limit.
  const account = { companyId: person?.companyId ?? attempt.companyId, email: attempt.email };
  const tries = wrongLoginsOf(attempt.role, account);
  const client = { what: "login-ip", of: networkOf(ctx.ip) };
  const window = { windowSeconds: WINDOW_SECONDS };
  const limit = limits.wrongLoginsPerAccount;
  const counted = await countLogin(ctx, account, {
    byNetwork: { ...client, ...window, limit: limits.wrongLoginsPerIp },
    own: { what: `login-at-home-${attempt.role}`, limit },
    byAccount: { ...tries, ...window, limit },
  });
  if ("wait" in counted) throw refuse("LOGIN_THROTTLED", { seconds: counted.wait });

  const isRight = await ctx.deps.passwords.verify(person?.passwordHash ?? null, attempt.password);
  const answer = await ctx.transact(async (tx) => {
    // Locked and read again: the password or status may have changed during verification.
    const current =
      person && isRight
        ? // For a change: a login may keep the account whose end was asked for since, and of two that
          // had shared the row, each would wait for the other.
          await lockMember(tx, person.companyId, person.id)
        : undefined;
    if (!current || current.passwordHash !== person?.passwordHash) throw refuse("WRONG_LOGIN");
    if (current.status !== "ACTIVE" || current.role !== attempt.role) throw refuse("WRONG_LOGIN");
    // As if it were wrong: a password that an admin chose works for a few days only.
    if (current.passwordUntil && current.passwordUntil <= ctx.now) throw refuse("WRONG_LOGIN");
    await assertSiteOf(ctx, current);
    const { role, id, companyId, email, language } = current;
    if (role === "ADMIN" && (await hasTwoFactor(tx, id))) {
      return startTwoFactorChallenge(
        ctx,
        { role, id, companyId, email, language },
        current.passwordHash,
      );
    }
    const inside = withinTransaction(ctx, tx);
    await keepAccount(inside, current);
    return startSession(inside, { role, id, companyId });
  });
  const { used } = counted;
  if ("ticket" in answer) {
    // With an authenticator app, only its code marks the network as trusted.
    await Promise.all([forgetOneHit(ctx, used), forgetHits(ctx, tries)]);
  } else {
    await settleLogin(ctx, account, { used, tries });
  }
  return answer;
}

/**
 * If an admin's company has its own host, a cookie for this page would not be accepted, so a verified
 * admin is told which host to use. REST tokens are accepted on the platform's host.
 */
async function assertSiteOf(ctx: Context, { role, companyId }: MemberRow): Promise<void> {
  if (ctx.transport !== "page" || role !== "ADMIN") return;
  if (await isAdminOfSite(ctx.db, { companyId }, ctx.site)) return;
  throw refuse("LOG_IN_AT_HOST", { host: (await firstHostOf(ctx.db, companyId)) ?? "" });
}
