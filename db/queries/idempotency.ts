import { and, eq } from "drizzle-orm";
import type { Executor } from "../client";
import { idempotencyKeys } from "../schema";

export interface KeyedRequest {
  actorId: string;
  key: string;
  companyId: string | null;
  requestHash: string;
}

/**
 * Claims a key inside the caller's transaction; a second claimer waits here until the first
 * commits or rolls back. Null when the key is ours, else what was remembered under it.
 */
export async function claimKey(tx: Executor, request: KeyedRequest) {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values(request)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [remembered] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actorId, request.actorId), eq(idempotencyKeys.key, request.key)));
  return remembered ?? null;
}

export async function rememberResponse(tx: Executor, request: KeyedRequest, response: unknown) {
  await tx
    .update(idempotencyKeys)
    .set({ response })
    .where(and(eq(idempotencyKeys.actorId, request.actorId), eq(idempotencyKeys.key, request.key)));
}
