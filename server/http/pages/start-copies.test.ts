import { afterEach, expect, test, vi } from "vitest";
import { createStartCopies } from "./start-copies";

afterEach(() => vi.useRealTimers());

const POLICY = "content-security-policy";
const page = (headers: Record<string, string> = {}) =>
  new Response('<script nonce="first">1</script>', {
    headers: { [POLICY]: "script-src 'nonce-first'", "content-type": "text/html", ...headers },
  });

test("a copy is the page with a nonce of its own", async () => {
  const copies = createStartCopies();
  expect(copies.find("a en")).toBeNull();
  expect(await (await copies.keep("a en", page())).text()).toContain('nonce="first"');
  const found = [copies.find("a en"), copies.find("a en")];
  const texts = await Promise.all(found.map((copy) => copy?.text() ?? Promise.resolve(null)));
  const nonces = found.map((copy) => /nonce-([^']+)/.exec(copy?.headers.get(POLICY) ?? "")?.[1]);
  expect(new Set([...nonces, "first"]).size).toBe(3);
  expect(texts).toEqual(nonces.map((nonce) => `<script nonce="${nonce}">1</script>`));
  expect([copies.find("b en"), copies.find("a hi")]).toEqual([null, null]);
});

test("a copy is shown for half a minute, and an answer with a cookie or a refusal is none", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const copies = createStartCopies();
  await copies.keep("cookie", page({ "set-cookie": "a=b" }));
  await copies.keep("away", new Response("away", { status: 503, headers: page().headers }));
  await copies.keep("start", page());
  expect([copies.find("cookie"), copies.find("away")]).toEqual([null, null]);
  vi.advanceTimersByTime(29_000);
  expect(copies.find("start")).not.toBeNull();
  vi.advanceTimersByTime(2000);
  expect(copies.find("start")).toBeNull();
});
