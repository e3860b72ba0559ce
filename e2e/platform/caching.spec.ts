import { brotliDecompressSync } from "node:zlib";
import { get as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { PORT, expect, test } from "../harness/test";

const HOST = `rsgn.localhost:${PORT}`;

/** The raw answer, which no client has unpacked. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const options = { host: "127.0.0.1", port: PORT, path, headers: { host: HOST, ...headers } };
      send(options, (answer) => {
        const { statusCode = 0 } = answer;
        buffer(answer).then(
          (body) => resolve({ status: statusCode, headers: answer.headers, body }),
          reject,
        );
      }).on("error", reject);
    },
  );

const YEAR = "public, max-age=31536000, immutable";

test(
  "every kind of answer says how long it may be kept, and what is public is not sent twice",
  { tag: "@full" },
  async () => {
    const page = (await ask("/")).body.toString();
    const linked = (pattern: RegExp) => pattern.exec(page)?.[1] ?? `nothing matches ${pattern}`;
    const kept: [path: string, cacheControl: string, isPacked: boolean][] = [
      [linked(/"modulepreload"[^>]* href="([^"]+\.js)"/), YEAR, true],
      [linked(/href="(\/assets\/app-[^"]+\.css)"/), YEAR, true],
      [linked(/href="(\/assets\/[^"]+\.woff2)"/), YEAR, false],
      [linked(/href="(\/brands\/rsgn\/theme\.css\?v=\w+)"/), YEAR, true],
      [linked(/src="(\/brands\/rsgn\/header-logo\.svg\?v=\w+)"/), YEAR, true],
      [linked(/href="(\/brands\/rsgn\/icon-180\.png\?v=\w+)"/), YEAR, false],
      ["/brands/rsgn/logo.svg", "public, max-age=3600", true],
      ["/verify-proof.mjs", "public, max-age=300", true],
      ["/api/v1/site/config", "no-cache", false],
      ["/api/v1/openapi.json", "no-cache", true],
      ["/api/docs", "no-cache", true],
    ];
    for (const [path, cacheControl, isPacked] of kept) {
      const accepting = { "accept-encoding": "gzip, br" };
      const [plain, packed] = await Promise.all([ask(path), ask(path, accepting)]);
      expect([plain.status, plain.headers["cache-control"]], path).toEqual([200, cacheControl]);
      expect(packed.headers["content-encoding"], path).toBe(isPacked ? "br" : undefined);
      if (isPacked) {
        expect(packed.headers["vary"], path).toContain("accept-encoding");
        expect(brotliDecompressSync(packed.body).equals(plain.body), path).toBe(true);
        expect(packed.headers["etag"]).not.toBe(plain.headers["etag"]);
      }
      const etag = String(packed.headers["etag"]);
      expect(etag, path).toMatch(/^"[\w-]+"$/);
      const again = await ask(path, { ...accepting, "if-none-match": etag });
      expect([again.status, again.body.length, again.headers["etag"]], path).toEqual([
        304,
        0,
        etag,
      ]);
      expect(again.headers["cache-control"]).toBe(cacheControl);
      expect((await ask(path, { "if-none-match": '"other"' })).status, path).toBe(200);
    }
    const notKept: [path: string, status: number][] = [
      ["/", 200],
      ["/fogot-password", 200],
      ["/_root.data", 200],
      ["/user/dashboard", 302],
      ["/proof", 200],
      ["/proof/checkpoint.json", 200],
      ["/media/00000000-0000-7000-8000-000000000000", 401],
      ["/assets/none.js", 404],
      ["/api/v1/user/auth/profile/get", 401],
      ["/healthz", 200],
    ];
    for (const [path, status] of notKept) {
      const { headers, status: answered } = await ask(path);
      expect([path, answered]).toEqual([path, status]);
      expect(headers["cache-control"], path).toMatch(/^(private, )?no-store$/);
      expect(headers["etag"], path).toBeUndefined();
    }
  },
);
