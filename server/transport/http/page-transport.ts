import { randomBytes } from "node:crypto";
import {
  type AppLoadContext,
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { WordGroup } from "@locales/languages";
import { detectPageLanguage } from "@server/context/detect-language";
import { createPageContext } from "@server/context/page-context";
import type { Deps } from "@server/context/context";
import { refusalFrom } from "@server/context/refusal-from";
import { httpStatusOf } from "@server/domain/refusals/codes";
import { type Refusal, refuse } from "@server/domain/refusals/refuse";
import type { PageHandler, Visit } from "./app";
import { whoIn } from "@server/context/request-notes";
import { logRefusal } from "@server/identity/security-events";
import { limitPages } from "@server/identity/limit-pages";
import { copyRequest } from "./body-cap";
import { keepRenders } from "./kept-renders";
import { loadPage, withLoaded, withScreen } from "./loaded-pages";
import { cookieOfPage, cookiesForPages } from "./page-cookies";
import { byBranch, byPath, type MatchedRoute } from "./route-branches";
import { byNonce, pagePolicy } from "./security";
import type { WordFiles } from "./static-files";
import { typedForm } from "./typed-form";
import { wholeAnswer } from "./whole-answer";

/** Why a request's copy is aborted; without a reason each abort makes an error with a stack. */
const COMPLETE = "The page is complete.";

/** Of a page of a person, in a language. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  vary: "cookie, accept-language",
};

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

/** What the build has for a path. */
interface Pages {
  handlerOf(pathname: string): RequestHandler;
  /** The groups of texts that its routes name in their handles (`loadWords`). */
  wordsOf(pathname: string): readonly WordGroup[];
  /** Null for a path of Remix's own, or without a screen. */
  shownOf(pathname: string): readonly MatchedRoute[] | null;
  /** `/user/receipts/:orderNumber`; undefined for a path without a route. */
  patternOf(pathname: string): string | undefined;
}

function wordsIn(handle: unknown): readonly WordGroup[] {
  const isNamed = (named: unknown): named is { words: readonly WordGroup[] } =>
    typeof named === "object" && named !== null && "words" in named;
  return isNamed(handle) ? handle.words : [];
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
  const kept = keepRenders();
  let known: Pages | undefined;

  async function pages(): Promise<Pages> {
    if (!known || options.dev) {
      const build = await loadBuild();
      const whole = createRequestHandler(build, mode);
      const ofBranch = byBranch(build, (branch) => createRequestHandler(withLoaded(branch), mode));
      const shownOf = byPath(build, withScreen);
      known = {
        // The browser asks here for routes of any branch.
        handlerOf: (path) => (path === MANIFEST ? whole : ofBranch(pageOf(path))),
        wordsOf: byPath(build, (shown) => shown.flatMap(({ module }) => wordsIn(module.handle))),
        shownOf: (path) => (isRemixOwn(path) ? null : shownOf(path)),
        patternOf: byPath(build, (shown) => {
          const parts = shown.map(({ id }) => build.routes[id]?.path).filter(Boolean);
          return shown.length > 0 ? `/${parts.join("/")}` : undefined;
        }),
      };
    }
    return known;
  }

  /**
   * The kept markup of a page; null if Remix has to answer. The loaders run for each request, so
   * nothing is stale and nobody is shown what their own call did not return.
   */
  async function keptPage(
    routes: readonly MatchedRoute[] | null,
    request: Request,
    context: AppLoadContext,
  ): Promise<Response | null> {
    if (!routes || request.method !== "GET" || context.refused || options.dev) return null;
    const { searchParams } = new URL(request.url);
    // Remix gives them a meaning of its own.
    if (["index", "_data", "_routes"].some((name) => searchParams.has(name))) return null;
    const loaded = await loadPage(routes, request, context);
    if (loaded === null || !context.ownValues) return null;
    const shown = `${context.language} ${request.url} ${loaded}`;
    const place = kept.placeOf(shown, context.ownValues);
    if (!place) return null;
    const markup = kept.find(place);
    if (markup === null) {
      context.keepMarkup = (rendered) => kept.keep(place, rendered);
      return null;
    }
    return wholeAnswer(markup, { headers: PAGE_HEADERS });
  }

  async function show(request: Request, visit: Visit, { refused = null, typed = null }: Shown) {
    const { pathname } = new URL(request.url);
    const built = await pages();
    const { notes = {} } = visit;
    const route = pathname === MANIFEST ? MANIFEST : built.patternOf(pageOf(pathname));
    if (route !== undefined) notes.route = route;
    const nonce = visit.isForCopy ? null : randomBytes(16).toString("base64url");
    const language = await detectPageLanguage(request);
    const { context, outgoing, thrown } = await createPageContext(deps, {
      // A copy is shown to others.
      requestId: visit.isForCopy ? "" : visit.requestId,
      isIdGiven: visit.isIdGiven,
      ip: visit.ip,
      userAgent: visit.userAgent,
      ...(visit.signal && { signal: visit.signal }),
      notes,
      origin: visit.origin,
      site: visit.site,
      ...(visit.begun && { begun: visit.begun }),
      nonce,
      pathname,
      cookieHeader: request.headers.get("cookie"),
      language,
      wordFiles: options.wordFiles(language, built.wordsOf(pathname)),
      refused,
      asked: {
        path: built.shownOf(pageOf(pathname)) && addressOf(request),
        isFromPage: typed !== null || isRemixOwn(pathname),
        typed,
      },
    });
    const ended = new AbortController();
    const secure = visit.origin.startsWith("https:");
    const cookies = { isSecure: secure, secrets: deps.secrets };
    const header = request.headers.get("cookie");
    const cookieHeader = header === null ? null : cookiesForPages(header, cookies);
    const asked = atOrigin(request, visit.origin, {
      ended,
      // Other headers are not copied for nothing.
      cookies: cookieHeader === header ? null : cookieHeader,
    });
    const loadContext: AppLoadContext = { ...context };
    const fromKept = await keptPage(built.shownOf(pathname), asked, loadContext);
    const response = fromKept ?? (await built.handlerOf(pathname)(asked, loadContext));
    // A copy of the answer would read its body through another stream.
    const { headers } = response;
    const made = [...headers.getSetCookie(), ...outgoing];
    if (made.length > 0) headers.delete("set-cookie");
    for (const cookie of made) headers.append("set-cookie", cookieOfPage(cookie, cookies));
    const type = headers.get("content-type");
    // Remix names no charset for the data of a page (ASVS 4.1.1).
    if (type === "text/x-script") headers.set("content-type", `${type}; charset=utf-8`);
    const isPage = type?.startsWith("text/html") ?? false;
    if (isPage) {
      // The page is complete: this clears the timer by which Remix limits its stream to five seconds,
      // which keeps the whole request in memory.
      if (!fromKept) ended.abort(COMPLETE);
      if (nonce !== null) {
        const policy = pagePolicy(byNonce(nonce), { dev: options.dev, secure });
        headers.set("content-security-policy", policy);
      }
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
    const { requestId, ip } = visit;
    logRefusal(deps.logger, refusal, {
      ...whoIn(visit.notes),
      ...{ transport: "page", requestId, ip },
    });
    const headers = new Headers(request.headers);
    for (const name of [...headers.keys()]) if (name.startsWith("content-")) headers.delete(name);
    const asked = new Request(request.url, { headers, signal: request.signal });
    const shown = await show(asked, visit, { refused: refusal, typed });
    const isAway = shown.response.status >= 300 && shown.response.status < 400;
    if (isAway) return answer(shown);
    // Resource routes have no page: the refusal is answered as for a script.
    if (!shown.isPage || shown.response.status !== 200) throw refusal;
    return answer(shown, httpStatusOf(refusal.kind));
  }

  /** The texts of a member's form whose session has ended; null for any other request. */
  async function typedWithoutSession(
    request: Request,
    visit: Visit,
  ): Promise<URLSearchParams | null> {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || !KEPT_PAGES.test(pathname)) return null;
    if ((await personOf(visit)) !== null) return null;
    return (await pages()).shownOf(pageOf(pathname)) ? typedForm(request) : null;
  }

  return async (request, visit, refusedBody) => {
    // A copy answers many requests.
    if (!visit.isForCopy) {
      await limitPages(deps, { personId: await personOf(visit), ip: visit.ip });
    }
    const typed = await typedWithoutSession(request, visit);
    const early = refusedBody() ?? refusedType(request);
    if (early) return showRefusal(request, visit, early, typed);
    const shown = await show(typed ? withFields(request, typed) : request, visit, { typed });
    if (shown.response.status < 500) return answer(shown);
    // Remix answers 500 to an error that a page does not handle, even if it is a refusal.
    const refusal = refusedBody() ?? shown.thrown.map(refusalOf).find((one) => one !== null);
    if (refusal) {
      return shown.isPage && request.method !== "GET" && request.method !== "HEAD"
        ? showRefusal(request, visit, refusal)
        : answer(shown, httpStatusOf(refusal.kind));
    }
    for (const error of shown.thrown) {
      const { pathname } = new URL(request.url);
      const facts = { requestId: visit.requestId, path: pathname, ...visit.notes };
      deps.logger.error({ err: error, ...facts }, "unexpected");
    }
    return answer(shown);
  };
}

/** Whose session the page's area has, which is read with the site. */
async function personOf({ begun }: Visit): Promise<string | null> {
  for (const reading of begun?.sessions.values() ?? []) {
    // The page itself answers with the error.
    const session = await reading.catch(() => null);
    if (session) return session.actor.id;
  }
  return null;
}

/** Where the browser discovers routes. */
const MANIFEST = "/__manifest";

/** Whether Remix answers a path otherwise than with a page: no route of it is shown. */
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

/** The same request, whose body was read, with the texts that it had. */
function withFields(request: Request, typed: URLSearchParams): Request {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (name.startsWith("content-")) headers.delete(name);
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

/**
 * Behind a proxy the request's origin is not the person's; redirects and links need the latter. The
 * copy ends with the request, or earlier by `ended`.
 */
function atOrigin(
  request: Request,
  origin: string,
  {
    ended,
    cookies,
  }: { ended: AbortController; /** If others than sent. */ cookies: string | null },
): Request {
  const url = new URL(request.url);
  let headers: Headers | undefined;
  if (cookies !== null) {
    headers = new Headers(request.headers);
    headers.set("cookie", cookies);
  }
  if (request.signal.aborted) ended.abort();
  else request.signal.addEventListener("abort", () => ended.abort(), { once: true });
  return copyRequest(request, {
    url: origin + url.pathname + url.search,
    ...(headers && { headers }),
    signal: ended.signal,
  });
}
