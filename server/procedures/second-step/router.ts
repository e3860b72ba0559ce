import { updateCompany } from "@db/queries/companies";
import {
  beginSecondStep,
  confirmSecondStep,
  countRecoveryCodes,
  deleteSecondStep,
  findSecondStep,
  hasSecondStep,
  replaceRecoveryCodes,
} from "@db/queries/second-steps";
import { findSuperAdmin } from "@db/queries/super-admins";
import { findUser } from "@db/queries/users";
import type { AdminActor, SuperAdminActor } from "@server/context/actor";
import { type Context, withinTransaction } from "@server/context/context";
import type { CompanySite } from "@server/context/site";
import {
  BeginSecondStep,
  type OwnSecondStep,
  type RecoveryCodes,
  RequireSecondStep,
  SecondCode,
  TurnOffSecondStep,
} from "@server/contracts/second-step";
import { refuse } from "@server/domain/refusals/refuse";
import {
  newRecoveryCode,
  readRecoveryCode,
  RECOVERY_CODES,
} from "@server/domain/second-step/recovery";
import { newTotpSecret, periodOfCode, totpUri } from "@server/domain/second-step/totp";
import { proveCurrentPassword } from "@server/procedures/passwords/prove-current";
import { adminProcedure, recordAudit, router, staffProcedure } from "@server/trpc";
import {
  admitGuess,
  forgetGuesses,
  note,
  recoveryHash,
  type Staff,
  takeCode,
  tell,
} from "./take-code";

type StaffContext = Context & {
  actor: AdminActor | SuperAdminActor;
  company: CompanySite | null;
};

/** How long a secret that was shown waits for its first code. */
const PENDING_MS = 15 * 60 * 1000;

/** Whoever asks, with the hash of their password where they have one. */
async function ownAccount(ctx: StaffContext): Promise<Staff & { passwordHash: string | null }> {
  const { actor, company } = ctx;
  if (actor.role === "SUPER_ADMIN" || !company) {
    const person = await findSuperAdmin(ctx.db, actor.id);
    if (!person) throw refuse("NOT_SIGNED_IN");
    const { id, email } = person;
    return {
      role: "SUPER_ADMIN",
      id,
      companyId: null,
      email,
      language: ctx.language,
      passwordHash: null,
    };
  }
  const person = await findUser(ctx.db, company.id, actor.id);
  if (!person) throw refuse("NOT_SIGNED_IN");
  const { id, email, language, passwordHash } = person;
  return { role: "ADMIN", id, companyId: company.id, email, language, passwordHash };
}

/** An open session alone must not change how an account is protected; a super admin has no password. */
async function provePassword(
  ctx: StaffContext,
  account: Awaited<ReturnType<typeof ownAccount>>,
  typed: string | undefined,
): Promise<void> {
  if (account.role === "SUPER_ADMIN") return;
  if (typed === undefined) throw refuse("CURRENT_PASSWORD_REQUIRED");
  await proveCurrentPassword(ctx, account, typed);
}

const mine = staffProcedure.query(async ({ ctx }): Promise<OwnSecondStep> => {
  const { company } = ctx;
  const account = await ownAccount(ctx);
  const step = await findSecondStep(ctx.db, account.id);
  const confirmedAt = step?.confirmedAt ?? null;
  const isFresh = step && ctx.now.getTime() - step.createdAt.getTime() < PENDING_MS;
  const secret =
    isFresh && !confirmedAt ? ctx.deps.secrets.decrypt("second-step", step.secretEncrypted) : null;
  const issuer = company?.name ?? new URL(ctx.deps.config.appOrigin).host;
  return {
    isOn: confirmedAt !== null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, account.id),
    pending:
      secret === null ? null : { secret, uri: totpUri({ secret, issuer, account: account.email }) },
    company: company && { name: company.name, isRequired: company.requiresSecondStep },
  };
});

const begin = staffProcedure.input(BeginSecondStep).mutation(async ({ ctx, input }) => {
  const account = await ownAccount(ctx);
  await provePassword(ctx, account, input.currentPassword);
  const { id: personId, companyId } = account;
  const secretEncrypted = ctx.deps.secrets.encrypt("second-step", newTotpSecret());
  if (!(await beginSecondStep(ctx.db, { personId, companyId, secretEncrypted }))) {
    throw refuse("SECOND_STEP_IS_ON");
  }
  return null;
});

/** The first code shows that the app has the secret; only then do logins ask for one. */
const confirm = staffProcedure
  .input(SecondCode)
  .mutation(async ({ ctx, input }): Promise<RecoveryCodes> => {
    const account = await ownAccount(ctx);
    await admitGuess(ctx, account);
    const codes = await ctx.transact(async (tx) => {
      const inside = withinTransaction(ctx, tx);
      const step = await findSecondStep(tx, account.id);
      if (step?.confirmedAt) throw refuse("SECOND_STEP_IS_ON");
      if (!step || ctx.now.getTime() - step.createdAt.getTime() >= PENDING_MS) {
        throw refuse("SECOND_STEP_IS_OFF");
      }
      const secret = ctx.deps.secrets.decrypt("second-step", step.secretEncrypted);
      const period = periodOfCode(input.code, { secret, at: ctx.now });
      if (period === null) throw refuse("SECOND_STEP_WRONG");
      if (!(await confirmSecondStep(tx, step, period))) throw refuse("SECOND_STEP_IS_ON");
      const made = await giveCodes(inside, account);
      await note(inside, account, "second-step-on", { left: RECOVERY_CODES });
      await tell(inside, account, { change: "ON", left: RECOVERY_CODES });
      // Whoever is in elsewhere came without the app.
      await ctx.deps.sessions.within(tx).endAll(ctx.actor, ctx.actor.sessionId);
      return made;
    });
    await forgetGuesses(ctx, account);
    return { recoveryCodes: codes };
  });

const renewCodes = staffProcedure
  .input(SecondCode)
  .mutation(async ({ ctx, input }): Promise<RecoveryCodes> => {
    const account = await ownAccount(ctx);
    await admitGuess(ctx, account);
    const codes = await ctx.transact(async (tx) => {
      const inside = withinTransaction(ctx, tx);
      await takeCode(inside, account, input.code);
      const made = await giveCodes(inside, account);
      await note(inside, account, "recovery-codes-renewed", { left: RECOVERY_CODES });
      await tell(inside, account, { change: "CODES_RENEWED", left: RECOVERY_CODES });
      return made;
    });
    await forgetGuesses(ctx, account);
    return { recoveryCodes: codes };
  });

async function giveCodes(ctx: Context, account: Staff): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((one) => recoveryHash(ctx, account, readRecoveryCode(one) ?? one));
  await replaceRecoveryCodes(ctx.db, account.id, hashes);
  return codes;
}

const turnOff = staffProcedure.input(TurnOffSecondStep).mutation(async ({ ctx, input }) => {
  const account = await ownAccount(ctx);
  await provePassword(ctx, account, input.currentPassword);
  await admitGuess(ctx, account);
  await ctx.transact(async (tx) => {
    const inside = withinTransaction(ctx, tx);
    await takeCode(inside, account, input.code);
    await deleteSecondStep(tx, account.id);
    await note(inside, account, "second-step-off", null);
    await tell(inside, account, { change: "OFF", left: 0 });
  });
  await forgetGuesses(ctx, account);
  return null;
});

/** Nobody asks of others what they do not do, nor shuts themself out by it. */
const require = adminProcedure.input(RequireSecondStep).mutation(({ ctx, input }) =>
  ctx.transact(async (tx) => {
    if (input.isRequired && !(await hasSecondStep(tx, ctx.actor.id))) {
      throw refuse("SECOND_STEP_OWN_FIRST");
    }
    const before = ctx.company.requiresSecondStep;
    if (before === input.isRequired) return null;
    await updateCompany(tx, ctx.company.id, { requiresSecondStep: input.isRequired });
    await recordAudit(withinTransaction(ctx, tx), {
      action: "company.second-step-required",
      subjectType: "company",
      subjectId: ctx.company.id,
      before: { requiresSecondStep: before },
      after: { requiresSecondStep: input.isRequired },
    });
    return null;
  }),
);

export const secondStepRouter = router({ mine, begin, confirm, renewCodes, turnOff, require });
