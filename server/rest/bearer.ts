import { type Actor, NOBODY } from "@server/context/actor";
import type { Deps } from "@server/context/context";
import { type Site, companyOf, isPlatform } from "@server/context/site";

/** The token of `Authorization`, with or without the word Bearer before it (design §9). */
export function tokenIn(request: Request): string | null {
  const header = request.headers.get("authorization")?.trim();
  return header ? header.replace(/^bearer\s+/i, "") : null;
}

/** Whom a token stands for on this host; a dead one, or another company's, is nobody's. */
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
