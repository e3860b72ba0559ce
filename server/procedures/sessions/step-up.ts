import { usePasskey } from "@db/queries/passkeys";
import { hasTwoFactor } from "@db/queries/two-factor";
import { withinTransaction } from "@server/context/context";
import { StepUp } from "@server/contracts/sessions";
import { isRefusal, refuse } from "@server/domain/refusals/refuse";
import { readRecoveryCode } from "@server/domain/two-factor/codes";
import { openPasskeyTicket } from "@server/identity/passkeys";
import { verifyUse } from "@server/procedures/passkeys/verify-use";
import { verifyCurrentPassword } from "@server/procedures/passwords/save-password";
import { staffProcedure } from "@server/procedures/trpc";
import {
  type OwnAccount,
  ownAccount,
  type StaffContext,
} from "@server/procedures/two-factor/own-account";
import {
  auditTwoFactor,
  clearCodeGuesses,
  limitCodeGuesses,
  verifyTwoFactorCode,
  withinGuessLimits,
} from "@server/procedures/two-factor/verify-code";

/**
 * Proves the session's person once more, for what an open session does not suffice for. Refuses
 * with STEP_UP_WRONG, with LOGIN_THROTTLED after too many guesses, and with STEP_UP_BY_LOGIN a
 * super admin without an authenticator app, who can only log in again.
 */
export const stepUp = staffProcedure
  .input(StepUp)
  .mutation(async ({ ctx, input }): Promise<null> => {
    const account = await ownAccount(ctx);
    const { stepUpProof, stepUpTicket, stepUpResponse } = input;
    if (stepUpTicket !== undefined && stepUpResponse !== undefined) {
      return byPasskey(ctx, account, { ticket: stepUpTicket, response: stepUpResponse });
    }
    if (stepUpProof === undefined) throw refuse("STEP_UP_PROOF_REQUIRED");
    if (await isOwnCode(ctx, account, stepUpProof)) return null;
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
    await ctx.transact((tx) => proved(withinTransaction(ctx, tx), account));
    return null;
  });

/** A passkey of the account itself, for this site. */
async function byPasskey(
  ctx: StaffContext,
  account: OwnAccount,
  { ticket: sealed, response }: { ticket: string; response: { id: string } },
): Promise<null> {
  const made = { purpose: "step-up", personId: account.id } as const;
  const ticket = openPasskeyTicket({ secrets: ctx.deps.secrets, now: ctx.now }, sealed, made);
  await limitCodeGuesses(ctx, account);
  const { passkey, counter } = await verifyUse(ctx, ticket, response);
  if (passkey.personId !== account.id) throw refuse("PASSKEY_WRONG");
  await ctx.transact(async (tx) => {
    // The session's row before the passkey's, as where a person is removed.
    await proved(withinTransaction(ctx, tx), account);
    if (!(await usePasskey(tx, passkey.id, counter))) throw refuse("PASSKEY_WRONG");
  });
  await clearCodeGuesses(ctx, account);
  return null;
}

/** Whether it is a code of the account's app, or a recovery code; then the session has stepped up. */
async function isOwnCode(ctx: StaffContext, account: OwnAccount, typed: string): Promise<boolean> {
  // A password is longer than the digits of an app; one that reads like a recovery code is tried too.
  const isDigits = /^\d{6}$/.test(typed.replace(/\s/g, ""));
  if (!isDigits && readRecoveryCode(typed) === null) return false;
  if (!(await hasTwoFactor(ctx.db, account.id))) return false;
  const code = typed.replace(/\s/g, "");
  try {
    await withinGuessLimits(ctx, account, code, () =>
      ctx.transact(async (tx) => {
        const inside = withinTransaction(ctx, tx);
        await verifyTwoFactorCode(inside, account, code);
        await proved(inside, account);
      }),
    );
  } catch (error) {
    if (!isRefusal(error) || error.code !== "SECOND_STEP_WRONG") throw error;
    if (isDigits) throw refuse("STEP_UP_WRONG");
    return false;
  }
  await clearCodeGuesses(ctx, account);
  return true;
}

async function proved(ctx: StaffContext, account: OwnAccount): Promise<void> {
  await ctx.deps.sessions.within(ctx.db).prove(ctx.actor);
  await auditTwoFactor(ctx, account, "stepped-up", null);
}
