import { randomBytes } from "node:crypto";

/** Milliseconds for which a copy is shown: the sale's figures in it may be as old. */
const FRESH_MS = 30_000;
/** Starts that are kept, of any host and language. */
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
  /** Returns a copy with a nonce of its own; null without one that is fresh. */
  find(key: string): Response | null;
}

/** The starts of hosts, as strangers last saw them: during a rush they get them without a turn. */
export function createStartCopies(): StartCopies {
  const copies = new Map<string, Copy>();
  return {
    async keep(key, answer) {
      const [, nonce] = /'nonce-([^']+)'/.exec(policyOf(answer.headers)) ?? [];
      const isNew = Date.now() - (copies.get(key)?.madeAt ?? 0) < FRESH_MS / 3;
      if (isNew || answer.status !== 200 || !nonce || answer.headers.has("set-cookie"))
        return answer;
      if (copies.size >= MOST) copies.clear();
      const text = await answer.text();
      copies.set(key, { text, headers: new Headers(answer.headers), nonce, madeAt: Date.now() });
      return new Response(text, answer);
    },
    find(key) {
      const copy = copies.get(key);
      if (!copy || Date.now() - copy.madeAt > FRESH_MS) return null;
      const nonce = randomBytes(16).toString("base64url");
      const headers = new Headers(copy.headers);
      headers.set(POLICY, policyOf(headers).replaceAll(copy.nonce, nonce));
      return new Response(copy.text.replaceAll(copy.nonce, nonce), { headers });
    },
  };
}

const POLICY = "content-security-policy";
const policyOf = (headers: Headers): string => headers.get(POLICY) ?? "";
