import { and, eq } from "drizzle-orm";
import type { Executor } from "@db/client";
import { agreedPolicies } from "@db/schema";
import { firstRow } from "@db/row-of";

export type AgreedPolicy = typeof agreedPolicies.$inferSelect;

/** A text that a member agrees to, in its stored form. */
export type PolicyToKeep = Pick<AgreedPolicy, "version" | "language" | "text">;

/** Stores the texts that a member agreed to, unless they are stored already. */
export async function keepPolicies(
  db: Executor,
  companyId: string,
  policies: readonly PolicyToKeep[],
): Promise<void> {
  if (policies.length === 0) return;
  await db
    .insert(agreedPolicies)
    .values(policies.map((policy) => ({ companyId, ...policy })))
    .onConflictDoNothing();
}

/** Finds the text of a version that at least one member agreed to. */
export const findAgreedPolicy = (db: Executor, companyId: string, version: string) =>
  firstRow(
    db
      .select()
      .from(agreedPolicies)
      .where(and(eq(agreedPolicies.companyId, companyId), eq(agreedPolicies.version, version))),
  );
