import { and, eq } from "drizzle-orm";
import type { Executor } from "../client";
import { agreedPolicies } from "../schema";

export type AgreedPolicy = typeof agreedPolicies.$inferSelect;

/** Keeps a text that was agreed to; one that is kept already stays as it is. */
export async function keepPolicy(
  db: Executor,
  companyId: string,
  policy: Pick<AgreedPolicy, "version" | "language" | "text">,
): Promise<void> {
  await db
    .insert(agreedPolicies)
    .values({ companyId, ...policy })
    .onConflictDoNothing();
}

/** The text that was agreed to under this version, if anybody did. */
export async function findAgreedPolicy(
  db: Executor,
  companyId: string,
  version: string,
): Promise<AgreedPolicy | undefined> {
  const [row] = await db
    .select()
    .from(agreedPolicies)
    .where(and(eq(agreedPolicies.companyId, companyId), eq(agreedPolicies.version, version)));
  return row;
}
