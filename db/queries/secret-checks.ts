import { desc, isNotNull, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "../client";
import { companies, messages, twoFactors, secretChecks, users } from "../schema";

/** The encrypted check value; undefined before the first start. */
export async function findSecretCheck(db: Executor): Promise<string | undefined> {
  const [row] = await db.select().from(secretChecks);
  return row?.encrypted;
}

/** Stores a check value unless one exists: of several instances the first one wins. */
export async function ensureSecretCheck(db: Executor, encrypted: string): Promise<void> {
  await db.insert(secretChecks).values({ encrypted }).onConflictDoNothing();
}

/** An encrypted text and its purpose. */
export interface EncryptedSample {
  purpose: "pan" | "kyc" | "message" | "second-step";
  text: string;
}

/** Each purpose, its encrypted column, and the time by which the newest text is found. */
const ENCRYPTED: readonly [EncryptedSample["purpose"], PgTable, PgColumn, PgColumn][] = [
  ["pan", companies, companies.panEncrypted, companies.updatedAt],
  ["kyc", users, users.kycEncrypted, users.updatedAt],
  ["message", messages, messages.paramsEncrypted, messages.createdAt],
  ["second-step", twoFactors, twoFactors.secretEncrypted, twoFactors.createdAt],
];

/** The newest encrypted text of each purpose. */
export async function listEncryptedSamples(db: Executor): Promise<EncryptedSample[]> {
  const samples: EncryptedSample[] = [];
  for (const [purpose, table, column, time] of ENCRYPTED) {
    const [newest] = await db
      .select({ text: sql<string>`${column}` })
      .from(table)
      .where(isNotNull(column))
      .orderBy(desc(time))
      .limit(1);
    if (newest?.text) samples.push({ purpose, text: newest.text });
  }
  return samples;
}
