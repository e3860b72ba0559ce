import { contactOf } from "@server/sites/rules/contact";
import { type Context as HonoContext, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import type { Logger } from "pino";
import { type Config, withSpan, markFailed } from "@server/platform";
import { knownBrand, type Site } from "@server/sites";
import type { Brand } from "@themes/contract";
import { type RequestNotes, networkOf } from "@server/access";
import type { PageReads, beginPageReads } from "@server/http/pages/page-context";
import { originOfHost } from "@server/sites/rules/host";
import { fileTooLarge } from "@server/files/rules/rules";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import { type BodyBudget, createBodyBudget } from "./body-budget";
import { bodyOf, type CappedRequest, capBody } from "./body-cap";
import { compress, reportBrokenStream } from "./compress";
import { failure } from "./failure";
import { plain, serveMachine } from "./machine-endpoints";
import { isCrossSite, secure } from "./security";
import type { Metrics } from "./metrics";
import { type IncomingRequest, readIncomingRequest } from "./incoming-request";
import { namesFile, type StaticFiles } from "@server/http/files/static-files";

/** Handles an accepted request at a transport. */
export interface Visit extends IncomingRequest {
  userAgent: string | null;
  site: Site;
  /** Reads that began before the site was known; pages only. */
  begun?: PageReads;
  /** Aborted when the request is answered or its client has gone: then it takes no turn. */
  signal?: AbortSignal;
  /** A transport without a session calls it: a stranger's body is small. */
  isStranger?: () => void;
  /** The fields that the transports add to the request's log line. */
  notes?: RequestNotes;
}

export type TransportHandler = (request: Request, visit: Visit) => Promise<Response>;

/** Pages render the refusal of a body, before or after it was read. */
export type PageHandler = (
  request: Request,
  visit: Visit,
  refusedBody: () => Refusal | null,
) => Promise<Response>;

/**
 * Returns the sender of a file: the person of a valid session, or nobody. Null at an address that
 * takes no files.
 */
export type FileSender = (
  request: Request,
  pathname: string,
  visit: Pick<Visit, "site" | "begun">,
) => Promise<{ personId: string | null } | null>;

export interface HttpParts {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  resolveSite(host: string): Promise<Site>;
  /** Begins the reads of a page; without it, they begin once the site is known. */
  beginPage?(request: Parameters<typeof beginPageReads>[1]): PageReads;
  /** Missing where no address takes files. */
  fileSender?: FileSender;
  /** Resolves if the database answers. */
  ping(): Promise<void>;
  isStopping(): boolean;
  staticFiles: StaticFiles;
  /** Pictures of brands; null if there is none of that name. */
  brandFile(request: Request, pathname: string, host: string): Promise<Response | null>;
  transports: { page: PageHandler; rest: TransportHandler; trpc: TransportHandler };
}

/**
 * The reason to abort an answered request's signal; without one each abort makes an error with a
 * stack.
 */
const ANSWERED = "The request was answered.";

/** Hosts whose brands are kept for pages of failures. */
const MOST_BRANDS = 1000;

interface Env {
  Bindings: { incoming: { socket: { remoteAddress?: string } } };
  Variables: {
    incoming: IncomingRequest;
    peer: string;
    pathname: string | null;
    /** Aborted when the request is answered, also because it took too long. */
    answered: AbortSignal;
    notes: RequestNotes;
  };
}

/**
 * The HTTP surface, as one function from Request to Response. Hono's request ids trust every
 * client, its body limit buffers the complete body, and its compression does not support brotli:
 * those three are our own (decision 14).
 */
export function createApp(parts: HttpParts): Hono<Env> {
  const { config, logger } = parts;
  const app = new Hono<Env>();
  const bodies = createBodyBudget(config.limits.bodiesBytes, largestBody(config));
  parts.metrics.watchBodies(() => bodies.figures());
  // A page that tells of an outage has the brand that its host last had; nothing else reads this.
  const brands = new Map<string, Brand>();
  const resolveSite = async (host: string): Promise<Site> => {
    const site = await parts.resolveSite(host);
    const brand = knownBrand(site);
    if (brand === null) brands.delete(host);
    else {
      if (brands.size >= MOST_BRANDS) brands.clear();
      brands.set(host, brand);
    }
    return site;
  };

  app.use(async (c, next) => {
    const started = performance.now();
    const peer = c.env?.incoming?.socket.remoteAddress ?? "127.0.0.1";
    const incoming = readIncomingRequest(c.req.raw.headers, peer, config.trustedProxies);
    const pathname = readPath(c.req.raw.url);
    c.set("peer", peer);
    c.set("incoming", incoming);
    c.set("pathname", pathname);
    const answered = new AbortController();
    c.set("answered", answered.signal);
    const notes: RequestNotes = {};
    c.set("notes", notes);
    await followRequest(c, next);
    answered.abort(ANSWERED);
    // Hono's own method copies the answer.
    c.res.headers.set("x-request-id", incoming.requestId);
    // The rest of a slow body is not awaited.
    if (c.res.status === 408) c.res.headers.set("connection", "close");
    noteAnswer(parts, incoming, {
      method: c.req.method,
      // The query may hold an address or a signature: only the path is logged.
      path: pathname,
      status: c.res.status,
      milliseconds: performance.now() - started,
      notes,
    });
  });
  app.use(secure(config.platformHost));
  app.use(async (c, next) => {
    await next();
    const { requestId } = c.var.incoming;
    const facts = { requestId, path: c.var.pathname, ...c.var.notes };
    const noted = reportBrokenStream(c.res, (err) => logger.error({ err, ...facts }, "broken off"));
    const compressed = await compress(c.req.raw, noted);
    // Otherwise Hono copies the headers of the previous answer over these.
    c.res = undefined;
    c.res = compressed;
  });
  app.use(
    timeout(
      config.limits.requestSeconds * 1000,
      () => new HTTPException(503, { cause: refuse("REQUEST_TIMED_OUT") }),
    ),
  );
  app.all("*", (c) => serve({ ...parts, resolveSite }, bodies, c.req.raw, c.var));
  app.onError((error, c) =>
    failure(error, c.req.raw, { ...c.var, brand: brands.get(c.var.incoming.host) ?? null }, logger),
  );
  return app;
}

/** Traces a request by the pattern of its address, without its path: that may name an order. */
function followRequest(c: HonoContext<Env>, next: () => Promise<void>) {
  const { method } = c.req;
  return withSpan("request", method, async (span) => {
    await next();
    const { status } = c.res;
    const { route = "unknown", role, companyId } = c.var.notes;
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "prelaunch.request_id": c.var.incoming.requestId,
      "prelaunch.company_id": companyId,
      "prelaunch.role": role,
    });
    if (status >= 500) markFailed(span, null);
  });
}

interface Answered {
  method: string;
  path: string | null;
  status: number;
  milliseconds: number;
  notes: RequestNotes;
}

/** Counts an answer and logs it, with who asked and at which company, where that is known. */
function noteAnswer(
  { logger, metrics }: Pick<HttpParts, "logger" | "metrics">,
  { requestId, host, ip }: IncomingRequest,
  { method, path, status, milliseconds, notes }: Answered,
): void {
  const { route, ...who } = notes;
  metrics.observe(method, status, milliseconds, route);
  // Failures are logged as warnings, whether they pass or need somebody. A balancer asks for
  // health each second.
  const isHealth = route === "/healthz" || route === "/readyz";
  logger[status >= 500 ? "warn" : isHealth ? "debug" : "info"](
    { requestId, method, host, path, status, milliseconds: Math.round(milliseconds), ip, ...who },
    "request",
  );
}

async function serve(
  parts: HttpParts,
  bodies: BodyBudget,
  request: Request,
  { pathname, incoming, peer, answered, notes }: Env["Variables"],
): Promise<Response> {
  if (pathname === null) throw refuse("NOT_FOUND");
  const unguarded = await serveMachine(parts, request, pathname, peer);
  if (unguarded) {
    notes.route = pathname;
    return unguarded;
  }
  const file =
    parts.staticFiles(request, pathname) ??
    (await parts.brandFile(request, pathname, incoming.host));
  if (file) {
    notes.route = "files";
    return file;
  }

  const isRest = /^\/api\/(v1|docs)(\/|$)/.test(pathname);
  const isTrpc = pathname.startsWith("/trpc/");
  if (!isRest && !isTrpc && namesFile(pathname)) {
    notes.route = "files";
    return plain(404, "not found");
  }
  const begun =
    isRest || isTrpc
      ? undefined
      : parts.beginPage?.({
          pathname,
          origin: incoming.origin,
          cookieHeader: request.headers.get("cookie"),
        });
  const site = await parts.resolveSite(incoming.host);
  // An unknown host gets a neutral 404, and no company's data (architecture.md §3).
  if (site.kind === "unknown") throw refuse("UNKNOWN_HOST");
  const isApi = isRest || isTrpc;
  if (site.kind === "company") notes.companyId = site.company.id;
  const moved = plainAnswer(parts.config, request, { incoming, pathname, isApi });
  if (moved) return moved;
  const visit: Visit = {
    ...incoming,
    site,
    ...(begun && { begun }),
    notes,
    userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
    // Not each answer waits for something: a signal costs more than a copy of a page.
    get signal() {
      return AbortSignal.any([request.signal, answered]);
    },
  };

  const { rest, trpc, page } = parts.transports;
  // Browsers do not add a bearer token by themselves; pages ignore it.
  const isBearers = isRest || (isTrpc && request.headers.has("authorization"));
  if (!isBearers && isCrossSite(request.method, request.headers, incoming.origin)) {
    throw refuse("CROSS_SITE");
  }
  const capped = await limitBody(parts, bodies, request, { visit, pathname, answered });
  const taken = () => {
    const refusal = capped.refused();
    if (refusal) throw refusal;
    return capped.request;
  };
  visit.isStranger = () => {
    capped.narrow(parts.config.limits.strangerBodyBytes);
    // A page shows the refusal of its body itself.
    if (isApi) taken();
  };
  if (isRest) return rest(taken(), visit);
  if (isTrpc) return trpc(taken(), visit);
  const closed = closedAnswer(site, request.method, pathname);
  return closed ?? page(capped.request, visit, capped.refused);
}

/**
 * The answer to a plain request where the site has https: a redirect to the same page, or a refusal
 * of a call or a form, which a client must not send again over a plain connection. Null elsewhere.
 */
function plainAnswer(
  { appOrigin }: Config,
  request: Request,
  { incoming, pathname, isApi }: { incoming: IncomingRequest; pathname: string; isApi: boolean },
): Response | null {
  if (!appOrigin.startsWith("https:") || incoming.origin.startsWith("https:")) return null;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isApi || !isRead) throw refuse("HTTPS_REQUIRED");
  const location = originOfHost(appOrigin, incoming.host) + pathname + new URL(request.url).search;
  return new Response(null, { status: 308, headers: { location, "cache-control": "no-store" } });
}

/** A file may be this large, with the lines that multipart adds around it. */
const largestBody = ({ limits }: Config): number => limits.fileBytes + 64 * 1024;

/**
 * Limits a body by its address and sender. Only a person whose session is known sends a file, and
 * only to an address that takes files; before a login every other body is small.
 */
async function limitBody(
  { config, fileSender }: HttpParts,
  bodies: BodyBudget,
  request: Request,
  { visit, pathname, answered }: { visit: Visit; pathname: string; answered: AbortSignal },
): Promise<CappedRequest> {
  if (!bodyOf(request)) return { request, refused: () => null, narrow: () => undefined };
  const { fileBytes, bodyBytes, bodyPauseSeconds } = config.limits;
  const isForm = /^multipart\//i.test(request.headers.get("content-type") ?? "");
  const sender = isForm ? ((await fileSender?.(request, pathname, visit)) ?? null) : null;
  const personId = sender?.personId ?? null;
  const announced = Number(request.headers.get("content-length"));
  let tooLarge = refuse("BODY_TOO_LARGE");
  if (sender) {
    const isFile = personId !== null || announced > largestBody(config);
    tooLarge = isFile ? fileTooLarge(fileBytes) : refuse("NOT_SIGNED_IN");
  }
  const held = bodies.hold({ network: networkOf(visit.ip), personId });
  answered.addEventListener("abort", () => held.release(), { once: true });
  return capBody(request, {
    maxBytes: personId === null ? bodyBytes : largestBody(config),
    tooLarge,
    held,
    pauseMs: bodyPauseSeconds * 1000,
  });
}

/** The start, which tells the reason, the policies, a member's own receipts, and what these need. */
const LASTING =
  /^\/($|(privacy-policy|terms|preferences|__manifest|user\/logout)$|(user\/receipts|media)\/[^/]+$)/;

/**
 * Leads from the pages of a suspended company's site to its start, which tells the reason. Null for what
 * stays open. The procedures refuse a page's data requests, so that the page shows the refusal; on
 * the platform's host the admin areas stay open.
 */
function closedAnswer(site: Site, method: string, pathname: string): Response | null {
  if (site.kind !== "company" || site.company.status !== "SUSPENDED") return null;
  if (pathname.endsWith(".data") || LASTING.test(pathname)) return null;
  if (site.isPlatform && /^\/(superadmin|admin)(\/|$)/.test(pathname)) return null;
  if (method === "GET" || method === "HEAD") {
    return new Response(null, {
      status: 302,
      headers: { location: "/", "cache-control": "no-store" },
    });
  }
  const { name } = site.company;
  throw refuse("SITE_CLOSED", { company: name, contact: contactOf(site.company).email });
}

/**
 * The path of a request, or null where it is invalid: `/%`, control characters and line breaks, user
 * info, no path at all. No route takes a line break, and the router would print the whole address.
 */
function readPath(url: string): string | null {
  try {
    const { pathname, username, password } = new URL(url);
    // `GET http://name@host/`: no request can be made of it.
    if (username !== "" || password !== "") return null;
    // A form or a link of the page would read `//name/` as another host.
    if (pathname.startsWith("//")) return null;
    return /[\p{Cc}\u2028\u2029]/u.test(decodeURIComponent(pathname)) ? null : pathname;
  } catch {
    return null;
  }
}
