import { usePasskey, hasTwoFactor, transactWithin, staffProcedure } from "@server/access";
import { type LoggedIn, StepUp } from "@server/members/contracts/sessions";
import { isRefusal, refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { readRecoveryCode } from "@server/members/rules/codes";
import { openPasskeyTicket } from "@server/members/passkeys/relying-party";
import { verifyUse } from "@server/members/passkeys/verify-use";
import { verifyCurrentPassword } from "@server/members/passwords/save-password";
import {
  auditTwoFactor,
  clearCodeGuesses,
  limitCodeGuesses,
  type OwnAccount,
  ownAccount,
  type StaffContext,
  verifyTwoFactorCode,
  withinGuessLimits,
} from "@server/members/two-factor/verify-code";

/**
 * Proves the session's person once more, for what an open session does not suffice for. Refuses
 * with STEP_UP_WRONG, with LOGIN_THROTTLED after too many guesses, and with STEP_UP_BY_LOGIN a
 * super admin without an authenticator app, who can only log in again. The session gets a new
 * token, and the old one ends.
 */
export const stepUp = staffProcedure
  .input(StepUp)
  .mutation(async ({ ctx, input }): Promise<LoggedIn> => {
    const account = await ownAccount(ctx);
    const { stepUpProof, stepUpTicket, stepUpResponse } = input;
    if (stepUpTicket !== undefined && stepUpResponse !== undefined) {
      return byPasskey(ctx, account, { ticket: stepUpTicket, response: stepUpResponse });
    }
    if (stepUpProof === undefined) throw refuse("STEP_UP_PROOF_REQUIRED");
    const byCode = await withOwnCode(ctx, account, stepUpProof);
    if (byCode) return byCode;
    if (account.role === "SUPER_ADMIN") {
      throw refuse((await hasTwoFactor(ctx.db, account.id)) ? "STEP_UP_WRONG" : "STEP_UP_BY_LOGIN");
    }
    try {
      await verifyCurrentPassword(ctx, account, stepUpProof);
    } catch (error) {
      throw isRefusal(error) && error.code === "CURRENT_PASSWORD_WRONG"
        ? refuse("STEP_UP_WRONG")
        : error;
    }
    return transactWithin(ctx, (inside) => proved(inside, account));
  });

/** A passkey of the account itself, for this site. */
async function byPasskey(
  ctx: StaffContext,
  account: OwnAccount,
  { ticket: sealed, response }: { ticket: string; response: { id: string } },
): Promise<LoggedIn> {
  const made = { purpose: "step-up", personId: account.id } as const;
  const ticket = openPasskeyTicket({ secrets: ctx.deps.secrets, now: ctx.now }, sealed, made);
  await limitCodeGuesses(ctx, account);
  const { passkey, counter } = await verifyUse(ctx, ticket, response);
  if (passkey.personId !== account.id) throw refuse("PASSKEY_WRONG");
  const session = await transactWithin(ctx, async (inside, tx) => {
    // The session's row before the passkey's, as where a person is removed.
    const renewed = await proved(inside, account);
    if (!(await usePasskey(tx, passkey.id, counter))) throw refuse("PASSKEY_WRONG");
    return renewed;
  });
  await clearCodeGuesses(ctx, account);
  return session;
}

/** The session after a code of the account's app, or a recovery code; null if it is none. */
async function withOwnCode(
  ctx: StaffContext,
  account: OwnAccount,
  typed: string,
): Promise<LoggedIn | null> {
  // A password is longer than the digits of an app; one that reads like a recovery code is tried too.
  const isDigits = /^\d{6}$/.test(typed.replace(/\s/g, ""));
  if (!isDigits && readRecoveryCode(typed) === null) return null;
  if (!(await hasTwoFactor(ctx.db, account.id))) return null;
  const code = typed.replace(/\s/g, "");
  try {
    const session = await withinGuessLimits(ctx, account, code, () =>
      transactWithin(ctx, async (inside) => {
        await verifyTwoFactorCode(inside, account, code);
        return proved(inside, account);
      }),
    );
    await clearCodeGuesses(ctx, account);
    return session;
  } catch (error) {
    if (!isRefusal(error) || error.code !== "SECOND_STEP_WRONG") throw error;
    if (isDigits) throw refuse("STEP_UP_WRONG");
    return null;
  }
}

async function proved(ctx: StaffContext, account: OwnAccount): Promise<LoggedIn> {
  const renewed = orRefuse(
    await ctx.deps.sessions.within(ctx.db).renew(ctx.actor),
    "NOT_SIGNED_IN",
  );
  await auditTwoFactor(ctx, account, "stepped-up", null);
  return { token: renewed.token, expiresAt: renewed.expiresAt.toISOString() };
}
