import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor } from "@db/client";
import { messages } from "@db/schema";

/** Messages of a decision are as old as the decision, so older ones need not be read. */
const RECENT = sql`now() - interval '1 minute'`;

/**
 * Deletes the messages about a decision if all of them still wait; else deletes none and returns false.
 * A member without an address has no messages, only the bell. A sender leases messages under their
 * lock, so one of both comes first (docs/architecture.md §9).
 */
export async function withdrawMessages(
  tx: Executor,
  companyId: string,
  undoKey: string,
): Promise<boolean> {
  const isOne = and(
    eq(messages.companyId, companyId),
    gt(messages.createdAt, RECENT),
    eq(messages.undoKey, undoKey),
  );
  const found = await tx
    .select({ id: messages.id, status: messages.status, leasedBy: messages.leasedBy })
    .from(messages)
    .where(isOne)
    .orderBy(messages.id)
    .for("update");
  const isWaiting = found.every(({ status, leasedBy }) => status === "QUEUED" && leasedBy === null);
  if (!isWaiting) return false;
  const ids = found.map(({ id }) => id);
  await tx
    .delete(messages)
    .where(and(eq(messages.companyId, companyId), inArray(messages.id, ids)));
  return true;
}
