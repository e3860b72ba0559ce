import { firstHostOf } from "@db/queries/domains";
import { hasSecondStep } from "@db/queries/second-steps";
import { type User, holdUser } from "@db/queries/users";
import type { CompanyRole } from "@db/vocabulary";
import { adminBelongsHere } from "@server/context/admin-here";
import { type Context, withinTransaction } from "@server/context/context";
import type { HalfLoggedIn, LoggedIn } from "@server/contracts/sessions";
import { refuse } from "@server/domain/refusals/refuse";
import { networkOf } from "@server/throttles/network";
import {
  type Account,
  accountKey,
  forgetHits,
  forgetOneHit,
  secondsToWait,
  secondsToWaitFor,
  welcome,
} from "@server/throttles/throttle";
import { halfWay } from "./half-way";
import { startSession } from "./start-session";

const WINDOW_SECONDS = 15 * 60;

/** What wrong logins of an account are counted under. */
export const wrongLoginsOf = (role: CompanyRole, account: Account) => ({
  what: "login-account",
  of: `${role}:${accountKey(account)}`,
});

/**
 * Checks a password and starts a session. Every try is counted before it is looked at, so that a
 * thousand at once get no more guesses than ten in a row; a right one is taken back. Whoever cannot
 * log in, for whatever reason, hears WRONG_LOGIN after the same work.
 */
export async function logInWithPassword(
  ctx: Context,
  attempt: { role: CompanyRole; email: string; password: string; companyId: string | null },
  findPerson: () => Promise<User | undefined>,
): Promise<LoggedIn | HalfLoggedIn> {
  const { limits } = ctx.deps.config;
  const person = await findPerson();
  // An admin has as many tries on the platform's host as on the company's, not as many again.
  const account = { companyId: person?.companyId ?? attempt.companyId, email: attempt.email };
  const tries = wrongLoginsOf(attempt.role, account);
  const client = { what: "login-ip", of: networkOf(ctx.ip) };
  const window = { windowSeconds: WINDOW_SECONDS };
  const waits = [
    await secondsToWait(ctx, { ...client, ...window, limit: limits.wrongLoginsPerIp }),
    await secondsToWaitFor(ctx, account, {
      ...tries,
      ...window,
      limit: limits.wrongLoginsPerAccount,
    }),
  ];
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) throw refuse("LOGIN_THROTTLED", { seconds: wait });

  const isRight = await ctx.deps.passwords.verify(person?.passwordHash ?? null, attempt.password);
  const answer = await ctx.transact(async (tx) => {
    // Held, and looked at again: a password changed, or a person blocked, while we checked counts.
    const current = person && isRight ? await holdUser(tx, person.companyId, person.id) : undefined;
    if (!current || current.passwordHash !== person?.passwordHash) throw refuse("WRONG_LOGIN");
    if (current.status !== "ACTIVE" || current.role !== attempt.role) throw refuse("WRONG_LOGIN");
    await assertSiteOf(ctx, current);
    const { role, id, companyId, email, language } = current;
    if (role === "ADMIN" && (await hasSecondStep(tx, id))) {
      return halfWay(ctx, { role, id, companyId, email, language }, current.passwordHash);
    }
    return startSession(withinTransaction(ctx, tx), { role, id, companyId });
  });
  await forgetOneHit(ctx, client);
  // A password alone makes nobody at home who has an app besides: its code does.
  if ("ticket" in answer) await forgetHits(ctx, tries);
  else await welcome(ctx, account, tries);
  return answer;
}

/**
 * A page's cookie would be nobody's here where an admin's company has a host of its own: whoever
 * proved to be that admin is told where to go. Tokens of REST count on the platform's host.
 */
async function assertSiteOf(ctx: Context, { role, companyId }: User): Promise<void> {
  if (ctx.door !== "page" || role !== "ADMIN") return;
  if (await adminBelongsHere(ctx.db, { companyId }, ctx.site)) return;
  throw refuse("LOG_IN_AT_HOST", { host: (await firstHostOf(ctx.db, companyId)) ?? "" });
}
