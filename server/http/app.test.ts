import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "@server/config/environment";
import { refuse } from "@server/domain/refusals/refuse";
import { type Served, served } from "@server/testing/served";

const sites: Served[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});
async function serve(...parts: Parameters<typeof served>): Promise<Served> {
  const site = await served(...parts);
  sites.push(site);
  return site;
}

describe("what machines ask", () => {
  test("health needs nothing, readiness a database", async () => {
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

  test("a process that stops says so, while it still answers", async () => {
    const site = await serve({ isStopping: () => true });
    expect(await site.ask("/readyz")).toMatchObject({ status: 503, text: "stopping" });
    expect(await site.ask("/")).toMatchObject({ status: 200, text: "reached" });
  });

  test("whether a host is ours is told as it is, whatever is asked", async () => {
    const site = await serve();
    const known = (domain: string) =>
      site.ask(`/.well-known/domain-check?domain=${encodeURIComponent(domain)}`);
    expect((await known("Shop.Example.")).status).toBe(200);
    for (const unknown of ["", "other.example", "127.0.0.1", "a".repeat(5000)]) {
      expect((await known(unknown)).status, unknown).toBe(404);
    }
  });
});

describe("figures of the process", () => {
  const metricsToken = "a token for the figures";

  test("are for this machine, and for nobody that a proxy speaks for", async () => {
    const site = await serve();
    expect((await site.ask("/metrics")).text).toContain("process_cpu");
    const handedOn = await site.ask("/metrics", { headers: { "x-forwarded-for": "127.0.0.1" } });
    expect(handedOn.status).toBe(404);
    const behind = await serve({ config: { trustedProxies: 1 } });
    expect((await behind.ask("/metrics")).status).toBe(404);
  });

  test("or for who has the token", async () => {
    const site = await serve({ config: { trustedProxies: 1, metricsToken } });
    const ask = (authorization: string) => site.ask("/metrics", { headers: { authorization } });
    expect((await ask(`Bearer ${metricsToken}`)).status).toBe(200);
    for (const wrong of ["Bearer ", `Bearer ${metricsToken}x`, metricsToken, "Bearer a token"]) {
      expect((await ask(wrong)).status, wrong).toBe(404);
    }
  });
});

describe("the boundary", () => {
  test("a host that is nobody's learns nothing at any door", async () => {
    const site = await serve();
    for (const path of ["/", "/api/v1/user/token/price", "/trpc/prices.current", "/media/x"]) {
      const answer = await site.ask(path, { headers: { host: "nobody.example" } });
      expect(answer.status, path).toBe(404);
      expect(answer.text).not.toContain("reached");
    }
  });

  test("a path that cannot be read is not found", async () => {
    const site = await serve();
    for (const path of ["/%", "/%00", "/a%00b", "/%ff%fe"]) {
      expect((await site.ask(path)).status, path).toBe(404);
    }
  });

  test("a fault is told by its number alone, and logged once with that number", async () => {
    const site = await serve({
      doors: { page: () => Promise.reject(new Error("SELECT secret FROM users")) },
    });
    const answer = await site.ask("/user/dashboard?code=123456");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("SELECT");
    const id = String(answer.headers["x-request-id"]);
    expect(answer.text).toContain(id);
    const told = site.lines.filter((line) => line.includes('"unexpected"'));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? "")).toMatchObject({ requestId: id, path: "/user/dashboard" });
  });

  test("a machine is refused in its envelope, a person in their language", async () => {
    const doors = { rest: () => Promise.reject(refuse("NOT_FOUND")) };
    const site = await serve({ doors });
    const rest = await site.ask("/api/v1/nothing");
    expect(rest.status).toBe(404);
    expect(JSON.parse(rest.text)).toMatchObject({ status: "error", code: "NOT_FOUND", data: null });
    const page = await site.ask("/", {
      headers: { host: "nobody.example", "accept-language": "hi" },
    });
    expect(page.text).toContain('<html lang="hi">');
    expect(page.text).toMatch(/[\u0900-\u097f]/);
  });

  test("work without an end is answered when its time is over", async () => {
    const { limits } = readConfig({ NODE_ENV: "test" });
    const site = await serve({
      config: { limits: { ...limits, requestSeconds: 1 } },
      doors: { page: () => new Promise<Response>(() => undefined) },
    });
    const answer = await site.ask("/");
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
  });

  test("neither the query nor a cookie nor a token is logged", async () => {
    const site = await serve();
    await site.ask("/reset?code=654321", {
      headers: { cookie: "session=cookie-secret", authorization: "Bearer token-secret" },
    });
    const lines = site.lines.join("\n");
    expect(lines).toContain('"path":"/reset"');
    expect(lines).not.toMatch(/654321|cookie-secret|token-secret/);
  });
});

describe("a table that takes longer than a request may", () => {
  /** Five pieces, each of them later than the deadline; the third may fail. */
  const slowly = (fails: boolean) => () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        await new Promise((go) => setTimeout(go, 60));
        at += 1;
        if (fails && at === 3) throw new Error("The database went away.");
        stream.enqueue(new TextEncoder().encode(`row ${at}\r\n`));
        if (at === 5) stream.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/csv" } }));
  };
  const { limits } = readConfig({ NODE_ENV: "test" });
  const config = { limits: { ...limits, requestSeconds: 0.05 } };
  const ENCODINGS = ["identity", "gzip"];

  test.each(ENCODINGS)("goes out whole (%s)", async (encoding) => {
    const site = await serve({ config, doors: { page: slowly(false) } });
    const headers = { "accept-encoding": encoding };
    const { status, bytes } = await site.ask("/", { headers });
    expect(status).toBe(200);
    const text = encoding === "gzip" ? gunzipSync(bytes) : bytes;
    expect(text.toString()).toBe("row 1\r\nrow 2\r\nrow 3\r\nrow 4\r\nrow 5\r\n");
  });

  test.each(ENCODINGS)("breaks off where it fails, and never ends short (%s)", async (encoding) => {
    const site = await serve({ config, doors: { page: slowly(true) } });
    const headers = { "accept-encoding": encoding };
    await expect(site.ask("/", { headers })).rejects.toThrow("aborted");
    expect(site.lines.join("\n")).toContain("The database went away.");
    expect((await site.ask("/healthz")).status).toBe(200);
  });
});

test("a stop waits for what is under way and takes nothing new", async () => {
  let finish = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const site = await served({
    doors: {
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
