import { randomBytes } from "node:crypto";
import { companyOf, type Site } from "@server/sites";

/** Milliseconds for which a copy is shown at once. */
const FRESH_MS = 9000;
/** Milliseconds for which it is shown on while one visitor's page is made anew: ten seconds in all. */
const RENEWAL_MS = 1000;
/** Milliseconds for which it is shown where a page gets no turn. */
const RUSH_MS = 30_000;
/** Starts that are kept, of any host, language and state of a company. */
const MOST = 200;

interface Copy {
  /** The page, in parts between which its nonce stands. */
  text: Buffer[];
  headers: Headers;
  policy: string[];
  madeAt: number;
  /** When somebody last found it old, whose page becomes the next copy. */
  renewedAt: number;
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
      const policy = answer.headers.get(POLICY) ?? "";
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
      const now = Date.now();
      const isNew = now - (copies.get(key)?.madeAt ?? 0) < FRESH_MS;
      if (isNew || answer.status !== 200 || !nonce || answer.headers.has("set-cookie"))
        return answer;
      if (copies.size >= MOST) copies.clear();
      const text = await answer.text();
      copies.set(key, {
        text: text.split(nonce).map((part) => Buffer.from(part)),
        headers: new Headers(answer.headers),
        policy: policy.split(nonce),
        madeAt: now,
        renewedAt: now,
      });
      return new Response(text, answer);
    },
    find(key, isRush = false) {
      const copy = copies.get(key);
      const now = Date.now();
      const age = now - (copy?.madeAt ?? 0);
      if (!copy || age > (isRush ? RUSH_MS : FRESH_MS + RENEWAL_MS)) return null;
      if (!isRush && age > FRESH_MS && now - copy.renewedAt > RENEWAL_MS) {
        copy.renewedAt = now;
        return null;
      }
      const nonce = randomBytes(16).toString("base64url");
      const headers = new Headers(copy.headers);
      headers.set(POLICY, copy.policy.join(nonce));
      const mark = Buffer.from(nonce);
      const text = copy.text.flatMap((part, n) => (n === 0 ? [part] : [mark, part]));
      return new Response(Buffer.concat(text), { headers });
    },
  };
}

const POLICY = "content-security-policy";
