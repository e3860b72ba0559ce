import { desc, isNotNull } from "drizzle-orm";
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

/** The newest encrypted text of each kind. */
export async function listEncryptedSamples(db: Executor): Promise<EncryptedSample[]> {
  const samples: EncryptedSample[] = [];
  const keep = (purpose: EncryptedSample["purpose"], [row]: { text: string | null }[]) => {
    if (row?.text) samples.push({ purpose, text: row.text });
  };
  keep(
    "pan",
    await db
      .select({ text: companies.panEncrypted })
      .from(companies)
      .where(isNotNull(companies.panEncrypted))
      .orderBy(desc(companies.updatedAt))
      .limit(1),
  );
  keep(
    "kyc",
    await db
      .select({ text: users.kycEncrypted })
      .from(users)
      .where(isNotNull(users.kycEncrypted))
      .orderBy(desc(users.updatedAt))
      .limit(1),
  );
  keep(
    "message",
    await db
      .select({ text: messages.paramsEncrypted })
      .from(messages)
      .where(isNotNull(messages.paramsEncrypted))
      .orderBy(desc(messages.createdAt))
      .limit(1),
  );
  keep(
    "second-step",
    await db
      .select({ text: twoFactors.secretEncrypted })
      .from(twoFactors)
      .orderBy(desc(twoFactors.createdAt))
      .limit(1),
  );
  return samples;
}
