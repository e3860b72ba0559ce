import { randomBytes } from "node:crypto";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createPageContext } from "@server/context/page-context";
import type { Deps } from "@server/context/context";
import type { DoorHandler } from "./app";
import { copyRequest } from "./copy-request";
import { pagePolicy } from "./security-headers";

/** Remix behind our own request handling. In development the build is loaded afresh at each request. */
export function createPageDoor(
  deps: Deps,
  loadBuild: () => Promise<ServerBuild>,
  options: { dev: boolean },
): DoorHandler {
  const mode = options.dev ? "development" : "production";
  let handler: ReturnType<typeof createRequestHandler> | undefined;
  return async (request, visit) => {
    if (!handler || options.dev) handler = createRequestHandler(await loadBuild(), mode);
    const nonce = randomBytes(16).toString("base64");
    const { context, outgoing } = await createPageContext(deps, {
      requestId: visit.requestId,
      ip: visit.ip,
      userAgent: visit.userAgent,
      origin: visit.origin,
      site: visit.site,
      nonce,
      pathname: new URL(request.url).pathname,
      cookieHeader: request.headers.get("cookie"),
      acceptLanguage: request.headers.get("accept-language"),
    });
    const response = await handler(atOrigin(request, visit.origin), { ...context });
    const headers = new Headers(response.headers);
    for (const cookie of outgoing) headers.append("set-cookie", cookie);
    if (headers.get("content-type")?.startsWith("text/html")) {
      const secure = visit.origin.startsWith("https:");
      headers.set("content-security-policy", pagePolicy(nonce, { dev: options.dev, secure }));
    }
    // What a page shows is a person's: no cache in between keeps it.
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    return new Response(response.body, { status: response.status, headers });
  };
}

/** Behind a proxy the request names another origin than the person's; redirects and links need theirs. */
function atOrigin(request: Request, origin: string): Request {
  const url = new URL(request.url);
  return copyRequest(request, { url: origin + url.pathname + url.search });
}
