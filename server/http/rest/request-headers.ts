import { type Actor, NOBODY, type Deps } from "@server/access";
import { type Site, companyOf, isPlatform } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** The token of `Authorization`, with or without the word Bearer (architecture.md §9). */
export function tokenIn(request: Request): string | null {
  const header = request.headers.get("authorization")?.trim();
  return header ? header.replace(/^bearer\s+/i, "") : null;
}

/**
 * The actor of a token on this host; unauthenticated for an invalid token, or another company's.
 */
export async function bearerActor(
  deps: Pick<Deps, "sessions">,
  request: Request,
  site: Site,
): Promise<Actor> {
  const token = tokenIn(request);
  const session = token ? await deps.sessions.read(token) : null;
  if (!session) return NOBODY;
  const { actor } = session;
  if (isPlatform(site)) return actor;
  const isOfHere = actor.role !== "SUPER_ADMIN" && actor.companyId === companyOf(site)?.id;
  return isOfHere ? actor : NOBODY;
}

/** The client's Idempotency-Key, or null. Refuses an invalid key with IDEMPOTENCY_KEY_INVALID. */
export function idempotencyKeyIn(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) throw refuse("IDEMPOTENCY_KEY_INVALID");
  return key;
}
