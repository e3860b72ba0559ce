import { findMemberByEmail } from "@server/access/queries/members";
import { findSuperAdminByEmail } from "@server/access/queries/super-admins";
import type { Context } from "@server/access/call/context";
import {
  type Account,
  accountKey,
  atNetwork,
  countedSoFar,
  countUp,
  forgetHits,
  isTrustedNetwork,
} from "./throttle";

/**
 * Wrong codes are counted per account for 30 days, beside the attempts of each code
 * (`spendAttempt` in `queries/codes.ts`), the guesses of a network (`admitGuess` in
 * `sessions/one-time-codes.ts`), and for 15 minutes those at an authenticator app
 * (`members/two-factor/verify-code.ts`).
 * `code` is a code that was sent, `app` one of an authenticator app.
 */
export type Guessed = "code" | "app";

const GUESS_DAYS = 30;
const WINDOW = { windowSeconds: GUESS_DAYS * 24 * 3600 };

/**
 * Returns the counter that holds an account's wrong guesses. A network where the owner has logged
 * in has its own, so that guesses of strangers do not count against the owner.
 */
async function counterOf(ctx: Context, account: Account, guessed: Guessed) {
  const key = accountKey(account);
  return (await isTrustedNetwork(ctx, account))
    ? { what: `wrong-${guessed}-at-home`, of: atNetwork(ctx, key) }
    : { what: `wrong-${guessed}`, of: key };
}

/** True once the wrong guesses of 30 days reach `wrongCodesPerAccountMonth` (decision 6). */
export async function isGuessedTooOften(
  ctx: Context,
  account: Account,
  guessed: Guessed,
): Promise<boolean> {
  const count = await counterOf(ctx, account, guessed);
  return (await countedSoFar(ctx, count)) >= ctx.deps.config.limits.wrongCodesPerAccountMonth;
}

/** Counts a wrong guess. The one that reaches the limit sends the owner a mail. */
export async function countWrongGuess(
  ctx: Context,
  account: Account,
  guessed: Guessed,
): Promise<void> {
  const count = await counterOf(ctx, account, guessed);
  const hits = await countUp(ctx, { ...count, ...WINDOW });
  if (hits === ctx.deps.config.limits.wrongCodesPerAccountMonth) {
    await notifyOwner(ctx, account, guessed);
  }
}

/** Forgets the guesses from untrusted networks, after the owner replaced the guessed secret. */
export const forgetGuesses = (ctx: Context, account: Account, guessed: Guessed): Promise<void> =>
  forgetHits(ctx, { what: `wrong-${guessed}`, of: accountKey(account) });

/** Mails the owner; an address without an account gets nothing. */
async function notifyOwner(ctx: Context, account: Account, guessed: Guessed): Promise<void> {
  const { db } = ctx.deps.database;
  const { companyId } = account;
  const member = companyId ? await findMemberByEmail(db, companyId, account.email) : undefined;
  const person = companyId ? member : await findSuperAdminByEmail(db, account.email);
  if (!person) return;
  await ctx.deps.jobs.notify(db, {
    template: "wrongCodes",
    params: {
      guessed: guessed === "code" ? "CODE" : "APP",
      wrong: ctx.deps.config.limits.wrongCodesPerAccountMonth,
      days: GUESS_DAYS,
    },
    channel: "EMAIL",
    address: person.email,
    language: member?.language ?? ctx.language,
    companyId,
    userId: member?.id ?? null,
  });
}
