import { COLOUR_SCHEMES, LANGUAGES, type ColourScheme, type Language } from "@db/vocabulary";
import { findCompany } from "@db/queries/companies";
import { createCaller, type Caller } from "@server/procedures/router";
import { type Refusal, refuse } from "@server/domain/refusals/refuse";
import { openBrandPicture, openMediaAs, uploadedPicture } from "@server/media/open-media";
import { readForm, receiveForm } from "@server/media/receive-form";
import { receiptAnswer } from "@server/receipts/receipt-answer";
import { riskNotice } from "@server/words/risk-notice";
import { type Actor, type Area, AREAS, NOBODY, ROLE_OF_AREA, type SignedInActor } from "./actor";
import { adminBelongsHere } from "./admin-here";
import { brandOf } from "./brand-of";
import { type Deps, type RequestFacts, createContext } from "./context";
import {
  LANGUAGE_COOKIE,
  SCHEME_COOKIE,
  choiceCookie,
  endedSessionCookie,
  readCookies,
  sessionCookie,
} from "./cookies";
import type { CallOptions, PageContext } from "./load-context";
import { type Site, companyOf, isPlatform } from "./site";

/** The desk and its data (`/admin/purchaserequest.data`). */
const ADMIN_PAGES = /^\/admin(?:[/.]|$)/;

/** What the HTTP server knows of a page's request. */
export interface PageRequest extends Omit<RequestFacts, "door" | "language" | "idempotencyKey"> {
  nonce: string;
  pathname: string;
  cookieHeader: string | null;
  acceptLanguage: string | null;
  refused?: Refusal | null;
}

/**
 * The page door: cookies, never a bearer token. `outgoing` fills with cookies to add to the answer
 * (a session that was used lives on).
 */
export async function createPageContext(
  deps: Deps,
  request: PageRequest,
): Promise<{ context: PageContext; outgoing: string[]; thrown: unknown[] }> {
  const secure = request.origin.startsWith("https:");
  const cookies = readCookies(request.cookieHeader);
  const outgoing: string[] = [];
  const thrown: unknown[] = [];
  const language = languageOf(request);
  const colourScheme: ColourScheme =
    chosen(COLOUR_SCHEMES, cookies.choice(SCHEME_COOKIE)) ?? "system";

  const callerFor = (actor: Actor, options?: CallOptions): Caller =>
    createCaller(
      createContext(
        deps,
        {
          ...request,
          site,
          door: "page",
          language,
          idempotencyKey: options?.idempotencyKey ?? null,
        },
        actor,
      ),
    );

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
    const session = await deps.sessions.read(token);
    if (session?.actor.role !== ROLE_OF_AREA[area]) return NOBODY;
    const { actor } = session;
    if (!(await belongsHere(deps, actor, request.site))) return NOBODY;
    if (session.isFresh) outgoing.push(sessionCookie(area, token, session.expiresAt, secure));
    return actor;
  }

  const site = await siteOfPage();
  /** On the platform's host, the desk of a company without a host is that company's site. */
  async function siteOfPage(): Promise<Site> {
    if (!isPlatform(request.site) || !ADMIN_PAGES.test(request.pathname)) return request.site;
    const actor = await actorOf("admin");
    if (actor.role !== "ADMIN" || actor.companyId === companyOf(request.site)?.id) {
      return request.site;
    }
    const company = await findCompany(deps.database.db, actor.companyId);
    return company ? { kind: "company", company, isPlatform: true } : request.site;
  }

  const callerOf = async (area: Area, options?: CallOptions): Promise<Caller | null> => {
    const actor = await actorOf(area);
    return actor.role === "NOBODY" ? null : callerFor(actor, options);
  };

  const context: PageContext = {
    nonce: request.nonce,
    requestId: request.requestId,
    demo: deps.config.demo,
    origin: request.origin,
    site,
    brand: await brandOf(deps.database.db, companyOf(site)),
    language,
    colourScheme,
    api: {
      public: () => callerFor(NOBODY),
      member: (options) => callerOf("user", options),
      admin: (options) => callerOf("admin", options),
      superAdmin: (options) => callerOf("superadmin", options),
    },
    sessions: {
      set: (area, issued) => sessionCookie(area, issued.token, new Date(issued.expiresAt), secure),
      clear: (area) => endedSessionCookie(area, secure),
    },
    preferences: {
      language: (choice) => choiceCookie(LANGUAGE_COOKIE, choice, secure),
      colourScheme: (choice) => choiceCookie(SCHEME_COOKIE, choice, secure),
    },
    refused: request.refused ?? null,
    report: (error) => thrown.push(error),
    async openMedia(id) {
      // One browser may hold several people (design §7): any of them who may open it, does.
      const picture = await openBrandPicture(deps, site, id);
      if (picture) return picture;
      let refused: unknown = refuse("NOT_SIGNED_IN");
      for (const area of AREAS) {
        const actor = await actorOf(area);
        if (actor.role === "NOBODY") continue;
        try {
          return await openMediaAs(deps, actor, id);
        } catch (error) {
          refused = error;
        }
      }
      throw refused;
    },
    async openReceipt(orderNumber) {
      const caller = await callerOf("user");
      const company = companyOf(site);
      if (!caller || !company) throw refuse("NOT_SIGNED_IN");
      const receipt = await caller.orders.receipt({ purchaseId: orderNumber });
      return receiptAnswer({
        receipt,
        brand: context.brand,
        logo: await uploadedPicture(deps, company.id, context.brand.headerLogo),
        language,
        riskNotice: riskNotice(language, company.settings.riskNotice),
      });
    },
    readUpload: async (posted, area) => readForm(deps, posted, await actorOf(area)),
    receiveUpload: async (posted, area) => receiveForm(deps, posted, await actorOf(area)),
  };
  return { context, outgoing, thrown };
}

/** A token used on another company's host is nobody's (design §7). */
async function belongsHere(deps: Deps, actor: SignedInActor, site: Site): Promise<boolean> {
  switch (actor.role) {
    case "SUPER_ADMIN":
      return isPlatform(site);
    case "ADMIN":
      return adminBelongsHere(deps.database.db, actor, site);
    default:
      return actor.companyId === companyOf(site)?.id;
  }
}

function chosen<T extends string>(options: readonly T[], value: string | null): T | null {
  return options.find((option) => option === value) ?? null;
}

/** The language a person has chosen, else the first of ours that their browser asks for. */
export function languageOf(request: {
  cookieHeader: string | null;
  acceptLanguage: string | null;
}): Language {
  const choice = readCookies(request.cookieHeader).choice(LANGUAGE_COOKIE);
  const language = chosen(LANGUAGES, choice);
  if (language) return language;
  const asked = (request.acceptLanguage ?? "").toLowerCase().split(",");
  for (const part of asked) {
    const found = chosen(LANGUAGES, part.trim().slice(0, 2));
    if (found) return found;
  }
  return "en";
}
