import { createHash } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findSiteVersion } from "@db/queries/companies";
import { brands, companies, hosts, prices } from "@db/schema";
import { eq } from "drizzle-orm";
import { detectPageLanguage } from "@server/context/detect-language";
import { resolveSite, type Site } from "@server/context/site";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import type { PageHandler } from "./app";

const running: HttpHarness[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => site.close()));
});

const PLATFORM = "platform.example";
const config = { appOrigin: `http://${PLATFORM}`, platformHost: PLATFORM };
const SCRIPT = "<script>start()</script>";
const hashOf = (script: string) =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Counts what is rendered; a page shows what it depends on. */
function renderer(show: (site: Site) => string = () => "") {
  const count = { pages: 0, copies: 0 };
  const page: PageHandler = async (request, visit) => {
    count[visit.isForCopy ? "copies" : "pages"] += 1;
    const facts = [await detectPageLanguage(request), visit.origin, visit.ip, show(visit.site)];
    return new Response(`<p>${facts.join(" ")}</p>${SCRIPT}${"x".repeat(2000)}`, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "private, no-store",
        vary: "cookie, accept-language",
      },
    });
  };
  return { count, page };
}

async function serve(...[parts]: Parameters<typeof startHttp>): Promise<HttpHarness> {
  const site = await startHttp({
    copies: { versionOf: () => Promise.resolve("1") },
    ...parts,
    config: { ...config, ...parts?.config },
  });
  running.push(site);
  return site;
}

/** Whether the answer is a copy: a page that was rendered for one request may not be stored. */
const isCopy = ({ headers }: { headers: Record<string, unknown> }) =>
  headers["cache-control"] === "private, no-cache";

describe("a copy", () => {
  test("answers a visitor without cookies, and is rendered once for many at once", async () => {
    const { count, page } = renderer();
    const site = await serve({ transports: { page } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask("/")));
    answers.push(await site.ask("/"));
    expect(count).toEqual({ pages: 0, copies: 1 });
    expect(answers.every(isCopy)).toBe(true);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).toContain("en http://shop.example ");
    const ids = answers.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(21);
    const logged = site.lines.map((line) => JSON.parse(line) as { requestId: string });
    expect(new Set(logged.map(({ requestId }) => requestId))).toEqual(new Set(ids));
    expect(logged).toHaveLength(21);
  });

  test("names its inline scripts by their hashes, and shows nothing of its first visitor", async () => {
    const { page } = renderer();
    const site = await serve({ transports: { page }, config: { trustedProxies: 1 } });
    const { headers, text } = await site.ask("/", {
      headers: { "x-forwarded-for": "203.0.113.5" },
    });
    const policy = headers["content-security-policy"];
    expect(policy).toContain(`script-src 'self' ${hashOf("start()")};`);
    expect(policy).not.toContain("nonce");
    expect(policy).toContain("style-src-elem 'self';");
    expect(text).not.toContain("203.0.113.5");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["vary"]).toBe("cookie, accept-language, accept-encoding");
  });

  test("is never sent for a request that could see another page", async () => {
    const { page } = renderer();
    const site = await serve({ transports: { page }, config: { trustedProxies: 0 } });
    await site.ask("/");
    const rendered: [string, Parameters<HttpHarness["ask"]>[1]][] = [
      ["/", { headers: { cookie: "prelaunch_user=a" } }],
      ["/", { headers: { cookie: "__Host-prelaunch_user=a" } }],
      ["/", { headers: { cookie: "prelaunch_language=hi" } }],
      ["/", { headers: { cookie: "prelaunch_scheme=dark" } }],
      ["/", { headers: { cookie: "prelaunch_toasts=a" } }],
      ["/", { headers: { cookie: "other=a" } }],
      ["/", { headers: { cookie: "" } }],
      ["/register?ref=ABC", {}],
      ["/?index", {}],
      ["/?", {}],
      ["//", {}],
      ["/register/", {}],
      ["/Register", {}],
      ["http://other.example/", {}],
      ["/privacy-policy", {}],
      ["/", { headers: { authorization: "Bearer a" } }],
      ["/", { headers: { host: "shop.example:8080" } }],
      ["/", { headers: { "content-length": "1" }, body: "a" }],
    ];
    for (const [path, sent] of rendered) {
      expect(isCopy(await site.ask(path, sent)), JSON.stringify([path, sent])).toBe(false);
    }
    const posted = await site.ask("/", {
      method: "POST",
      headers: { origin: "http://shop.example" },
    });
    expect(isCopy(posted)).toBe(false);
  });

  test("is of the host that the app sees, whatever the headers say", async () => {
    const { page } = renderer();
    const resolveSite = (host: string): Promise<Site> =>
      Promise.resolve({ kind: host.endsWith("shop.example") ? "platform" : "unknown" });
    const seen = (host: string) => Promise.resolve(host.endsWith("shop.example") ? host : null);
    const site = await serve({ transports: { page }, resolveSite, copies: { versionOf: seen } });
    const at = async (headers: Record<string, string | string[]>) => site.ask("/", { headers });
    await at({});
    // Not behind a proxy: forwarded headers count for nothing.
    const forged = await at({
      "x-forwarded-host": "b.shop.example",
      "x-forwarded-proto": "https",
      forwarded: "host=b.shop.example",
      "x-original-host": "b.shop.example",
      "x-rewrite-url": "/user",
    });
    expect(isCopy(forged)).toBe(true);
    expect(forged.text).toContain("http://shop.example ");
    expect((await at({ host: "SHOP.example" })).text).toContain("http://shop.example ");
    expect((await at({ host: "b.shop.example" })).text).toContain("http://b.shop.example ");
    for (const host of ["other.example", "", "shop.example/b", "shop.example@b", "[::1]", "a, b"]) {
      const answer = await at({ host });
      expect(answer.status, host).not.toBe(200);
      expect(answer.text, host).not.toContain("start()");
    }
    const twice = await site.raw(
      "GET / HTTP/1.1\r\nHost: shop.example\r\nHost: b.shop.example\r\nConnection: close\r\n\r\n",
    );
    expect(twice).not.toContain("start()");
  });

  test("follows forwarded headers behind a trusted proxy, scheme and host", async () => {
    const { count, page } = renderer();
    const resolveSite = (): Promise<Site> => Promise.resolve({ kind: "platform" });
    const site = await serve({
      transports: { page },
      resolveSite,
      config: { trustedProxies: 1, appOrigin: "https://platform.example" },
    });
    const at = async (headers: Record<string, string>) => site.ask("/", { headers });
    const over = { "x-forwarded-proto": "https" };
    const copy = await at(over);
    expect(isCopy(copy)).toBe(true);
    expect(copy.text).toContain("https://shop.example ");
    expect(copy.headers["strict-transport-security"]).toContain("max-age=");
    expect(copy.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
    expect((await at({ ...over, "x-forwarded-host": "evil.example, b.example" })).text).toContain(
      "https://b.example ",
    );
    // Over http no copy of https is sent, and no page.
    expect(await at({})).toMatchObject({
      status: 308,
      headers: { location: "https://shop.example/" },
    });
    expect(count.copies).toBe(2);
  });

  test("is in the language that the visitor asks for, however oddly", async () => {
    const { count, page } = renderer();
    const site = await serve({ transports: { page } });
    const odd: [string, string][] = [
      ["hi", "hi"],
      ["HI-in;q=0.9, en;q=0.1", "hi"],
      ["fr, hi;q=0.5", "hi"],
      ["en, hi", "en"],
      ["", "en"],
      ["*", "en"],
      [";;;,,q=", "en"],
      ["xx-".repeat(2000), "en"],
      [`${"fr,".repeat(400)}hi`, "en"],
    ];
    for (const [accepted, language] of odd) {
      const headers = { "accept-language": accepted };
      const copied = await site.ask("/", { headers });
      const rendered = await site.ask("/?", { headers });
      expect(copied.text.slice(0, 6), accepted.slice(0, 30)).toBe(`<p>${language} `);
      expect(copied.text, accepted.slice(0, 30)).toBe(rendered.text.replace("127.0.0.1", ""));
    }
    expect(count.copies).toBe(2);
  });

  test("is kept compressed; each representation has its own tag and a 304", async () => {
    const { page } = renderer();
    const site = await serve({ transports: { page } });
    const plain = await site.ask("/");
    const open = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };
    const tags = new Set<unknown>();
    for (const encoding of ["identity", "gzip", "br"] as const) {
      const accepting = { "accept-encoding": encoding };
      const answer = await site.ask("/", { headers: accepting });
      expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
      expect(open[encoding](answer.bytes).toString()).toBe(plain.text);
      const etag = String(answer.headers["etag"]);
      tags.add(etag);
      const head = await site.ask("/", { method: "HEAD", headers: accepting });
      expect(head.bytes).toHaveLength(0);
      expect(head.headers["content-length"]).toBe(answer.headers["content-length"]);
      expect(head.headers["etag"]).toBe(etag);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const headers = { ...accepting, "if-none-match": known };
        const unchanged = await site.ask("/", { headers });
        expect(unchanged.status, known).toBe(304);
        expect(unchanged.bytes).toHaveLength(0);
        expect(unchanged.headers).toMatchObject({
          etag,
          vary: answer.headers["vary"],
          "cache-control": "private, no-cache",
          "content-security-policy": answer.headers["content-security-policy"],
        });
        expect(unchanged.headers["content-type"]).toBeUndefined();
      }
      const changed = await site.ask("/", {
        headers: { ...accepting, "if-none-match": '"other"' },
      });
      expect(changed.status).toBe(200);
      // Who has logged in since is shown the page itself.
      const member = await site.ask("/", {
        headers: { ...accepting, "if-none-match": etag, cookie: "prelaunch_user=a" },
      });
      expect(member.status).toBe(200);
    }
    expect(tags.size).toBe(3);
  });

  test("of an error, a redirect or a page with a cookie is not kept", async () => {
    const answers = [
      () => Response.json({}),
      () => new Response(null, { status: 302, headers: { location: "/user" } }),
      () => new Response("<p>", { status: 500, headers: { "content-type": "text/html" } }),
      () => new Response("<p>", { headers: { "content-type": "text/html", "set-cookie": "a=b" } }),
      () => {
        throw new Error("broken");
      },
    ];
    for (const answer of answers) {
      let asked = 0;
      const { page } = renderer();
      const site = await serve({
        transports: {
          page: (request, visit, refused) => {
            asked += 1;
            return asked > 2 ? page(request, visit, refused) : Promise.resolve().then(answer);
          },
        },
      });
      // The first request renders a copy in vain, and then its own page.
      expect(isCopy(await site.ask("/"))).toBe(false);
      expect(asked).toBe(2);
      expect(isCopy(await site.ask("/"))).toBe(true);
    }
  });

  test("the page answers where the version cannot be read", async () => {
    const { page } = renderer();
    let isAway = false;
    const versionOf = () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve("1"));
    const site = await serve({ transports: { page }, copies: { versionOf } });
    expect(isCopy(await site.ask("/"))).toBe(true);
    isAway = true;
    expect(isCopy(await site.ask("/"))).toBe(false);
  });

  test("the least recently asked are dropped, by number and by bytes", async () => {
    for (const limit of [{ mostCopies: 2 }, { mostBytes: 5_000 }]) {
      const { count, page } = renderer();
      const resolveSite = (): Promise<Site> => Promise.resolve({ kind: "platform" });
      const copies = { versionOf: () => Promise.resolve("1"), ...limit };
      const site = await serve({ transports: { page }, resolveSite, copies });
      const at = (host: string) => site.ask("/", { headers: { host } });
      for (const host of ["a.example", "b.example", "a.example", "c.example", "a.example"]) {
        await at(host);
      }
      expect(count.copies).toBe(3);
      await at("b.example");
      expect(count.copies).toBe(4);
    }
  });
});

describe("two instances on one database", () => {
  let harness: MemberHarness;
  beforeAll(async () => {
    harness = await memberHarness();
  });
  afterAll(() => harness.close());

  /** One process of the product with its own pool; a page shows the company and its brand. */
  async function instance(
    of: MemberHarness,
    versionOf = (host: string) => findSiteVersion(of.database.db, host),
  ): Promise<HttpHarness & { rendered(): number }> {
    const { db } = of.database;
    const { count, page } = renderer((site) =>
      JSON.stringify(site.kind === "company" && [site.company, site.published]),
    );
    const site = await serve({
      transports: { page },
      resolveSite: (host) => resolveSite(db, host, PLATFORM),
      copies: { versionOf },
    });
    return { ...site, rendered: () => count.copies };
  }

  test("both show every change of company, host or brand at the next request", async () => {
    const { db } = harness.database;
    const [one, two] = [
      await instance(harness),
      await instance(harness.elsewhere(harness.database.url)),
    ];
    const id = await harness.company({ name: "First name" });
    const other = await harness.company({ name: "Another company" });
    const host = "copied.example";
    await db.insert(hosts).values({ host, companyId: id });
    const look = () => Promise.all([one, two].map((site) => site.ask("/", { headers: { host } })));
    const both = async (text: string) => {
      for (const answer of await look()) {
        expect(answer.text, text).toContain(text);
        expect(isCopy(answer), text).toBe(true);
      }
    };
    const change = (set: Partial<typeof companies.$inferInsert>) =>
      db.update(companies).set(set).where(eq(companies.id, id));
    // Without the version it would go on to show what it rendered first.
    const control = await instance(harness, () => Promise.resolve("1"));
    const shownByControl = async () => (await control.ask("/", { headers: { host } })).text;
    expect(await shownByControl()).toContain("First name");
    await both("First name");
    await both("First name");
    expect([one.rendered(), two.rendered()]).toEqual([1, 1]);

    await change({ name: "Second name" });
    await both("Second name");
    await change({ settings: { riskNotice: "A notice of our own" } });
    await both("A notice of our own");
    await change({ splitBps: null, feeBps: 123 });
    await both('"feeBps":123');
    await db.insert(prices).values({
      companyId: id,
      priceMicroRupees: 987_654,
      startsAt: new Date(Date.now() - 60_000),
    });
    await both("987654");
    await db.insert(brands).values({ companyId: id, version: 1, data: { title: "A draft" } });
    await both("987654");
    await db.update(brands).set({ publishedAt: new Date() }).where(eq(brands.companyId, id));
    await both("A draft");
    await db
      .insert(brands)
      .values({ companyId: id, version: 2, data: { title: "Newer" }, publishedAt: new Date() });
    await both("Newer");

    await change({ status: "SUSPENDED" });
    for (const answer of await look()) {
      expect(answer.status).not.toBe(200);
      expect(isCopy(answer)).toBe(false);
    }
    await change({ status: "ACTIVE" });
    await both("Newer");
    await db.update(hosts).set({ companyId: other }).where(eq(hosts.host, host));
    await both("Another company");
    await db.delete(hosts).where(eq(hosts.host, host));
    for (const answer of await look()) expect(answer.status).toBe(404);
    expect(await shownByControl()).toContain("First name");
  });

  test("a change during a render is shown by the request after it", async () => {
    const { db } = harness.database;
    const id = await harness.company({ name: "Before" });
    const host = "rendering.example";
    await db.insert(hosts).values({ host, companyId: id });
    let goOn = () => {};
    let hasRead = () => {};
    const read = new Promise<void>((resolve) => (hasRead = resolve));
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const { page } = renderer((site) => (site.kind === "company" ? site.company.name : ""));
    const site = await serve({
      transports: {
        page: async (request, visit, refused) => {
          const answer = await page(request, visit, refused);
          hasRead();
          await held;
          return answer;
        },
      },
      resolveSite: (asked) => resolveSite(db, asked, PLATFORM),
      copies: { versionOf: (asked) => findSiteVersion(db, asked) },
    });
    const first = site.ask("/", { headers: { host } });
    await read;
    await db.update(companies).set({ name: "After" }).where(eq(companies.id, id));
    const second = site.ask("/", { headers: { host } });
    await after(0);
    goOn();
    expect((await first).text).toContain("Before");
    expect((await second).text).toContain("After");
    expect((await site.ask("/", { headers: { host } })).text).toContain("After");
  });
});
