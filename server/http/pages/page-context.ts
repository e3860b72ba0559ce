import { COLOUR_SCHEMES, type ColourScheme } from "@db/vocabulary";
import type { Executor } from "@db/client";
import {
  findCompany,
  brandOfSite,
  type Site,
  companyOf,
  isPlatform,
  resolveSite,
} from "@server/sites";
import {
  sourceOf,
  type ValidSession,
  type Actor,
  type Area,
  AREAS,
  NOBODY,
  ROLE_OF_AREA,
  type SignedInActor,
  type Deps,
  type RequestFacts,
  createContext,
  LANGUAGE_COOKIE,
  MENU_COOKIE,
  SCHEME_COOKIE,
  choiceCookie,
  endedSessionCookie,
  readCookies,
  sessionCookie,
  touchCookie,
} from "@server/access";
import { createCaller, type Caller } from "@server/http/router";
import { shareReadings } from "@server/platform";
import type { Refusal } from "@server/platform/rules/refusals/refuse";
import { pageFiles } from "./page-files";
import { PLATFORM_BRAND } from "@themes/plain";
import { withoutSamples } from "@themes/samples";
import { isAdminOfSite, noteArrival } from "@server/members";
import type { AskedPage, CallOptions, PageContext } from "./load-context";

/** Returns a path as the router compares it: decoded, and without regard to case. */
const asRouted = (pathname: string): string => decodeURIComponent(pathname).toLowerCase();

/** The admin area and its data (`/admin/purchaserequest.data`). */
const ADMIN_PAGES = /^\/admin(?:[/.]|$)/;

/** The pages whose data belongs to one area: `/user`, `/user/profile`, `/user.data`. */
const PAGES_OF: Record<Area, RegExp> = {
  user: /^\/user(?:[/.]|$)/,
  admin: ADMIN_PAGES,
  superadmin: /^\/superadmin(?:[/.]|$)/,
};

/** Reads of a page request that begin before its site is known. */
export interface PageReads {
  /** The session that the page's area needs. */
  sessions: ReadonlyMap<Area, Promise<ValidSession | null>>;
}

/**
 * Begins to read the session of a page, so that it is read while the site is. Who it is counts only
 * once the site is known.
 */
export function beginPageReads(
  deps: Pick<Deps, "database" | "sessions">,
  request: { pathname: string; origin: string; cookieHeader: string | null },
): PageReads {
  const cookies = readCookies(request.cookieHeader);
  const secure = request.origin.startsWith("https:");
  const pathname = asRouted(request.pathname);
  const sessions = new Map<Area, Promise<ValidSession | null>>();
  for (const area of AREAS) {
    // A member at the login or the registration is sent to the dashboard.
    const isNeeded =
      PAGES_OF[area].test(pathname) || (area === "user" && /^\/(register)?$/.test(pathname));
    const token = isNeeded ? cookies.token(area, secure) : null;
    if (!token) continue;
    const reading = deps.sessions.read(token);
    // Whoever asks for the session gets the error.
    reading.catch(() => undefined);
    sessions.set(area, reading);
  }
  return { sessions };
}

/** Reads the site of a host, once for all requests that wait for it together. */
export const createSiteReader = ({ database, config }: Pick<Deps, "database" | "config">) =>
  shareReadings((host) => resolveSite(database.db, host, config.platformHost));

/** The facts of a page request that the HTTP server knows. */
export interface PageRequest extends Omit<
  RequestFacts,
  "transport" | "idempotencyKey" | "canUndo" | "firstTouch"
> {
  /** Scheme, host and port as the browser sees them. */
  origin: string;
  nonce: string;
  pathname: string;
  /** The URLs of the scripts with the page's texts. */
  wordFiles?: readonly string[];
  cookieHeader: string | null;
  begun?: PageReads;
  refused?: Refusal | null;
  /** The request as it came, and the query of its page. */
  arrives?: { request: Request; query: URLSearchParams };
  asked?: AskedPage;
}

/**
 * The page transport: cookies, never a bearer token. `outgoing` collects cookies to set on the response (a
 * session that was extended).
 */
export async function createPageContext(
  deps: Deps,
  request: PageRequest,
): Promise<{ context: PageContext; outgoing: string[]; thrown: unknown[] }> {
  const secure = request.origin.startsWith("https:");
  const cookies = readCookies(request.cookieHeader);
  const outgoing: string[] = [];
  /** Those of sessions that were extended. */
  const extended = new Map<Area, string>();
  const thrown: unknown[] = [];
  const { language, begun } = request;
  const company = companyOf(request.site);
  const arrival =
    company && request.arrives
      ? await noteArrival(deps, {
          company,
          origin: request.origin,
          ...request.arrives,
          cookie: cookies.touch(secure),
        })
      : null;
  const firstTouch = arrival?.touch ?? null;
  if (arrival?.fresh) {
    const { value, seconds } = arrival.fresh;
    outgoing.push(touchCookie(value, seconds, secure));
  }
  const source = sourceOf({ ...request, transport: "page" });
  const { db } = deps.database;
  const colourScheme: ColourScheme =
    chosen(COLOUR_SCHEMES, cookies.choice(SCHEME_COOKIE)) ?? "system";

  const callerFor = (actor: Actor, options?: CallOptions): Caller =>
    createCaller(
      createContext(
        deps,
        {
          ...request,
          site,
          transport: "page",
          language,
          idempotencyKey: options?.idempotencyKey ?? null,
          canUndo: options?.canUndo ?? false,
          presentSession,
          firstTouch,
        },
        actor,
      ),
    );

  const presentSession = async (role: SignedInActor["role"]): Promise<SignedInActor | null> => {
    const area = AREAS.find((one) => ROLE_OF_AREA[one] === role);
    const token = area && cookies.token(area, secure);
    const session = token ? await deps.sessions.read(token) : null;
    return session?.actor.role === role ? session.actor : null;
  };

  const actors = new Map<Area, Promise<Actor>>();
  const actorOf = (area: Area): Promise<Actor> => {
    const known = actors.get(area);
    if (known) return known;
    const reading = readActor(area);
    actors.set(area, reading);
    return reading;
  };

  async function readActor(area: Area): Promise<Actor> {
    const token = cookies.token(area, secure);
    if (!token) return NOBODY;
    const session = await (begun?.sessions.get(area) ?? deps.sessions.read(token));
    if (session?.actor.role !== ROLE_OF_AREA[area]) return NOBODY;
    const { actor } = session;
    if (!(await belongsHere(db, actor, request.site))) return NOBODY;
    if (session.isFresh) {
      const cookie = sessionCookie(area, token, session.expiresAt, secure);
      extended.set(area, cookie);
      outgoing.push(cookie);
    }
    return actor;
  }

  const site = await siteOfPage();
  /** On the platform's host, the admin area of a company without a host uses that company's site. */
  async function siteOfPage(): Promise<Site> {
    if (!isPlatform(request.site) || !ADMIN_PAGES.test(asRouted(request.pathname)))
      return request.site;
    const actor = await actorOf("admin");
    if (actor.role !== "ADMIN" || actor.companyId === companyOf(request.site)?.id) {
      return request.site;
    }
    const company = await findCompany(db, actor.companyId);
    return company ? { kind: "company", company, isPlatform: true } : request.site;
  }

  const callerOf = async (area: Area, options?: CallOptions): Promise<Caller | null> => {
    const actor = await actorOf(area);
    return actor.role === "NOBODY" ? null : callerFor(actor, options);
  };

  const brand = withoutSamples(await brandOfSite(db, site));
  const isOfPlatform =
    companyOf(site)?.status === "SUSPENDED" || PAGES_OF.superadmin.test(asRouted(request.pathname));
  const context: PageContext = {
    site: {
      ...site,
      brand: isOfPlatform ? PLATFORM_BRAND : brand,
      origin: request.origin,
      appOrigin: deps.config.appOrigin,
      isDemo: deps.config.demo,
    },
    caller: {
      language,
      colourScheme,
      isMenuFolded: cookies.choice(MENU_COOKIE) === "folded",
      public: () => callerFor(NOBODY),
      member: (options) => callerOf("user", options),
      admin: (options) => callerOf("admin", options),
      superAdmin: (options) => callerOf("superadmin", options),
      sessions: {
        set(area, issued) {
          // The old token's extended cookie must not follow the new token's.
          outgoing.splice(
            0,
            outgoing.length,
            ...outgoing.filter((one) => one !== extended.get(area)),
          );
          return sessionCookie(area, issued.token, new Date(issued.expiresAt), secure);
        },
        clear: (area) => endedSessionCookie(area, secure),
        had: (area) => cookies.token(area, secure) !== null,
      },
      preferences: {
        language: (choice) => choiceCookie(LANGUAGE_COOKIE, choice, secure),
        colourScheme: (choice) => choiceCookie(SCHEME_COOKIE, choice, secure),
        menu: (isFolded) => choiceCookie(MENU_COOKIE, isFolded ? "folded" : "open", secure),
      },
      referral: {
        first: firstTouch,
        forget: () => void outgoing.push(touchCookie("", 0, secure)),
      },
      request: {
        id: request.requestId,
        nonce: request.nonce,
        wordFiles: request.wordFiles ?? [],
        asked: request.asked ?? { path: null, isFromPage: false, typed: null },
        refused: request.refused ?? null,
        report: (error) => thrown.push(error),
      },
      files: pageFiles(deps, {
        site,
        brand,
        language,
        actorOf,
        signal: request.signal,
        source,
        member: () => callerOf("user"),
      }),
    },
  };
  return { context, outgoing, thrown };
}

/** A token is not accepted on another company's host (architecture.md §7). */
async function belongsHere(db: Executor, actor: SignedInActor, site: Site): Promise<boolean> {
  switch (actor.role) {
    case "SUPER_ADMIN":
      return isPlatform(site);
    case "ADMIN":
      return isAdminOfSite(db, actor, site);
    default:
      return actor.companyId === companyOf(site)?.id;
  }
}

function chosen<T extends string>(options: readonly T[], value: string | null): T | null {
  return options.find((option) => option === value) ?? null;
}
