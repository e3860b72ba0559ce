import type { Executor } from "@db/client";
import { firstHostOf } from "@server/sites";
import {
  insertMemberSession,
  type ProvenMember,
  type Settlement,
  hasTwoFactor,
  type MemberRow,
  lockMember,
  type Context,
  transactWithin,
  networkOf,
  type Account,
  accountKey,
  countLogin,
  forgetHits,
  forgetOneHit,
  settleLogin,
  settlementOf,
  logLogin,
  pageHostOf,
} from "@server/access";
import type { CompanyRole } from "@db/vocabulary";
import { isAdminOfSite } from "@server/members/administration/company-admins";
import type { TwoFactorChallenge, LoggedIn } from "@server/members/contracts/sessions";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { keepAccount } from "@server/members/administration/account-end";
import { startTwoFactorChallenge } from "./two-factor-challenge";
import { renewHash } from "./renew-hash";
import { startSession } from "./start-session";

const WINDOW_SECONDS = 15 * 60;

/**
 * The key under which an account's wrong logins are counted. An admin's count by address alone: they
 * share one limit between the platform's host and the company's, and a limit of one company would tell
 * on the one host whose admin was guessed at on the other.
 */
export const wrongLoginsOf = (role: CompanyRole, { companyId, email }: Account) => ({
  what: "login-account",
  of: `${role}:${accountKey({ companyId: role === "ADMIN" ? null : companyId, email })}`,
});

/**
 * Verifies a password and starts a session. Each try is counted before it is verified, so that concurrent
 * guesses are limited like sequential ones; a right one is taken off the count. Every failed login gets
 * WRONG_LOGIN after the same work.
 */
export async function logInWithPassword(
  ctx: Context,
  attempt: { role: CompanyRole; email: string; password: string; companyId: string | null },
  findPerson: (db: Executor) => Promise<MemberRow | undefined>,
): Promise<LoggedIn | TwoFactorChallenge> {
  const { limits } = ctx.deps.config;
  const finding = findPerson(ctx.deps.database.db);
  // An admin has logged in at the company, also where the platform's host is used.
  const companyOfAdmin = attempt.role === "ADMIN" ? (await finding)?.companyId : undefined;
  const account = { companyId: companyOfAdmin ?? attempt.companyId, email: attempt.email };
  const tries = wrongLoginsOf(attempt.role, account);
  const client = { what: "login-ip", of: networkOf(ctx.ip) };
  const window = { windowSeconds: WINDOW_SECONDS };
  const limit = limits.wrongLoginsPerAccount;
  const counts = {
    byNetwork: { ...client, ...window, limit: limits.wrongLoginsPerIp },
    own: { what: `login-at-home-${attempt.role}`, limit },
    byAccount: { ...tries, ...window, limit },
  };
  const [person, counted] = await Promise.all([finding, countLogin(ctx, account, counts)]);
  if ("wait" in counted) throw refuse("LOGIN_THROTTLED", { seconds: counted.wait });
  const { used } = counted;

  const isRight = await ctx.deps.passwords.verify(person?.passwordHash ?? null, attempt.password);
  if (!person || person.passwordHash === null || !isRight) throw refuse("WRONG_LOGIN");
  const verified = { ...person, passwordHash: person.passwordHash };
  const proven = await renewHash(ctx, verified, attempt.password);
  if (attempt.role === "USER") {
    const begun = await startAtOnce(ctx, proven, settlementOf(ctx, account, { used, tries }));
    if (begun) return begun;
  }
  const answer = await transactWithin(ctx, async (inside, tx) => {
    // Locked and read again: the password or status may have changed during verification. For a
    // change: a login may keep the account whose end was asked for since, and of two that had shared
    // the row, each would wait for the other.
    const current = await lockMember(tx, proven.companyId, proven.id);
    if (!current || current.passwordHash !== proven.passwordHash) throw refuse("WRONG_LOGIN");
    if (current.status !== "ACTIVE" || current.role !== attempt.role) throw refuse("WRONG_LOGIN");
    // An expired password is treated as wrong: one that an admin chose works for a few days only.
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
    await keepAccount(inside, current);
    return startSession(inside, { role, id, companyId });
  });
  if ("ticket" in answer) {
    // An account with an authenticator app trusts the network by its code alone.
    await Promise.all([forgetOneHit(ctx, used), forgetHits(ctx, tries)]);
  } else {
    await settleLogin(ctx, account, { used, tries });
  }
  return answer;
}

/**
 * A member's session by one statement, which checks again what decides. Null where there is more to do
 * or to refuse: a transaction does that, and is waited for until it is on the disk.
 */
async function startAtOnce(
  ctx: Context,
  person: MemberRow & Pick<ProvenMember, "passwordHash">,
  settlement: Settlement,
): Promise<LoggedIn | null> {
  if (ctx.beforeCommit) return null;
  // A crash could bring back the session that this login ends, so the login is not one statement.
  if (await ctx.presentSession?.("USER")) return null;
  const { id, companyId, passwordHash } = person;
  const issued = await ctx.deps.sessions.startStored(ctx, (session) =>
    insertMemberSession(
      ctx.deps.database.db,
      { companyId, id, passwordHash, host: pageHostOf(ctx) },
      session,
      { settlement, now: ctx.now },
    ),
  );
  if (!issued) return null;
  logLogin(ctx, { role: "USER", id, companyId });
  return { token: issued.token, expiresAt: issued.expiresAt.toISOString() };
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
