import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import type { MemberActor } from "@server/access/call/actor";
import { noteActor } from "@server/access/call/request-notes";
import { refuse } from "@server/platform/rules/refusals/refuse";
import type { Site } from "@server/sites/site";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";

const WHO = { role: "USER", personId: "a member's id", companyId: "a company's id" } as const;
const MEMBER: MemberActor = {
  role: WHO.role,
  id: WHO.personId,
  companyId: WHO.companyId,
  sessionId: "a session's id",
};

const sites: HttpHarness[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});
async function serve(...parts: Parameters<typeof startHttp>): Promise<HttpHarness> {
  const site = await startHttp(...parts);
  sites.push(site);
  return site;
}

describe("machine endpoints", () => {
  test("health needs no dependencies, readiness needs the database", async () => {
    let isAway = false;
    const site = await serve({
      ping: () => (isAway ? Promise.reject(new Error("gone")) : Promise.resolve()),
    });
    const headers = { host: "nobody.example" };
    expect(await site.ask("/healthz", { headers })).toMatchObject({ status: 200, text: "ok" });
    expect(await site.ask("/readyz", { headers })).toMatchObject({ status: 200, text: "ready" });
    isAway = true;
    expect(await site.ask("/healthz")).toMatchObject({ status: 200 });
    expect(await site.ask("/readyz")).toMatchObject({
      status: 503,
      headers: { "retry-after": "5", "cache-control": "no-store" },
    });
  });

  test("a stopping process is not ready, but still answers", async () => {
    const site = await serve({ isStopping: () => true });
    for (const path of ["/readyz", "/healthz"]) {
      expect(await site.ask(path)).toMatchObject({ status: 503, text: "stopping" });
    }
    expect(await site.ask("/")).toMatchObject({ status: 200, text: "reached" });
  });

  test("domain-check answers 200 for known hosts and 404 for all others", async () => {
    const site = await serve();
    const known = (domain: string) =>
      site.ask(`/.well-known/domain-check?domain=${encodeURIComponent(domain)}`);
    expect((await known("Shop.Example.")).status).toBe(200);
    for (const unknown of ["", "other.example", "127.0.0.1", "a".repeat(5000)]) {
      expect((await known(unknown)).status, unknown).toBe(404);
    }
  });
});

describe("metrics", () => {
  const metricsToken = "a token for the figures";

  test("metrics are served to the local machine, but not through a proxy", async () => {
    for (const trustedProxies of [0, 1, ["127.0.0.1"]]) {
      const site = await serve({ config: { trustedProxies } });
      expect((await site.ask("/metrics")).text).toContain("process_cpu");
      for (const name of ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"]) {
        const handedOn = await site.ask("/metrics", { headers: { [name]: "127.0.0.1" } });
        expect(handedOn.status, name).toBe(404);
      }
    }
  });

  test("metrics are served to a client with the token", async () => {
    const site = await serve({ config: { trustedProxies: 1, metricsToken } });
    const ask = (authorization: string) => site.ask("/metrics", { headers: { authorization } });
    expect((await ask(`Bearer ${metricsToken}`)).status).toBe(200);
    for (const wrong of ["Bearer ", `Bearer ${metricsToken}x`, metricsToken, "Bearer a token"]) {
      expect((await ask(wrong)).status, wrong).toBe(404);
    }
  });
});

describe("the error boundary", () => {
  test("an unknown host gets a neutral 404 at every transport", async () => {
    const site = await serve();
    for (const path of ["/", "/api/v1/user/token/price", "/trpc/prices.current", "/media/x"]) {
      const answer = await site.ask(path, { headers: { host: "nobody.example" } });
      expect(answer.status, path).toBe(404);
      expect(answer.text).not.toContain("reached");
    }
  });

  test("a page that tells of an outage has the brand that its host last had, and no other host has it", async () => {
    let isAway = false;
    const company = { id: "a company", tokenName: "Kite <1>", tokenSymbol: "KITE", splitBps: null };
    const site = await serve({
      resolveSite: (host) => {
        if (isAway) return Promise.reject(refuse("DATABASE_AWAY"));
        const known = { kind: "company", company, published: null } as unknown as Site;
        return Promise.resolve(host === "kite.example" ? known : { kind: "platform" });
      },
    });
    const ask = (host: string) => site.ask("/", { headers: { host } });
    for (const host of ["kite.example", "shop.example"]) await ask(host);
    isAway = true;
    const away = await ask("kite.example");
    expect(away.status).toBe(503);
    expect(away.text).toMatch(/<title>Kite 1<.*--accent:#[0-9a-f]{6}/);
    expect((await ask("shop.example")).text).toContain("<title>Prelaunch<");
  });

  test("an invalid path is not found", async () => {
    const site = await serve();
    for (const path of ["/%", "/%00", "/a%00b", "/%ff%fe", "/a%0d%0ab", "/a%e2%80%a8b"]) {
      expect((await site.ask(path)).status, path).toBe(404);
    }
    const said = await site.raw(
      "GET http://shop.example@other.example/ HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n",
    );
    expect(said).toMatch(/^HTTP\/1.1 404 /);
  });

  test("a file that does not exist is not found without reading a site or rendering a page", async () => {
    const read: string[] = [];
    const site = await serve({
      resolveSite: (host) => {
        read.push(host);
        return Promise.resolve({ kind: "platform" });
      },
    });
    const missing = ["/assets/none.js", "/none.js", "/admin/none.svg", "/a/b.PNG", "/robots.txt"];
    for (const path of missing) {
      expect(await site.ask(`${path}?v=1`), path).toMatchObject({
        status: 404,
        text: "not found",
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
    }
    expect((await site.ask("/none.svg", { method: "POST", body: "a" })).status).toBe(404);
    expect(read).toEqual([]);
    // Pages, their data, documents and calls are asked for as before.
    const others = ["/nowhere", "/svg", "/a.svg/b", "/a.svg.data", "/proof/checkpoint.json"];
    for (const path of [...others, "/api/v1/none.svg", "/trpc/none.svg"]) {
      expect((await site.ask(path)).text, path).toBe("reached");
    }
  });

  test("an unexpected error shows only its request id, and is logged once with it", async () => {
    const site = await serve({
      transports: {
        page: (_request, visit) => {
          visit.notes!.route = "/user/:page";
          noteActor(visit.notes, MEMBER);
          return Promise.reject(new Error("SELECT secret FROM users"));
        },
      },
    });
    const answer = await site.ask("/user/dashboard?code=123456");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("SELECT");
    const id = String(answer.headers["x-request-id"]);
    expect(answer.text).toContain(id);
    const faultLines = site.lines.filter((line) => line.includes('"unexpected"'));
    expect(faultLines).toHaveLength(1);
    expect(JSON.parse(faultLines[0] ?? "")).toMatchObject({
      requestId: id,
      path: "/user/dashboard",
      ...WHO,
    });
    const [asked = ""] = site.lines.filter((line) => line.includes('"request"'));
    expect(JSON.parse(asked)).toMatchObject({ level: 40, status: 500, requestId: id, ...WHO });
    expect((await site.ask("/metrics")).text).toContain(
      'http_route_duration_seconds_count{route="/user/:page"} 1',
    );
  });

  test("a health check that succeeds is logged at debug, one that fails as a warning", async () => {
    const logged = async (parts: Parameters<typeof startHttp>[0]) => {
      const site = await serve(parts);
      for (const at of ["/healthz", "/readyz"]) await site.ask(at);
      return site.lines
        .filter((line) => line.includes('"request"'))
        .map((line) => (JSON.parse(line) as { level: number }).level);
    };
    expect(await logged({})).toEqual([]);
    expect(await logged({ isStopping: () => true })).toEqual([40, 40]);
  });

  test("an API refusal is an envelope, a page refusal is in the reader's language", async () => {
    const transports = { rest: () => Promise.reject(refuse("NOT_FOUND")) };
    const site = await serve({ transports });
    const rest = await site.ask("/api/v1/nothing");
    expect(rest.status).toBe(404);
    expect(JSON.parse(rest.text)).toMatchObject({ status: "error", code: "NOT_FOUND", data: null });
    const page = await site.ask("/", {
      headers: { host: "nobody.example", "accept-language": "hi" },
    });
    expect(page.text).toContain('<html lang="hi">');
    expect(page.text).toMatch(/[\u0900-\u097f]/);
  });

  test("every answer has the security headers, and keeps headers it has set itself", async () => {
    const policy = "default-src 'self'";
    const page = () =>
      Promise.resolve(new Response("page", { headers: { "content-security-policy": policy } }));
    const site = await serve({ config: { trustedProxies: 1 }, transports: { page } });
    const COMMON = {
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    };
    const nothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    for (const [path, csp] of [
      ["/", policy],
      ["/healthz", nothing],
      ["/assets/none.js", nothing],
      ["/%", `${nothing}; style-src 'unsafe-inline'`],
      ["/api/v1/nothing", nothing],
    ] as const) {
      const { headers } = await site.ask(path);
      expect(headers, path).toMatchObject(COMMON);
      expect(headers["content-security-policy"], path).toBe(csp);
      expect(headers["strict-transport-security"], path).toBeUndefined();
      expect(headers["x-request-id"], path).toMatch(/^[\da-f-]{36}$/);
    }
    const secure = { "x-forwarded-proto": "https", "x-request-id": "an-id-of-the-proxy" };
    expect((await site.ask("/", { headers: secure })).headers).toMatchObject({
      "strict-transport-security": "max-age=63072000",
      "x-request-id": "an-id-of-the-proxy",
    });
  });

  test("where the site has https, a plain request is redirected, and never served", async () => {
    const served: string[] = [];
    const reached = (request: Request) => {
      served.push(request.url);
      return Promise.resolve(new Response("reached", { headers: { "set-cookie": "a=b" } }));
    };
    const site = await serve({
      config: { trustedProxies: 1, appOrigin: "https://platform.example:8443" },
      transports: { page: reached, rest: reached, trpc: reached },
    });
    const ask = (path: string, method = "GET", headers: Record<string, string> = {}) =>
      site.ask(path, { method, headers: { "sec-fetch-site": "same-origin", ...headers } });
    const plain: Record<string, string>[] = [{}, { "x-forwarded-proto": "http" }];
    for (const proto of plain) {
      const moved = await ask("/user/payment?purchaseId=7&a=%2F", "GET", proto);
      expect(moved).toMatchObject({
        status: 308,
        // The site's own port, not the one of the request's Host header.
        headers: { location: "https://shop.example:8443/user/payment?purchaseId=7&a=%2F" },
      });
      expect(moved.headers["set-cookie"]).toBeUndefined();
      expect((await ask("/", "HEAD", proto)).status).toBe(308);
      expect((await ask("/login", "POST", proto)).status).toBe(403);
      for (const path of ["/api/v1/user/token/price", "/trpc/prices.current"]) {
        const { status, text } = await ask(path, "GET", proto);
        expect([status, JSON.parse(text)], path).toMatchObject([403, { code: "HTTPS_REQUIRED" }]);
      }
      // Machines ask on the private port, and nobody is sent to a host that is not ours.
      expect((await ask("/healthz", "GET", proto)).status).toBe(200);
      expect((await ask("/", "GET", { ...proto, host: "evil.example" })).status).toBe(404);
    }
    expect(served).toEqual([]);
    expect((await ask("/", "GET", { "x-forwarded-proto": "https" })).text).toBe("reached");
  });

  test("TRACE is not allowed, and repeats nothing", async () => {
    const site = await serve();
    for (const path of ["/", "/login", "/api/v1/user/token/price", "/assets/none.js"]) {
      const answer = await site.raw(
        `TRACE ${path} HTTP/1.1\r\nhost: shop.example\r\ncookie: secret=1\r\nconnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1.1 405 /);
      expect(answer.toLowerCase(), path).toContain("allow: get");
      expect(answer, path).not.toContain("secret=1");
    }
  });

  test("a body that comes otherwise than with its length or in chunks is a 400, and no fault", async () => {
    const read = async (request: Request) => new Response(await request.text());
    const site = await serve({ transports: { page: read, rest: read, trpc: read } });
    const send = (encoding: string, method = "POST", head = "") =>
      site.raw(
        `${method} /api/v1/user/auth/login HTTP/1.1\r\nhost: shop.example\r\nsec-fetch-site: same-origin\r\n${head}transfer-encoding: ${encoding}\r\nconnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
      );
    for (const encoding of ["xchunked", "gzip", "gzip, chunked", "chunked, xchunked", "identity"]) {
      for (const method of ["GET", "POST"]) {
        const answer = await send(encoding, method);
        expect(answer, encoding).toMatch(/^HTTP\/1.1 400 /);
        expect(answer.match(/HTTP\/1.1 /g), encoding).toHaveLength(1);
        expect(answer, encoding).not.toMatch(/\bat .*:\d+:\d+|Error/);
      }
    }
    expect(await send("xchunked", "POST", "content-length: 3\r\n")).toMatch(/^HTTP\/1.1 400 /);
    expect(site.lines.join("")).not.toMatch(/"level":[45]0|stack/);
    for (const encoding of ["chunked", "CHUNKED", " chunked "]) {
      expect(await send(encoding)).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  test("a host name that ends with the dot of the root is the host without it", async () => {
    const site = await serve();
    for (const host of [
      "shop.example",
      "shop.example.",
      "Shop.Example.:80",
      "shop.example.:8080",
    ]) {
      expect((await site.ask("/", { headers: { host } })).text, host).toBe("reached");
    }
    for (const host of ["shop.example..", ".", "shop..example."]) {
      expect((await site.ask("/", { headers: { host } })).status, host).toBe(404);
    }
    // An old browser names the origin as it was typed.
    const origin = "http://shop.example.:80";
    const post = (headers: Record<string, string>) =>
      site.ask("/login", { method: "POST", headers, body: "" });
    expect((await post({ host: "shop.example.:80", origin })).status).toBe(200);
    expect((await post({ host: "shop.example:80", origin: `${origin}.` })).status).toBe(403);
    expect(
      (await post({ host: "shop.example:80", origin: "http://shop.example..:80" })).status,
    ).toBe(403);
  });

  test("only the platform's host asks for https on its subdomains as well", async () => {
    const site = await serve({ config: { trustedProxies: 1, platformHost: "platform.example" } });
    const policyOf = async (host: string) => {
      const headers = { "x-forwarded-proto": "https", host };
      return (await site.ask("/healthz", { headers })).headers["strict-transport-security"];
    };
    expect(await policyOf("platform.example")).toBe("max-age=63072000; includeSubDomains");
    expect(await policyOf("shop.example")).toBe("max-age=63072000");
  });

  test("texts of the machine endpoints name their charset", async () => {
    const site = await serve();
    for (const path of ["/healthz", "/readyz", "/.well-known/domain-check?domain=x.example"]) {
      const { headers } = await site.ask(path);
      expect(headers["content-type"], path).toBe("text/plain; charset=utf-8");
    }
  });

  test("a request that takes too long gets a 503", { tags: ["full"] }, async () => {
    const { limits } = readConfig({ NODE_ENV: "test" });
    const site = await serve({
      config: { limits: { ...limits, requestSeconds: 1 } },
      transports: { page: () => new Promise<Response>(() => undefined) },
    });
    const answer = await site.ask("/");
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
  });

  test(
    "the work of a request ends when its client has gone, and when it takes too long",
    { tags: ["full"] },
    async () => {
      const { limits } = readConfig({ NODE_ENV: "test" });
      const form = "sec-fetch-site: same-origin\r\ncontent-length: 2\r\n\r\n{}";
      for (const [requestSeconds, sent] of [
        [30, `POST / HTTP/1.1\r\nhost: shop.example\r\n${form}`],
        [0.3, `POST / HTTP/1.1\r\nhost: shop.example\r\n${form}`],
        [30, "GET / HTTP/1.1\r\nhost: shop.example\r\n\r\n"],
      ] as const) {
        let begin = () => {};
        const begun = new Promise<void>((resolve) => (begin = resolve));
        let end = () => {};
        const ended = new Promise<void>((resolve) => (end = resolve));
        const site = await serve({
          config: { limits: { ...limits, requestSeconds } },
          transports: {
            page: async (request, { signal }) => {
              await request.arrayBuffer();
              signal?.addEventListener("abort", end);
              begin();
              return new Promise<Response>(() => undefined);
            },
          },
        });
        const gone = connect(site.port, "127.0.0.1");
        gone.write(sent);
        await begun;
        if (requestSeconds === 30) gone.destroy();
        await ended;
        gone.destroy();
      }
    },
  );

  test("query, cookies and tokens are not logged", async () => {
    const site = await serve();
    await site.ask("/reset?code=654321", {
      headers: { cookie: "session=cookie-secret", authorization: "Bearer token-secret" },
    });
    const lines = site.lines.join("\n");
    expect(lines).toContain('"path":"/reset"');
    expect(lines).not.toMatch(/654321|cookie-secret|token-secret/);
  });
});

describe("a streamed table that takes longer than the request limit", () => {
  /** Five chunks, all after the deadline; the third can fail. */
  const slowly = (fails: boolean) => () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        if (at === 0) await new Promise((go) => setTimeout(go, 400));
        at += 1;
        if (fails && at === 3) throw new Error("The database went away.");
        stream.enqueue(new TextEncoder().encode(`row ${at}\r\n`));
        if (at === 5) stream.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/csv" } }));
  };
  const { limits } = readConfig({ NODE_ENV: "test" });
  const config = { limits: { ...limits, requestSeconds: 0.3 } };
  const ENCODINGS = ["identity", "gzip"];

  test.each(ENCODINGS)(
    "a compressed stream is sent completely (%s)",
    { tags: ["full"] },
    async (encoding) => {
      const site = await serve({ config, transports: { page: slowly(false) } });
      const headers = { "accept-encoding": encoding };
      const { status, bytes } = await site.ask("/", { headers });
      expect(status).toBe(200);
      const text = encoding === "gzip" ? gunzipSync(bytes) : bytes;
      expect(text.toString()).toBe("row 1\r\nrow 2\r\nrow 3\r\nrow 4\r\nrow 5\r\n");
    },
  );

  test.each(ENCODINGS)(
    "a compressed stream breaks off on an error, and never ends short (%s)",
    { tags: ["full"] },
    async (encoding) => {
      const site = await serve({ config, transports: { page: slowly(true) } });
      const headers = { "accept-encoding": encoding };
      await expect(site.ask("/", { headers })).rejects.toThrow("aborted");
      expect(site.lines.join("\n")).toContain("The database went away.");
      expect((await site.ask("/healthz")).status).toBe(200);
    },
  );
});

test("a shutdown waits for requests in progress and accepts no new ones", async () => {
  let finish = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const site = await startHttp({
    transports: {
      page: () =>
        new Promise((resolve) => {
          finish = () => resolve(new Response("done"));
          begin();
        }),
    },
  });
  const answer = site.ask("/");
  await begun;
  let isStopped = false;
  const stopped = site.close().then(() => (isStopped = true));
  await expect(site.ask("/healthz")).rejects.toThrow("ECONNREFUSED");
  expect(isStopped).toBe(false);
  finish();
  expect(await answer).toMatchObject({ status: 200, text: "done" });
  await stopped;
});
