import { updateCompany } from "@server/sites";
import {
  beginTwoFactor,
  confirmTwoFactor,
  countRecoveryCodes,
  deleteApp,
  deleteRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  hasTwoFactor,
  lockMember,
  needsFactor,
  transactWithin,
  requireStepUp,
  adminProcedure,
  recordAudit,
  router,
  staffProcedure,
  inTransaction,
} from "@server/access";
import {
  BeginTwoFactor,
  RequireTwoFactor,
  TwoFactorCode,
  TurnOffTwoFactor,
} from "@server/members/contracts/two-factor";
import { MemberRef } from "@server/members/contracts/members";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { SETUP_MINUTES } from "@server/platform/rules/people/one-time-codes";
import { RECOVERY_CODES, newTotpSecret, periodOfCode, totpUri } from "@server/members/rules/codes";
import { notifyOfAlteredAdmin } from "@server/members/administration/notify-of-altered-admin";
import {
  assertFactorLeft,
  auditTwoFactor,
  clearCodeGuesses,
  issueRecoveryCodes,
  limitCodeGuesses,
  lockAccount,
  notifyTwoFactorChange,
  ownAccount,
  provePassword,
  verifyTwoFactorCode,
  withinGuessLimits,
} from "./verify-code";

const mine = staffProcedure.query(async ({ ctx }) => {
  const { company } = ctx;
  const account = await ownAccount(ctx);
  const step = await findTwoFactor(ctx.db, account.id);
  const confirmedAt = step?.confirmedAt ?? null;
  const isFresh = step && ctx.now.getTime() - step.createdAt.getTime() < SETUP_MINUTES * 60_000;
  // Whoever has the secret can confirm with it; only a recent proof shows it.
  const secret =
    isFresh && !confirmedAt && ctx.actor.isSteppedUp
      ? ctx.deps.secrets.decrypt("second-step", step.secretEncrypted)
      : null;
  const issuer = company?.name ?? new URL(ctx.deps.config.appOrigin).host;
  return {
    isOn: confirmedAt !== null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, account.id),
    pending:
      secret === null ? null : { secret, uri: totpUri({ secret, issuer, account: account.email }) },
    isRequired: account.role === "SUPER_ADMIN" && needsFactor(ctx.deps.config),
    company: company && { name: company.name, isRequired: company.requiresSecondStep },
  };
});

const begin = staffProcedure.input(BeginTwoFactor).mutation(async ({ ctx, input }) => {
  const account = await ownAccount(ctx);
  if (account.role === "SUPER_ADMIN") requireStepUp(ctx.actor);
  await provePassword(ctx, account, input.currentPassword);
  const { id: personId, companyId } = account;
  const secretEncrypted = ctx.deps.secrets.encrypt("second-step", newTotpSecret());
  await ctx.transact(async (tx) => {
    await lockAccount(tx, account);
    if (!(await beginTwoFactor(tx, { personId, companyId, secretEncrypted }))) {
      throw refuse("SECOND_STEP_IS_ON");
    }
    // The password was proved: the next step, which shows the secret, asks for no other proof.
    if (account.role === "ADMIN") await ctx.deps.sessions.within(tx).prove(ctx.actor);
  });
  return null;
});

/** The first code proves that the app has the secret; only then do logins require one. */
const confirm = staffProcedure.input(TwoFactorCode).mutation(async ({ ctx, input }) => {
  const account = await ownAccount(ctx);
  await limitCodeGuesses(ctx, account);
  const codes = await transactWithin(ctx, async (inside, tx) => {
    await lockAccount(tx, account);
    const step = await findTwoFactor(tx, account.id);
    if (step?.confirmedAt) throw refuse("SECOND_STEP_IS_ON");
    if (!step || ctx.now.getTime() - step.createdAt.getTime() >= SETUP_MINUTES * 60_000) {
      throw refuse("SECOND_STEP_IS_OFF");
    }
    const secret = ctx.deps.secrets.decrypt("second-step", step.secretEncrypted);
    const period = periodOfCode(input.code, { secret, at: ctx.now });
    if (period === null) throw refuse("SECOND_STEP_WRONG");
    if (!(await confirmTwoFactor(tx, step, period))) throw refuse("SECOND_STEP_IS_ON");
    const made = await issueRecoveryCodes(inside, account);
    await auditTwoFactor(inside, account, "second-step-on", { left: RECOVERY_CODES });
    await notifyTwoFactorChange(inside, account, { change: "ON", left: RECOVERY_CODES });
    // Other sessions were started without the app.
    await ctx.deps.sessions.within(tx).endAll(ctx.actor, ctx.actor.sessionId);
    return made;
  });
  await clearCodeGuesses(ctx, account);
  return { recoveryCodes: codes };
});

const renewCodes = staffProcedure.input(TwoFactorCode).mutation(async ({ ctx, input }) => {
  const account = await ownAccount(ctx);
  const codes = await withinGuessLimits(ctx, account, input.code, () =>
    transactWithin(ctx, async (inside, tx) => {
      await lockAccount(tx, account);
      await verifyTwoFactorCode(inside, account, input.code);
      const made = await issueRecoveryCodes(inside, account);
      await auditTwoFactor(inside, account, "recovery-codes-renewed", { left: RECOVERY_CODES });
      await notifyTwoFactorChange(inside, account, {
        change: "CODES_RENEWED",
        left: RECOVERY_CODES,
      });
      return made;
    }),
  );
  await clearCodeGuesses(ctx, account);
  return { recoveryCodes: codes };
});

const turnOff = staffProcedure.input(TurnOffTwoFactor).mutation(async ({ ctx, input }) => {
  const account = await ownAccount(ctx);
  await provePassword(ctx, account, input.currentPassword);
  await withinGuessLimits(ctx, account, input.code, () =>
    transactWithin(ctx, async (inside, tx) => {
      // Two concurrent calls that remove the last two factors take turns: one is refused.
      await lockAccount(tx, account);
      await verifyTwoFactorCode(inside, account, input.code);
      if (!(await deleteApp(tx, account.id))) throw refuse("SECOND_STEP_IS_OFF");
      await assertFactorLeft(inside, account);
      // The recovery codes stay while a passkey is left.
      if (!(await hasTwoFactor(tx, account.id))) await deleteRecoveryCodes(tx, account.id);
      await auditTwoFactor(inside, account, "second-step-off", null);
      await notifyTwoFactorChange(inside, account, { change: "OFF", left: 0 });
    }),
  );
  await clearCodeGuesses(ctx, account);
  return null;
});

/** An admin must have the app before requiring it, which also prevents locking themself out. */
const require = adminProcedure.input(RequireTwoFactor).mutation(
  inTransaction(async (ctx, input, tx) => {
    if (input.isRequired && !(await hasTwoFactor(tx, ctx.actor.id))) {
      throw refuse("SECOND_STEP_OWN_FIRST");
    }
    const before = ctx.company.requiresSecondStep;
    if (before === input.isRequired) return null;
    await updateCompany(tx, ctx.company.id, { requiresSecondStep: input.isRequired });
    await recordAudit(ctx, {
      action: "company.second-step-required",
      subjectType: "company",
      subjectId: ctx.company.id,
      before: { requiresSecondStep: before },
      after: { requiresSecondStep: input.isRequired },
    });
    return null;
  }),
);

/**
 * Removes the authenticator of a fellow admin who lost it: they log in by password and set up another.
 * Refuses with OWN_ACCOUNT one's own, which is switched off with a code.
 */
const reset = adminProcedure.input(MemberRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    if (input.id === ctx.actor.id) throw refuse("OWN_ACCOUNT");
    const person = await lockMember(tx, ctx.company.id, input.id);
    if (person?.role !== "ADMIN") throw refuse("MEMBER_NOT_FOUND");
    const { id, companyId, email, language } = person;
    const staff = { role: "ADMIN", id, companyId, email, language } as const;
    if (!(await deleteTwoFactor(tx, id))) throw refuse("SECOND_STEP_IS_OFF");
    await ctx.deps.sessions.within(tx).endAll(staff);
    await auditTwoFactor(ctx, staff, "second-step-reset", null);
    await notifyTwoFactorChange(ctx, staff, { change: "RESET", left: 0 });
    await notifyOfAlteredAdmin(ctx, person, ["FACTOR"]);
    return null;
  }),
);

export const twoFactorRouter = router({
  mine,
  begin,
  confirm,
  renewCodes,
  turnOff,
  require,
  reset,
});
