import { refuse } from "@server/domain/refusals/refuse";

/** The client's Idempotency-Key, or null. Refuses with IDEMPOTENCY_KEY_INVALID what no store may keep. */
export function idempotencyKeyIn(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) throw refuse("IDEMPOTENCY_KEY_INVALID");
  return key;
}
