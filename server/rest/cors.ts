import { isApiOrigin } from "@db/queries/companies";
import { bearerActor } from "@server/rest/bearer";
import type { Deps } from "@server/context/context";
import { companyOf, isPlatform } from "@server/context/site";
import type { DoorHandler, Visit } from "@server/http/app";

/** What a browser's script may send and read, besides what it always may. */
const SENT = "accept-language, authorization, content-type, idempotency-key";
const READ = "retry-after, x-request-id";
const METHODS = "GET, POST, PUT, DELETE";
/** How long a browser may rely on a preflight's answer, in seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts of other sites call a door, from the origins alone that a company has named; there
 * are none by default. A token is a header that a script must have been given: cookies are never
 * part of it, so credentials are never allowed.
 */
export function withCors(deps: Deps, door: DoorHandler): DoorHandler {
  return async (request, visit) => {
    const origin = request.headers.get("origin");
    const isAllowed = origin !== null && (await mayRead(deps, request, visit, origin));
    const isPreflight =
      request.method === "OPTIONS" && request.headers.has("access-control-request-method");
    const answer =
      isPreflight && isAllowed ? new Response(null, { status: 204 }) : await door(request, visit);
    // What a cache keeps for one origin is not another's.
    answer.headers.append("vary", "Origin");
    if (!isAllowed) return answer;
    answer.headers.set("access-control-allow-origin", origin);
    if (isPreflight) {
      answer.headers.set("access-control-allow-methods", METHODS);
      answer.headers.set("access-control-allow-headers", SENT);
      answer.headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
    } else {
      answer.headers.set("access-control-expose-headers", READ);
    }
    return answer;
  };
}

/**
 * On a company's host it is that company who has named the origin; on the platform's own, the
 * company of the token or, where nobody has signed the call yet, any. Super admins have no such calls.
 */
async function mayRead(
  deps: Deps,
  request: Request,
  { site }: Visit,
  origin: string,
): Promise<boolean> {
  const company = companyOf(site);
  if (company && !isPlatform(site)) return (company.settings.apiOrigins ?? []).includes(origin);
  const actor = await bearerActor(deps, request, site);
  if (actor.role === "SUPER_ADMIN") return false;
  return isApiOrigin(deps.database.db, origin, actor.role === "NOBODY" ? null : actor.companyId);
}
