import { type Actor, isApiKey, NOBODY, readApiKey, type Deps } from "@server/access";
import { type Site, companyOf, isPlatform } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** The token of `Authorization`, with or without the word Bearer (architecture.md §9). */
export function tokenIn(request: Request): string | null {
  const header = request.headers.get("authorization")?.trim();
  return header ? header.replace(/^bearer\s+/i, "") : null;
}

/**
 * The actor of a token on this host; unauthenticated for an invalid token, or another company's. An
 * API key is one only where `takesKeys`.
 */
export async function bearerActor(
  { sessions, database }: Pick<Deps, "sessions" | "database">,
  request: Request,
  site: Site,
  { takesKeys = false }: { takesKeys?: boolean } = {},
): Promise<Actor> {
  const token = tokenIn(request);
  if (token === null) return NOBODY;
  const actor = isApiKey(token)
    ? takesKeys && (await readApiKey(database.db, token))
    : (await sessions.read(token))?.actor;
  if (!actor) return NOBODY;
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
