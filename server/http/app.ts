import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Logger } from "pino";
import type { Language } from "@db/vocabulary";
import type { Config } from "@server/config/environment";
import type { Site } from "@server/context/site";
import { refusalFrom } from "@server/context/refusal-from";
import { languageOf } from "@server/context/page-context";
import { normaliseHost } from "@server/domain/hosts/host";
import { httpStatusOf } from "@server/domain/refusals/codes";
import { fileTooLarge } from "@server/domain/media/rules";
import { type Refusal, refuse } from "@server/domain/refusals/refuse";
import { translateRefusal } from "@server/words";
import { capBody } from "./body-cap";
import { compress } from "./compress";
import { isCrossSite } from "./cross-site";
import type { Metrics } from "./metrics";
import { type Arrival, readArrival } from "./request-facts";
import { noteBreaks } from "./note-breaks";
import { secure } from "./security-headers";
import type { StaticFiles } from "./static-files";

/** A request that has been let in, at a door. */
export interface Visit extends Arrival {
  userAgent: string | null;
  site: Site;
}

export type DoorHandler = (request: Request, visit: Visit) => Promise<Response>;

/** Pages say in their own look why a body was not taken: at once, or once it has grown too long. */
export type PageDoor = (
  request: Request,
  visit: Visit,
  refusedBody: () => Refusal | null,
) => Promise<Response>;

export interface HttpParts {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  resolveSite(host: string): Promise<Site>;
  /** Answers when the database does. */
  ping(): Promise<void>;
  isStopping(): boolean;
  staticFiles: StaticFiles;
  /** Pictures of brands; null when there is none of that name. */
  brandFile(request: Request, pathname: string, host: string): Promise<Response | null>;
  doors: { page: PageDoor; rest: DoorHandler; trpc: DoorHandler };
}

type Env = { Bindings: { incoming: { socket: { remoteAddress?: string } } } };

/** The whole HTTP surface, as one function from Request to Response. */
export function createApp(parts: HttpParts): Hono<Env> {
  const { config, logger, metrics } = parts;
  const app = new Hono<Env>();

  app.all("*", async (c) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? "127.0.0.1";
    const arrival = readArrival(c.req.raw.headers, peer, config.trustedProxies);
    const started = performance.now();
    const pathname = readPath(c.req.raw.url);
    let response: Response;
    try {
      response = await withDeadline(
        serve(parts, c.req.raw, pathname, arrival, peer),
        config.limits.requestSeconds,
      );
      const facts = { requestId: arrival.requestId, path: pathname };
      response = noteBreaks(response, (err) => logger.error({ err, ...facts }, "broken off"));
      response = await compress(c.req.raw, response);
    } catch (error) {
      response = failure(error, c.req.raw, pathname, arrival.requestId, logger);
    }
    const headers = new Headers(response.headers);
    secure(headers, { requestId: arrival.requestId, secure: arrival.origin.startsWith("https:") });
    const answered = new Response(response.body, { status: response.status, headers });
    const milliseconds = performance.now() - started;
    metrics.observe(c.req.method, response.status, milliseconds);
    logger.info(
      {
        requestId: arrival.requestId,
        method: c.req.method,
        host: arrival.host,
        // The query may hold an address or a signature: the path is enough to follow a request by.
        path: pathname,
        status: response.status,
        milliseconds: Math.round(milliseconds),
        ip: arrival.ip,
      },
      "request",
    );
    return answered;
  });
  return app;
}

async function serve(
  parts: HttpParts,
  request: Request,
  pathname: string | null,
  arrival: Arrival,
  peer: string,
): Promise<Response> {
  if (pathname === null) throw refuse("NOT_FOUND");
  const unguarded = await serveMachine(parts, request, pathname, arrival, peer);
  if (unguarded) return unguarded;
  const file =
    parts.staticFiles(request, pathname) ??
    (await parts.brandFile(request, pathname, arrival.host));
  if (file) return file;
  if (pathname.startsWith("/assets/")) throw refuse("NOT_FOUND");

  const site = await parts.resolveSite(arrival.host);
  // A host that is nobody's learns nothing, least of all somebody's bank details (design §3).
  if (site.kind === "unknown") throw refuse("UNKNOWN_HOST");
  const visit: Visit = {
    ...arrival,
    site,
    userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
  };

  const { rest, trpc, page } = parts.doors;
  const limits = parts.config.limits;
  // Multipart adds its own lines around the file.
  const isUpload = (request.headers.get("content-type") ?? "")
    .toLowerCase()
    .startsWith("multipart/");
  const capped = isUpload
    ? capBody(request, limits.fileBytes + 64 * 1024, fileTooLarge(limits.fileBytes))
    : capBody(request, limits.bodyBytes, refuse("BODY_TOO_LARGE"));
  const taken = () => {
    const refusal = capped.refused();
    if (refusal) throw refusal;
    return capped.request;
  };
  if (/^\/api\/(v1|docs)(\/|$)/.test(pathname)) return rest(taken(), visit);
  const isTrpc = pathname.startsWith("/trpc/");
  // A bearer token is nothing a browser adds by itself; pages do not look at one.
  const isBearers = isTrpc && request.headers.has("authorization");
  if (!isBearers && isCrossSite(request.method, request.headers, arrival.origin)) {
    throw refuse("CROSS_SITE");
  }
  if (isTrpc) return trpc(taken(), visit);
  assertOpen(site, pathname);
  return page(capped.request, visit, capped.refused);
}

/**
 * A suspended company's site is closed, with a plain page that says whom to ask. What a page under
 * way asks for is refused by the procedures, in the page's own look; and on the platform's own host
 * those who work there must still get in.
 */
function assertOpen(site: Site, pathname: string): void {
  if (site.kind !== "company" || site.company.status !== "SUSPENDED") return;
  if (pathname.endsWith(".data")) return;
  if (site.isPlatform && /^\/(superadmin|admin|preferences|media)(\/|$)/.test(pathname)) return;
  const { name, email, settings } = site.company;
  throw refuse("SITE_CLOSED", { company: name, contact: settings.supportEmail ?? email });
}

/** What machines ask: health, metrics, and whether a host is ours. No host check, no cookies. */
async function serveMachine(
  parts: HttpParts,
  request: Request,
  pathname: string,
  arrival: Arrival,
  peer: string,
): Promise<Response | null> {
  switch (pathname) {
    case "/healthz":
      return plain(200, "ok");
    case "/readyz": {
      if (parts.isStopping()) return plain(503, "stopping", { "retry-after": "5" });
      try {
        await parts.ping();
        return plain(200, "ready");
      } catch {
        return plain(503, "the database is away", { "retry-after": "5" });
      }
    }
    case "/metrics": {
      if (!mayReadMetrics(parts.config, request, arrival, peer)) throw refuse("NOT_FOUND");
      return new Response(await parts.metrics.text(), {
        headers: { "content-type": parts.metrics.contentType, "cache-control": "no-store" },
      });
    }
    case "/.well-known/domain-check": {
      const host = normaliseHost(new URL(request.url).searchParams.get("domain") ?? "");
      const site: Site = host ? await parts.resolveSite(host) : { kind: "unknown" };
      return site.kind === "unknown" ? plain(404, "unknown") : plain(200, "known");
    }
    default:
      return null;
  }
}

/** From this machine itself (and not handed on by a proxy on it), or with the token. */
function mayReadMetrics(config: Config, request: Request, arrival: Arrival, peer: string): boolean {
  const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (config.metricsToken && token) {
    const [given, wanted] = [Buffer.from(token), Buffer.from(config.metricsToken)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(peer);
  return (
    isLocal &&
    config.trustedProxies === 0 &&
    !request.headers.has("x-forwarded-for") &&
    arrival.ip !== ""
  );
}

/** The path of a request, or null where it cannot be read (`/%`, a null byte, no path at all). */
function readPath(url: string): string | null {
  try {
    const { pathname } = new URL(url);
    return decodeURIComponent(pathname).includes("\0") ? null : pathname;
  } catch {
    return null;
  }
}

async function withDeadline(work: Promise<Response>, seconds: number): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuse("REQUEST_TIMED_OUT")), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The one boundary: a refusal in plain words, anything else logged once and told by its number. */
function failure(
  error: unknown,
  request: Request,
  pathname: string | null,
  requestId: string,
  logger: Logger,
): Response {
  const refusal = refusalFrom(error);
  if (!refusal) logger.error({ err: error, requestId, path: pathname }, "unexpected");
  const shown = refusal ?? refuse("UNEXPECTED");
  const status = httpStatusOf(shown.kind);
  const headers = { ...retryAfter(shown), "cache-control": "no-store" };
  const language = languageOf({
    cookieHeader: request.headers.get("cookie"),
    acceptLanguage: request.headers.get("accept-language"),
  });
  const message = translateRefusal(language, shown.code, shown.params);
  if (/^\/(api\/v1|trpc)(\/|$)/.test(pathname ?? "")) {
    return Response.json(
      { status: "error", code: shown.code, message, data: null },
      { status, headers },
    );
  }
  return new Response(neutralPage(status, language, message, refusal ? null : requestId), {
    status,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      vary: "cookie, accept-language",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

function retryAfter(refusal: Refusal): Record<string, string> {
  const seconds = refusal.retryAfterSeconds ?? (refusal.kind === "unavailable" ? 5 : undefined);
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

/** Says no more than it must: no brand, no company. */
function neutralPage(
  status: number,
  language: Language,
  words: string,
  requestId: string | null,
): string {
  const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const id = requestId ? `<p>Request ${escape(requestId)}</p>` : "";
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><style>:root{color-scheme:light dark}body{font:16px/1.6 system-ui;max-width:32rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.25rem}</style><main><h1>${escape(words)}</h1>${id}</main></html>`;
}

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: { "content-type": "text/plain", "cache-control": "no-store", ...headers },
  });
