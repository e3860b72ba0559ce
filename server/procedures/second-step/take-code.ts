import {
  countRecoveryCodes,
  findSecondStep,
  spendRecoveryCode,
  takePeriod,
} from "@db/queries/second-steps";
import type { Language } from "@db/vocabulary";
import type { AdminActor, SuperAdminActor } from "@server/context/actor";
import type { Context } from "@server/context/context";
import type { MessageParams } from "@server/jobs/messages/templates";
import { refuse } from "@server/domain/refusals/refuse";
import { readRecoveryCode } from "@server/domain/second-step/recovery";
import { periodOfCode } from "@server/domain/second-step/totp";
import { type Account, forgetHits, secondsToWaitFor } from "@server/throttles/throttle";
import { recordAudit } from "@server/trpc";

/** Whose authenticator app it is. */
export type Staff = (
  | Pick<AdminActor, "role" | "id" | "companyId">
  | (Pick<SuperAdminActor, "role" | "id"> & { companyId: null })
) & { email: string; language: Language };

export const accountOf = ({ companyId, email }: Staff): Account => ({ companyId, email });

/** What wrong codes are counted under. */
export const wrongCodesOf = ({ id }: Pick<Staff, "id">) => ({ what: "second-step", of: id });

/** Counts a guess before it is looked at, outside any transaction. Refuses with LOGIN_THROTTLED. */
export async function admitGuess(ctx: Context, staff: Staff): Promise<void> {
  const limit = ctx.deps.config.limits.wrongLoginsPerAccount;
  const counted = { ...wrongCodesOf(staff), limit, windowSeconds: 900 };
  const wait = await secondsToWaitFor(ctx, accountOf(staff), counted);
  if (wait !== null) throw refuse("LOGIN_THROTTLED", { seconds: wait });
}

export const forgetGuesses = (ctx: Context, staff: Staff): Promise<void> =>
  forgetHits(ctx, wrongCodesOf(staff));

/**
 * Takes a code of the app, or a recovery code, in the caller's transaction; of several who bring the
 * same one at once, one succeeds. Refuses with SECOND_STEP_WRONG, or SECOND_STEP_IS_OFF where there
 * is no app.
 */
export async function takeCode(ctx: Context, staff: Staff, typed: string): Promise<void> {
  const step = await findSecondStep(ctx.db, staff.id);
  if (!step?.confirmedAt) throw refuse("SECOND_STEP_IS_OFF");
  const secret = ctx.deps.secrets.decrypt("second-step", step.secretEncrypted);
  const period = periodOfCode(typed, { secret, at: ctx.now });
  if (period !== null && (await takePeriod(ctx.db, step, period))) return;
  const recovery = readRecoveryCode(typed);
  if (recovery === null) throw refuse("SECOND_STEP_WRONG");
  const hash = recoveryHash(ctx, staff, recovery);
  if (!(await spendRecoveryCode(ctx.db, staff.id, hash))) throw refuse("SECOND_STEP_WRONG");
  const left = await countRecoveryCodes(ctx.db, staff.id);
  await note(ctx, staff, "recovery-code-used", { left });
  await tell(ctx, staff, { change: "CODE_USED", left });
}

export const recoveryHash = (ctx: Context, { id }: Staff, code: string): string =>
  ctx.deps.secrets.keyedHash("recovery-code", `${id}:${code}`);

/** A line of the books; whoever logs in is nobody yet, so it names them as its subject. */
export const note = (ctx: Context, staff: Staff, what: string, after: { left: number } | null) =>
  recordAudit(ctx, {
    action: `${staff.role === "ADMIN" ? "member" : "super-admin"}.${what}`,
    subjectType: staff.role === "ADMIN" ? "member" : "super-admin",
    subjectId: staff.id,
    companyId: staff.companyId,
    after,
  });

export const tell = (ctx: Context, staff: Staff, params: MessageParams["securityChanged"]) =>
  ctx.deps.jobs.tell(ctx.db, {
    template: "securityChanged",
    params,
    channel: "EMAIL",
    address: staff.email,
    language: staff.language,
    companyId: staff.companyId,
    userId: staff.companyId === null ? null : staff.id,
    origin: ctx.origin,
  });
