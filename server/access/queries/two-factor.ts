import {
  and,
  type AnyColumn,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  sql,
  type SQL,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "@db/client";
import { removePasskeysOf } from "./passkeys";
import { companies, passkeys, recoveryCodes, twoFactors } from "@db/schema";
import { firstRow } from "@db/row-of";

export type TwoFactor = typeof twoFactors.$inferSelect;

/** Finds a person's authenticator app, confirmed or not. */
export const findTwoFactor = (db: Executor, personId: string) =>
  firstRow(db.select().from(twoFactors).where(eq(twoFactors.personId, personId)));

/** True if the person of another query has an app or a passkey. */
export const hasSecondFactor = (personId: AnyColumn): SQL<boolean> =>
  sql<boolean>`(
    EXISTS (SELECT 1 FROM ${twoFactors} WHERE ${twoFactors.personId} = ${personId} AND ${twoFactors.confirmedAt} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeys.personId} = ${personId}))`;

/** True if this person has an app or a passkey: their password alone does not log in. */
export async function hasTwoFactor(db: Executor, personId: string): Promise<boolean> {
  const confirmed = db
    .select({ personId: twoFactors.personId })
    .from(twoFactors)
    .where(and(eq(twoFactors.personId, personId), isNotNull(twoFactors.confirmedAt)));
  const owned = db
    .select({ personId: passkeys.personId })
    .from(passkeys)
    .where(eq(passkeys.personId, personId));
  return (await unionAll(confirmed, owned).limit(1)).length === 1;
}

/** True if an admin has neither app nor passkey although the company requires one of them. */
export async function lacksTwoFactor(
  db: Executor,
  { companyId, id }: { companyId: string; id: string },
): Promise<boolean> {
  const confirmed = db
    .select()
    .from(twoFactors)
    .where(and(eq(twoFactors.personId, id), isNotNull(twoFactors.confirmedAt)));
  const owned = db.select().from(passkeys).where(eq(passkeys.personId, id));
  const asked = await db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        eq(companies.id, companyId),
        eq(companies.requiresSecondStep, true),
        notExists(confirmed),
        notExists(owned),
      ),
    );
  return asked.length === 1;
}

/** Stores a new secret unless the present one is confirmed. True if stored. */
export async function beginTwoFactor(
  tx: Executor,
  step: { personId: string; companyId: string | null; secretEncrypted: string },
): Promise<boolean> {
  const kept = await tx
    .insert(twoFactors)
    .values(step)
    .onConflictDoUpdate({
      target: twoFactors.personId,
      set: { secretEncrypted: step.secretEncrypted, lastPeriod: 0, createdAt: sql`now()` },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ personId: twoFactors.personId });
  return kept.length === 1;
}

/** Confirms the app. Of concurrent callers, one gets true. */
export async function confirmTwoFactor(
  tx: Executor,
  step: Pick<TwoFactor, "personId" | "secretEncrypted">,
  period: number,
): Promise<boolean> {
  const confirmed = await tx
    .update(twoFactors)
    .set({ confirmedAt: sql`now()`, lastPeriod: period })
    .where(
      and(
        eq(twoFactors.personId, step.personId),
        // Only the secret whose code was verified is confirmed, not a newer one.
        eq(twoFactors.secretEncrypted, step.secretEncrypted),
        isNull(twoFactors.confirmedAt),
      ),
    )
    .returning({ personId: twoFactors.personId });
  return confirmed.length === 1;
}

/**
 * Uses up the code of a period, which must be later than the last one used. Of concurrent callers,
 * one gets true.
 */
export async function claimTotpPeriod(
  tx: Executor,
  step: Pick<TwoFactor, "personId" | "secretEncrypted">,
  period: number,
): Promise<boolean> {
  const taken = await tx
    .update(twoFactors)
    .set({ lastPeriod: period })
    .where(
      and(
        eq(twoFactors.personId, step.personId),
        eq(twoFactors.secretEncrypted, step.secretEncrypted),
        isNotNull(twoFactors.confirmedAt),
        lt(twoFactors.lastPeriod, period),
      ),
    )
    .returning({ personId: twoFactors.personId });
  return taken.length === 1;
}

/** Deletes the app. True if there was one. */
export async function deleteApp(tx: Executor, personId: string): Promise<boolean> {
  const gone = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.personId, personId))
    .returning({ personId: twoFactors.personId });
  return gone.length === 1;
}

/** Deletes the app, all passkeys and all recovery codes. True if there was an app or a passkey. */
export async function deleteTwoFactor(tx: Executor, personId: string): Promise<boolean> {
  const hadApp = await deleteApp(tx, personId);
  const removed = await removePasskeysOf(tx, personId);
  await deleteRecoveryCodes(tx, personId);
  return hadApp || removed > 0;
}

export async function deleteRecoveryCodes(tx: Executor, personId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
}

export async function replaceRecoveryCodes(
  tx: Executor,
  personId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ personId, codeHash })));
}

/** Marks a recovery code as used. Of concurrent callers, one gets true. */
export async function spendRecoveryCode(
  tx: Executor,
  personId: string,
  codeHashes: readonly string[],
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.personId, personId),
        inArray(recoveryCodes.codeHash, [...codeHashes]),
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
