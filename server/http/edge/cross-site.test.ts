import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpHarness, startHttp } from "@server/testing/http-harness";

let site: HttpHarness;
let reached: string[] = [];

beforeAll(async () => {
  const transport = (name: string) => (request: Request) => {
    reached.push(`${name} ${request.method}`);
    return Promise.resolve(new Response("reached"));
  };
  site = await startHttp({
    transports: { page: transport("page"), rest: transport("rest"), trpc: transport("trpc") },
  });
});
afterAll(() => site.close());

const OURS = "http://shop.example";
/** Origin headers of a request, and whether it may change things. */
const CLAIMS: [string, Record<string, string>, boolean][] = [
  ["same-origin", { "sec-fetch-site": "same-origin" }, true],
  ["same-origin with our origin", { "sec-fetch-site": "same-origin", origin: OURS }, true],
  ["none", { "sec-fetch-site": "none" }, false],
  ["none with our origin", { "sec-fetch-site": "none", origin: OURS }, false],
  ["same-site", { "sec-fetch-site": "same-site" }, false],
  ["same-site with our origin", { "sec-fetch-site": "same-site", origin: OURS }, false],
  ["cross-site", { "sec-fetch-site": "cross-site" }, false],
  ["cross-site with our origin", { "sec-fetch-site": "cross-site", origin: OURS }, false],
  ["a word we do not know", { "sec-fetch-site": "same-origin, cross-site" }, false],
  ["an empty word", { "sec-fetch-site": "" }, false],
  ["an old browser with our origin", { origin: OURS }, true],
  ["another origin", { origin: "http://evil.example" }, false],
  ["our origin on https", { origin: "https://shop.example" }, false],
  ["our origin on another port", { origin: `${OURS}:8080` }, false],
  ["a host that begins like ours", { origin: `${OURS}.evil.example` }, false],
  ["a host below ours", { origin: "http://a.shop.example" }, false],
  ["our origin with a slash", { origin: `${OURS}/` }, false],
  ["a null origin", { origin: "null" }, false],
  ["an empty origin", { origin: "" }, false],
  ["nothing at all", {}, false],
  ["a referrer alone", { referer: `${OURS}/` }, false],
];
const UNSAFE = ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"];
const COOKIE_TRANSPORTS = [
  ["a page", "/user/payment?purchaseId=1"],
  ["a page's data", "/user/payment.data"],
  ["uploads", "/user/uploads"],
  ["tRPC", "/trpc/orders.create"],
];
const form = { "content-type": "application/x-www-form-urlencoded", cookie: "prelaunch_user=x" };

describe.each(UNSAFE)("%s", (method) => {
  test.each(CLAIMS)(
    `a ${method} from %s passes only if it is ours`,
    async (_name, claim, isOurs) => {
      for (const [name, path] of COOKIE_TRANSPORTS) {
        reached = [];
        const { status, text } = await site.ask(path!, {
          method,
          headers: { ...form, ...claim },
          body: "a=1",
        });
        expect([name, status], text).toEqual([name, isOurs ? 200 : 403]);
        expect(reached).toHaveLength(isOurs ? 1 : 0);
      }
    },
  );

  test("a bearer token passes the origin check of REST and tRPC, but not of pages", async () => {
    const claim = { "sec-fetch-site": "cross-site", origin: "http://evil.example" };
    const headers = { ...form, ...claim, authorization: "Bearer a-token" };
    for (const [path, status] of [
      ["/api/v1/user/package/order", 200],
      ["/trpc/orders.create", 200],
      ["/user/payment", 403],
      ["/user/uploads", 403],
    ] as const) {
      const answered = await site.ask(path, { method, headers, body: "a=1" });
      expect([path, answered.status]).toEqual([path, status]);
    }
  });

  test("REST, which has no cookies, accepts clients without origin headers", async () => {
    for (const [, claim] of CLAIMS) {
      reached = [];
      const headers = { ...form, ...claim };
      const { status } = await site.ask("/api/v1/user/auth/login", { method, headers, body: "a" });
      expect(status).toBe(200);
      expect(reached).toEqual([`rest ${method}`]);
    }
  });
});

test("requests that change nothing are accepted from everywhere", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const headers = { "sec-fetch-site": "cross-site", origin: "http://evil.example" };
    expect((await site.ask("/user/dashboard", { method, headers })).status).toBe(200);
  }
});

test("a cross-site refusal is in the reader's language and names no company", async () => {
  const headers = { ...form, "accept-language": "hi-IN,hi;q=0.9" };
  const { status, text, headers: said } = await site.ask("/", { method: "POST", headers });
  expect(status).toBe(403);
  expect(text).toContain('<html lang="hi">');
  expect(said["cache-control"]).toBe("no-store");
});

test("paths similar to REST's or tRPC's are not taken for theirs", async () => {
  for (const path of ["/api/v1x/a", "/API/v1/a", "/%61pi/v1/a", "/trpcx/a"]) {
    reached = [];
    const { status } = await site.ask(path, { method: "POST", headers: form, body: "a=1" });
    expect([path, status]).toEqual([path, 403]);
    expect(reached).toEqual([]);
  }
});

test("a path that begins with two slashes, which is another host in a link, is not found", async () => {
  for (const path of ["//api/v1/a", "//evil.example/", "///evil.example"]) {
    for (const method of ["GET", "POST"]) {
      reached = [];
      const headers = { ...form, "sec-fetch-site": "same-origin" };
      const { status, text } = await site.ask(path, { method, headers });
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain("evil");
      expect(reached).toEqual([]);
    }
  }
});
