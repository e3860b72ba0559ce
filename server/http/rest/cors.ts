import { isApiOrigin, companyOf, isPlatform, type Site } from "@server/sites";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { bearerActor } from "./request-headers";
import type { Deps } from "@server/access";
import type { TransportHandler, Visit } from "@server/http/edge/app";

/** Request and response headers for scripts, besides those always allowed. */
const SENT = "accept-language, authorization, content-type, idempotency-key";
const READ = "retry-after, x-request-id";
const METHODS = "GET, POST, PUT, DELETE";
/** Seconds that a browser may cache a preflight's answer. */
const PREFLIGHT_SECONDS = 600;

/**
 * Adds CORS headers to a transport, only for the origins that a company has listed; the default is
 * none. A script must send a token in a header: cookies are not used, so credentials are never
 * allowed.
 */
export function withCors(deps: Deps, transport: TransportHandler): TransportHandler {
  return async (request, visit) => {
    const origin = request.headers.get("origin");
    const isAllowed = origin !== null && (await mayRead(deps, request, visit, origin));
    const isPreflight =
      request.method === "OPTIONS" && request.headers.has("access-control-request-method");
    const answer =
      isPreflight && isAllowed
        ? new Response(null, { status: 204 })
        : await transport(request, visit);
    // Caches must keep answers per origin.
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
 * On a company's host, that company's origins are allowed; on the platform's host, those of the
 * token's company or, without a token, of any company. Super admins have no calls from other sites.
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Refuses with CROSS_SITE a call for anyone that mails, logs in or writes, if a page of another site made
 * the visitor's browser send it: it would spend the budgets of the visitor's network. A browser that says
 * so (`Sec-Fetch-Site`) needs no permission to send it, only to read the answer. The company's own list
 * of origins (`apiOrigins`) may call; `named` is the company of the input, once it is read.
 */
export async function refuseOtherSites(
  { database }: Pick<Deps, "database">,
  row: { audience: string; changes: boolean; path: string },
  request: Request,
  { site, named = null }: { site: Site; named?: string | null },
): Promise<void> {
  if (row.audience !== "anyone" || !row.changes) return;
  if (request.headers.get("sec-fetch-site") !== "cross-site") return;
  const origin = request.headers.get("origin");
  const isSuperAdmins = row.path.startsWith("/superadmin/");
  if (origin !== null && !isSuperAdmins) {
    const company = companyOf(site);
    if (company && !isPlatform(site)) {
      if ((company.settings.apiOrigins ?? []).includes(origin)) return;
    } else {
      const id = named ?? company?.id ?? null;
      const isKnown = id === null || UUID.test(id);
      if (isKnown && (await isApiOrigin(database.db, origin, id))) return;
    }
  }
  throw refuse("CROSS_SITE");
}
