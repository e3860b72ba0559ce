import { and, eq } from "drizzle-orm";
import type { Executor } from "../client";
import { agreedPolicies } from "../schema";

export type AgreedPolicy = typeof agreedPolicies.$inferSelect;

/** Stores a text that a member agreed to, unless it is stored already. */
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

/** The text of a version that at least one member agreed to. */
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
