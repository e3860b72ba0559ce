import { and, count, eq, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import type { Executor } from "../client";
import { companies, recoveryCodes, secondSteps } from "../schema";

export type SecondStep = typeof secondSteps.$inferSelect;

/** A person's authenticator app, confirmed or not. */
export async function findSecondStep(
  db: Executor,
  personId: string,
): Promise<SecondStep | undefined> {
  const [row] = await db.select().from(secondSteps).where(eq(secondSteps.personId, personId));
  return row;
}

/** Whether a login of this person takes a code of their app. */
export async function hasSecondStep(db: Executor, personId: string): Promise<boolean> {
  const step = await findSecondStep(db, personId);
  return step !== undefined && step.confirmedAt !== null;
}

/** Whether an admin has no app though their company asks for one. */
export async function lacksSecondStep(
  db: Executor,
  { companyId, id }: { companyId: string; id: string },
): Promise<boolean> {
  const confirmed = db
    .select()
    .from(secondSteps)
    .where(and(eq(secondSteps.personId, id), isNotNull(secondSteps.confirmedAt)));
  const asked = await db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        eq(companies.id, companyId),
        eq(companies.requiresSecondStep, true),
        notExists(confirmed),
      ),
    );
  return asked.length === 1;
}

/** A new secret, in place of one that was never confirmed; a confirmed one stays. True when kept. */
export async function beginSecondStep(
  tx: Executor,
  step: { personId: string; companyId: string | null; secretEncrypted: string },
): Promise<boolean> {
  const kept = await tx
    .insert(secondSteps)
    .values(step)
    .onConflictDoUpdate({
      target: secondSteps.personId,
      set: { secretEncrypted: step.secretEncrypted, lastPeriod: 0, createdAt: sql`now()` },
      setWhere: isNull(secondSteps.confirmedAt),
    })
    .returning({ personId: secondSteps.personId });
  return kept.length === 1;
}

/** True for the one caller whose code switches the app on. */
export async function confirmSecondStep(
  tx: Executor,
  step: Pick<SecondStep, "personId" | "secretEncrypted">,
  period: number,
): Promise<boolean> {
  const confirmed = await tx
    .update(secondSteps)
    .set({ confirmedAt: sql`now()`, lastPeriod: period })
    .where(
      and(
        eq(secondSteps.personId, step.personId),
        // The secret whose code was looked at, and not a newer one.
        eq(secondSteps.secretEncrypted, step.secretEncrypted),
        isNull(secondSteps.confirmedAt),
      ),
    )
    .returning({ personId: secondSteps.personId });
  return confirmed.length === 1;
}

/** True for the one caller who takes the code of this period, or of a later one than the last. */
export async function takePeriod(
  tx: Executor,
  step: Pick<SecondStep, "personId" | "secretEncrypted">,
  period: number,
): Promise<boolean> {
  const taken = await tx
    .update(secondSteps)
    .set({ lastPeriod: period })
    .where(
      and(
        eq(secondSteps.personId, step.personId),
        eq(secondSteps.secretEncrypted, step.secretEncrypted),
        isNotNull(secondSteps.confirmedAt),
        lt(secondSteps.lastPeriod, period),
      ),
    )
    .returning({ personId: secondSteps.personId });
  return taken.length === 1;
}

/** The app and every recovery code of it. True when there was one. */
export async function deleteSecondStep(tx: Executor, personId: string): Promise<boolean> {
  const gone = await tx
    .delete(secondSteps)
    .where(eq(secondSteps.personId, personId))
    .returning({ personId: secondSteps.personId });
  return gone.length === 1;
}

/** Puts these in the place of all that there were. */
export async function replaceRecoveryCodes(
  tx: Executor,
  personId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ personId, codeHash })));
}

/** True for the one caller who uses this code. */
export async function spendRecoveryCode(
  tx: Executor,
  personId: string,
  codeHash: string,
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.personId, personId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length === 1;
}

export async function countRecoveryCodes(db: Executor, personId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.personId, personId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
