import { randomBytes } from "node:crypto";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import {
  type Actor,
  type CallKind,
  type Deps,
  detectPageLanguage,
  groupOf,
  limitPages,
  logRefusal,
  NOBODY,
  refusalFrom,
} from "@server/access";
import { companyOf } from "@server/sites";
import { createPageContext } from "./page-context";
import { httpStatusOf } from "@server/platform/rules/refusals/kinds";
import { type Refusal, refuse } from "@server/platform/rules/refusals/refuse";
import type { PageHandler, Visit } from "@server/http/edge/app";
import { bodyOf, copyRequest, withWholeBody } from "@server/http/edge/body-cap";
import { cookieOfPage, cookiesForPages } from "./page-cookies";
import { handlersOf } from "./few-routes";
import { nestRoutes, type PageTurn, pageRoutes } from "./page-routes";
import { byNonce, pagePolicy } from "@server/http/edge/security";
import type { WordFiles } from "@server/http/files/static-files";
import { createStartCopies, startKey } from "./start-copies";
import { readTypedForm } from "./typed-form";

/** A request's refusal, if its body had one, and what it typed without a session. */
interface Shown {
  refused?: Refusal | null;
  typed?: URLSearchParams | null;
}

/**
 * The pages of members and admins, and their data, whose forms are kept over an ended session: not the
 * logins, and not what sets up a second factor.
 */
const KEPT_PAGES = /^\/(?:user|admin)\/(?!login|forgot-|set-|security|step-up)/i;

/** Content types of form bodies. */
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

interface Pages {
  handlerOf: (pathname: string) => RequestHandler;
  routeOf: ReturnType<typeof pageRoutes>;
}

/**
 * Remix behind our own request handling. In development the build is loaded again for each request.
 */
export function createPageTransport(
  deps: Deps,
  loadBuild: () => Promise<ServerBuild>,
  options: { dev: boolean; wordFiles: WordFiles },
): PageHandler {
  const mode = options.dev ? "development" : "production";
  const starts = createStartCopies();
  let known: Pages | undefined;

  async function pages(): Promise<Pages> {
    if (!known || options.dev) {
      const build = await loadBuild();
      const whole = createRequestHandler(build, mode);
      const ofPage = handlersOf(build, nestRoutes(build), mode);
      known = {
        // The browser asks here for any route.
        handlerOf: (path) => (path === MANIFEST ? whole : ofPage(pageOf(path))),
        routeOf: pageRoutes(build),
      };
    }
    return known;
  }

  async function show(request: Request, visit: Visit, { refused = null, typed = null }: Shown) {
    const { pathname } = new URL(request.url);
    const { handlerOf, routeOf } = await pages();
    const route = routeOf(pageOf(pathname));
    const { notes = {} } = visit;
    const pattern = pathname === MANIFEST ? MANIFEST : route.pattern;
    if (pattern !== undefined) notes.route = pattern;
    const nonce = randomBytes(16).toString("base64url");
    const language = await detectPageLanguage(request);
    const header = request.headers.get("cookie");
    const { context, outgoing, thrown } = await createPageContext(deps, {
      ...visit,
      notes,
      nonce,
      pathname,
      cookieHeader: header,
      language,
      wordFiles: options.wordFiles(language, route.words),
      refused,
      arrives: { request, query: new URL(request.url).searchParams },
      asked: {
        path: route.hasScreen ? addressOf(request) : null,
        isFromPage: typed !== null || isRemixOwn(pathname),
        typed,
      },
    });
    const secure = visit.origin.startsWith("https:");
    const cookies = { isSecure: secure, secrets: deps.secrets };
    const asked = atOrigin(request, visit.origin, header && cookiesForPages(header, cookies));
    const response = await handlerOf(pathname)(asked, { ...context });
    const { headers } = response;
    const made = [...headers.getSetCookie(), ...outgoing];
    headers.delete("set-cookie");
    for (const cookie of made) headers.append("set-cookie", cookieOfPage(cookie, cookies));
    const type = headers.get("content-type");
    // Remix names no charset for the data of a page (ASVS 4.1.1).
    if (type === "text/x-script") headers.set("content-type", `${type}; charset=utf-8`);
    const isPage = type?.startsWith("text/html") ?? false;
    if (isPage) {
      const policy = pagePolicy(byNonce(nonce), { dev: options.dev, secure });
      headers.set("content-security-policy", policy);
    }
    // Pages hold personal data: intermediaries must not cache them.
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    return { response, isPage, thrown };
  }

  /** Renders the page as for GET, with the refusal of the submitted body. */
  async function showRefusal(
    request: Request,
    visit: Visit,
    refusal: Refusal,
    typed: URLSearchParams | null = null,
  ): Promise<Response> {
    logRefusal(deps.logger, refusal, "page", visit);
    const headers = new Headers(request.headers);
    for (const name of Array.from(headers.keys()))
      if (name.startsWith("content-")) headers.delete(name);
    const asked = new Request(request.url, { headers, signal: request.signal });
    const shown = await show(asked, visit, { refused: refusal, typed });
    const isAway = shown.response.status >= 300 && shown.response.status < 400;
    if (isAway) return answer(shown);
    // Resource routes have no page: the refusal is answered as for a script.
    if (!shown.isPage || shown.response.status !== 200) throw refusal;
    return answer(shown, httpStatusOf(refusal.code));
  }

  /** The texts of a member's form whose session has ended; null for any other request. */
  async function typedWithoutSession(request: Request): Promise<URLSearchParams | null> {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || !KEPT_PAGES.test(pathname)) return null;
    return (await pages()).routeOf(pageOf(pathname)).hasScreen ? readTypedForm(request) : null;
  }

  /** Answers a request whose turn it is. */
  async function answerPage(
    request: Request,
    visit: Visit,
    refusedBody: () => Refusal | null,
    typed: URLSearchParams | null,
  ): Promise<Response> {
    const early = refusedBody() ?? refusedType(request);
    if (early) return showRefusal(request, visit, early, typed);
    const shown = await show(typed ? withBody(request, typed) : request, visit, { typed });
    if (shown.response.status < 500) return answer(shown);
    // Remix answers 500 to an error that a page does not handle, even if it is a refusal.
    const refusal = refusedBody() ?? shown.thrown.map(refusalOf).find((one) => one !== null);
    if (refusal) {
      return shown.isPage && request.method !== "GET" && request.method !== "HEAD"
        ? showRefusal(request, visit, refusal)
        : answer(shown, httpStatusOf(refusal.code));
    }
    for (const error of shown.thrown) {
      const { pathname } = new URL(request.url);
      const facts = { requestId: visit.requestId, path: pathname, ...visit.notes };
      deps.logger.error({ err: error, ...facts }, "unexpected");
    }
    return answer(shown);
  }

  /** Answers a form that got no turn, and of which nothing is done; throws `refused` if no page does. */
  async function answerBusy(request: Request, visit: Visit, refused: Refusal, turn: PageTurn) {
    const { pathname, searchParams } = new URL(request.url);
    if (turn.isAnswered && isRemixOwn(pathname)) {
      const shown = await show(request, visit, { refused });
      shown.response.headers.set("retry-after", String(refused.retryAfterSeconds));
      return answer(shown);
    }
    if (!turn.keeps) throw refused;
    for (const [name, value] of (await readTypedForm(request)) ?? [])
      if (turn.keeps.includes(name)) searchParams.set(name, value);
    searchParams.set(BUSY, "");
    const headers = { location: `${pathname}?${searchParams}`, "cache-control": "no-store" };
    return new Response(null, { status: 303, headers });
  }

  return async (request, visit, refusedBody) => {
    const actor = await actorOf(visit);
    const personId = actor.role === "NOBODY" ? null : actor.id;
    await limitPages(deps, { personId, ip: visit.ip });
    const { hasScreen, turn, pattern } = (await pages()).routeOf(
      pageOf(new URL(request.url).pathname),
    );
    const start = isStart(request)
      ? startKey(visit.origin, await detectPageLanguage(request), visit.site)
      : null;
    const ofRoute = (copy: Response) => {
      if (visit.notes && pattern !== undefined) visit.notes.route = pattern;
      return copy;
    };
    const known = start && starts.find(start);
    if (known) return ofRoute(known);
    const typed = personId === null ? await typedWithoutSession(request) : null;
    if (personId === null && typed === null) visit.isStranger?.();
    const whole = hasScreen && !typed ? await readSmall(request, refusedBody) : request;
    // Files have turns of their own.
    if (!hasScreen || whole === null) return answerPage(request, visit, refusedBody, typed);
    const of = groupOf(actor, companyOf(visit.site)?.id ?? null);
    const copy = start && starts.find(start, true);
    const call = {
      of,
      kind: kindOf(request, actor, turn),
      waitMs: copy ? 0 : undefined,
      signal: visit.signal,
    };
    let isBegun = false;
    try {
      return await deps.turns.run(call, async () => {
        isBegun = true;
        const answered = await answerPage(whole, visit, refusedBody, typed);
        return start ? starts.keep(start, answered) : answered;
      });
    } catch (error) {
      const refusal = refusalFrom(error);
      if (isBegun || !refusal) throw error;
      if (copy) return ofRoute(copy);
      if (request.method !== "POST" || refusedBody()) throw refusal;
      return answerBusy(typed ? withBody(request, typed) : whole, visit, refusal, turn);
    }
  };
}

/** True for the start as a stranger asks for it, of whom the browser knows nothing. */
function isStart({ method, url, headers }: Request): boolean {
  const { pathname, search } = new URL(url);
  return method === "GET" && pathname === "/" && search === "" && !headers.has("cookie");
}

/** A member's page may name its kind; an admin's decision ends what holds tokens. */
function kindOf({ method }: Request, { role }: Actor, { kind }: PageTurn): CallKind {
  if (role === "USER" && kind) return kind;
  if (method === "GET" || method === "HEAD") return "look";
  return role === "ADMIN" || role === "SUPER_ADMIN" ? "finish" : "begin";
}

/**
 * Returns the request with its body read, so that a slow line keeps no place from others; null for a
 * form that may bring a file.
 */
async function readSmall(
  request: Request,
  refusedBody: () => Refusal | null,
): Promise<Request | null> {
  if (!bodyOf(request) || refusedBody()) return request;
  if (/^multipart\//i.test(request.headers.get("content-type") ?? "")) return null;
  try {
    return await withWholeBody(request);
  } catch (error) {
    // The page shows the refusal.
    if (refusedBody()) return request;
    throw error;
  }
}

/** Returns the person of the session of the page's area, which is read with the site. */
async function actorOf({ begun }: Visit): Promise<Actor> {
  for (const reading of begun?.sessions.values() ?? []) {
    // The page itself answers with the error.
    const session = await reading.catch(() => null);
    if (session) return session.actor;
  }
  return NOBODY;
}

/** The parameter by which a page says that a form got no turn. */
const BUSY = "busy";

/** The path where the browser discovers routes. */
const MANIFEST = "/__manifest";

/** True if Remix answers a path itself, without a page: no route of it is shown. */
const isRemixOwn = (pathname: string): boolean =>
  pathname === MANIFEST || pathname.endsWith(".data");

/** The page whose data a path names: `/user.data` is of `/user`, `/_root.data` of `/`. */
const pageOf = (pathname: string): string =>
  pathname.endsWith(".data") ? pathname.slice(0, -5).replace(/^\/_root$/, "/") : pathname;

/** Path and query of the page that a request asks for, or whose data or form it sends. */
function addressOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  // Remix's own.
  for (const name of ["index", "_data", "_routes"]) searchParams.delete(name);
  return pageOf(pathname) + (searchParams.size > 0 ? `?${searchParams.toString()}` : "");
}

/** Rebuilds a request whose body was read, with its texts. */
function withBody(request: Request, typed: URLSearchParams): Request {
  const headers = new Headers(request.headers);
  for (const name of Array.from(headers.keys()))
    if (name.startsWith("content-")) headers.delete(name);
  const { method, signal } = request;
  return new Request(request.url, { method, headers, body: typed, signal });
}

const answer = ({ response }: { response: Response }, status = response.status): Response =>
  status === response.status
    ? response
    : new Response(response.body, { status, headers: response.headers });

/** Pages accept only forms or an empty body. */
function refusedType(request: Request): Refusal | null {
  const type = request.headers.get("content-type");
  return type === null || FORM.test(type) ? null : refuse("UNSUPPORTED_MEDIA_TYPE");
}

/** Maps a thrown error to a refusal; `request.formData()` throws for a malformed body. */
function refusalOf(thrown: unknown): Refusal | null {
  const isUnreadable =
    thrown instanceof TypeError && /parse body as FormData|Content-Type/.test(thrown.message);
  return isUnreadable ? refuse("MALFORMED_BODY") : refusalFrom(thrown);
}

/** Behind a proxy the request's origin is not the person's; redirects and links need the latter. */
function atOrigin(request: Request, origin: string, cookies: string | null): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  if (cookies !== null) headers.set("cookie", cookies);
  return copyRequest(request, { url: origin + pathname + search, headers });
}
