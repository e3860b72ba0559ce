import type { User } from "@db/queries/users";
import type { CompanyRole } from "@db/vocabulary";
import type { Context } from "@server/context/context";
import type { LoggedIn } from "@server/contracts/sessions";
import { foldEmail } from "@server/domain/people/contact";
import { refuse } from "@server/domain/refusals/refuse";
import { forgetHits, forgetOneHit, secondsToWait } from "@server/throttles/throttle";

const WINDOW_SECONDS = 15 * 60;

/**
 * Checks a password and starts a session. Every try is counted before it is looked at, so that a
 * thousand at once get no more guesses than ten in a row; a right one is taken back. Whoever cannot
 * log in, for whatever reason, hears WRONG_LOGIN after the same work.
 */
export async function logInWithPassword(
  ctx: Context,
  attempt: { role: CompanyRole; email: string; password: string; place: string },
  findPerson: () => Promise<User | undefined>,
): Promise<LoggedIn> {
  const { limits } = ctx.deps.config;
  const account = {
    what: "login-account",
    of: `${attempt.place}:${attempt.role}:${foldEmail(attempt.email)}`,
  };
  const client = { what: "login-ip", of: ctx.ip };
  const waits = [
    await secondsToWait(ctx, {
      ...client,
      limit: limits.wrongLoginsPerIp,
      windowSeconds: WINDOW_SECONDS,
    }),
    await secondsToWait(ctx, {
      ...account,
      limit: limits.wrongLoginsPerAccount,
      windowSeconds: WINDOW_SECONDS,
    }),
  ];
  const wait = Math.max(0, ...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) throw refuse("LOGIN_THROTTLED", { seconds: wait });

  const person = await findPerson();
  const isRight = await ctx.deps.passwords.verify(person?.passwordHash ?? null, attempt.password);
  if (!person || !isRight || person.status !== "ACTIVE" || person.role !== attempt.role) {
    throw refuse("WRONG_LOGIN");
  }
  await forgetHits(ctx, account);
  await forgetOneHit(ctx, client);
  const { token, expiresAt } = await ctx.deps.sessions.start(
    { role: person.role, id: person.id, companyId: person.companyId },
    { ip: ctx.ip, userAgent: ctx.userAgent },
  );
  return { token, expiresAt: expiresAt.toISOString() };
}
