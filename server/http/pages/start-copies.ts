import { randomBytes } from "node:crypto";
import { companyOf, type Site } from "@server/sites";

/** Milliseconds for which a copy is shown at once: the sale's figures in it may be as old. */
const FRESH_MS = 10_000;
/** Milliseconds for which it is shown where a page gets no turn. */
const RUSH_MS = 30_000;
/** Starts that are kept, of any host, language and state of a company. */
const MOST = 200;

interface Copy {
  text: string;
  headers: Headers;
  nonce: string;
  madeAt: number;
}

export interface StartCopies {
  /** Keeps an answer to a stranger, and returns it. */
  keep(key: string, answer: Response): Promise<Response>;
  /** Returns a copy with a nonce of its own; null without one. In a rush it may be older. */
  find(key: string, isRush?: boolean): Response | null;
}

/**
 * Names the start of a site in a language. A change of the company, its texts or its published brand
 * gives another name; what a sale changes does not.
 */
export function startKey(origin: string, language: string, site: Site): string {
  const company = companyOf(site);
  const campaign = company?.campaign && { ...company.campaign, left: null };
  const brand = site.kind === "company" ? site.published?.version : null;
  return JSON.stringify([origin, language, company && { ...company, campaign }, brand]);
}

/** The starts of sites, as strangers last saw them. They are shown without a turn. */
export function createStartCopies(): StartCopies {
  const copies = new Map<string, Copy>();
  return {
    async keep(key, answer) {
      const [, nonce] = /'nonce-([^']+)'/.exec(policyOf(answer.headers)) ?? [];
      const isNew = Date.now() - (copies.get(key)?.madeAt ?? 0) < FRESH_MS;
      if (isNew || answer.status !== 200 || !nonce || answer.headers.has("set-cookie"))
        return answer;
      if (copies.size >= MOST) copies.clear();
      const text = await answer.text();
      copies.set(key, { text, headers: new Headers(answer.headers), nonce, madeAt: Date.now() });
      return new Response(text, answer);
    },
    find(key, isRush = false) {
      const copy = copies.get(key);
      if (!copy || Date.now() - copy.madeAt > (isRush ? RUSH_MS : FRESH_MS)) return null;
      const nonce = randomBytes(16).toString("base64url");
      const headers = new Headers(copy.headers);
      headers.set(POLICY, policyOf(headers).replaceAll(copy.nonce, nonce));
      return new Response(copy.text.replaceAll(copy.nonce, nonce), { headers });
    },
  };
}

const POLICY = "content-security-policy";
const policyOf = (headers: Headers): string => headers.get(POLICY) ?? "";
