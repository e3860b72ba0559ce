import {
  type Account,
  type AdminActor,
  claimTotpPeriod,
  type Context,
  countRecoveryCodes,
  countWrongGuess,
  findSuperAdmin,
  findTwoFactor,
  forgetHits,
  hasTwoFactor,
  isGuessedTooOften,
  lockSuperAdmin,
  needsFactor,
  recordAudit,
  refusalFrom,
  replaceRecoveryCodes,
  secondsToWaitFor,
  spendRecoveryCode,
  type SuperAdminActor,
  findSelf,
} from "@server/access";
import type { Language, Role } from "@db/vocabulary";
import type { MessageParams } from "@server/messages";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import {
  newRecoveryCode,
  periodOfCode,
  readRecoveryCode,
  RECOVERY_CODES,
} from "@server/members/rules/codes";
import type { Executor } from "@db/client";
import type { CompanySite } from "@server/sites";
import { lockProven, verifyCurrentPassword } from "@server/members/passwords/save-password";

/** The owner of an authenticator app. */
export type Staff = (
  | Pick<AdminActor, "role" | "id" | "companyId">
  | (Pick<SuperAdminActor, "role" | "id"> & { companyId: null })
) & { email: string; language: Language };

export const accountOf = ({ companyId, email }: Staff): Account => ({ companyId, email });

/** The key under which the guesses of 15 minutes are counted. */
export const wrongCodesOf = ({ id }: Pick<Staff, "id">) => ({ what: "second-step", of: id });

/** Counts a guess before it is verified, outside any transaction. Refuses with LOGIN_THROTTLED. */
export async function limitCodeGuesses(ctx: Context, staff: Staff): Promise<void> {
  const limit = ctx.deps.config.limits.wrongLoginsPerAccount;
  const counted = { ...wrongCodesOf(staff), limit, windowSeconds: 900 };
  const wait = await secondsToWaitFor(ctx, accountOf(staff), counted);
  if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });
}

/**
 * Runs `verify`, which verifies what was typed with `verifyTwoFactorCode`, within the limits of guesses.
 * Once the account's codes were guessed too often, a network where the owner has not logged in needs a
 * recovery code, which cannot be guessed (decision 6): SECOND_STEP_GUESSED.
 */
export async function withinGuessLimits<T>(
  ctx: Context,
  staff: Staff,
  typed: string,
  verify: () => Promise<T>,
): Promise<T> {
  await limitCodeGuesses(ctx, staff);
  const account = accountOf(staff);
  const isApps = readRecoveryCode(typed) === null;
  if (isApps && (await isGuessedTooOften(ctx, account, "app"))) {
    throw refuse("SECOND_STEP_GUESSED");
  }
  try {
    return await verify();
  } catch (error) {
    if (isApps && refusalFrom(error)?.code === "SECOND_STEP_WRONG") {
      await countWrongGuess(ctx, account, "app");
    }
    throw error;
  }
}

export const clearCodeGuesses = (ctx: Context, staff: Staff): Promise<void> =>
  forgetHits(ctx, wrongCodesOf(staff));

/**
 * Verifies a code of the app or a recovery code, in the caller's transaction. Of several concurrent calls
 * with one code, one succeeds. Whoever has passkeys only has recovery
 * codes only. Refuses with SECOND_STEP_WRONG, or SECOND_STEP_IS_OFF without an app and a passkey.
 */
export async function verifyTwoFactorCode(
  ctx: Context,
  staff: Staff,
  typed: string,
): Promise<void> {
  const step = await findTwoFactor(ctx.db, staff.id);
  if (step?.confirmedAt) {
    const secret = ctx.deps.secrets.decrypt("second-step", step.secretEncrypted);
    const period = periodOfCode(typed, { secret, at: ctx.now });
    if (period !== null && (await claimTotpPeriod(ctx.db, step, period))) return;
  } else if (!(await hasTwoFactor(ctx.db, staff.id))) throw refuse("SECOND_STEP_IS_OFF");
  const recovery = readRecoveryCode(typed);
  if (recovery === null) throw refuse("SECOND_STEP_WRONG");
  const hashes = ctx.deps.secrets.keyedHashes("recovery-code", `${staff.id}:${recovery}`);
  if (!(await spendRecoveryCode(ctx.db, staff.id, hashes))) throw refuse("SECOND_STEP_WRONG");
  const left = await countRecoveryCodes(ctx.db, staff.id);
  await auditTwoFactor(ctx, staff, "recovery-code-used", { left });
  await notifyTwoFactorChange(ctx, staff, { change: "CODE_USED", left });
}

const recoveryHash = (ctx: Context, { id }: Pick<Staff, "id">, code: string): string =>
  ctx.deps.secrets.keyedHash("recovery-code", `${id}:${code}`);

/** Replaces a person's recovery codes; they are shown once. */
export async function issueRecoveryCodes(
  ctx: Context,
  owner: Pick<Staff, "id">,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((one) => recoveryHash(ctx, owner, readRecoveryCode(one) ?? one));
  await replaceRecoveryCodes(ctx.db, owner.id, hashes);
  return codes;
}

/** Writes an audit entry. There is no actor during login, so the person is its subject. */
export const auditTwoFactor = (
  ctx: Context,
  staff: Staff,
  what: string,
  after: { left: number } | null,
) =>
  recordAudit(ctx, {
    action: `${staff.role === "ADMIN" ? "member" : "super-admin"}.${what}`,
    subjectType: staff.role === "ADMIN" ? "member" : "super-admin",
    subjectId: staff.id,
    companyId: staff.companyId,
    after,
  });

export const notifyTwoFactorChange = (
  ctx: Context,
  staff: Staff,
  params: MessageParams["securityChanged"],
) =>
  ctx.deps.jobs.notify(ctx.db, {
    template: "securityChanged",
    params,
    channel: "EMAIL",
    address: staff.email,
    language: staff.language,
    companyId: staff.companyId,
    userId: staff.companyId === null ? null : staff.id,
  });

export type StaffContext = Context & {
  actor: AdminActor | SuperAdminActor;
  company: CompanySite | null;
};

export type OwnAccount = Staff & { passwordHash: string | null };

/** The caller's account, with the password hash if it has one. */
export async function ownAccount(ctx: StaffContext): Promise<OwnAccount> {
  const { actor, company } = ctx;
  if (actor.role === "SUPER_ADMIN" || !company) {
    const person = orRefuse(await findSuperAdmin(ctx.db, actor.id), "NOT_SIGNED_IN");
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
  const person = await findSelf(ctx.db, actor);
  const { id, email, language, passwordHash } = person;
  return { role: "ADMIN", id, companyId: company.id, email, language, passwordHash };
}

/**
 * Locks the account of a session that proved itself, before its protection changes. Refuses with
 * NOT_SIGNED_IN if it has another password by then: who resets it must not find an earlier session's
 * factor, nor lose their own.
 */
export async function lockAccount(
  tx: Executor,
  { id, companyId, passwordHash }: Pick<OwnAccount, "id" | "companyId" | "passwordHash">,
): Promise<void> {
  if (companyId !== null) await lockProven(tx, { id, companyId, passwordHash });
  else if (!(await lockSuperAdmin(tx, id))) throw refuse("NOT_SIGNED_IN");
}

/** Refuses with LAST_FACTOR the removal of a super admin's last app or passkey, once it is gone. */
export async function assertFactorLeft(
  { db, deps }: Context,
  { role, id }: { role: Role; id: string },
): Promise<void> {
  if (role !== "SUPER_ADMIN" || !needsFactor(deps.config)) return;
  if (!(await hasTwoFactor(db, id))) throw refuse("LAST_FACTOR");
}

/** An open session must not suffice to change an account's protection; a super admin has no password. */
export async function provePassword(
  ctx: StaffContext,
  account: OwnAccount,
  typed: string | undefined,
): Promise<void> {
  if (account.role === "SUPER_ADMIN") return;
  if (typed === undefined) throw refuse("CURRENT_PASSWORD_REQUIRED");
  await verifyCurrentPassword(ctx, account, typed);
}
