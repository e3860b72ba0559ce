import { afterEach, expect, test, vi } from "vitest";
import type { Site } from "@server/sites";
import { createStartCopies, startKey } from "./start-copies";

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

test("a copy is shown for ten seconds, in a rush for half a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const copies = createStartCopies();
  await copies.keep("start", page());
  vi.advanceTimersByTime(9000);
  expect(copies.find("start")).not.toBeNull();
  vi.advanceTimersByTime(1100);
  expect([copies.find("start"), copies.find("start", true)]).toEqual([null, expect.anything()]);
  vi.advanceTimersByTime(20_000);
  expect(copies.find("start", true)).toBeNull();
});

test("one visitor's page is made anew, while others get the copy for a second", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const copies = createStartCopies();
  await copies.keep("start", page());
  vi.advanceTimersByTime(9100);
  expect([copies.find("start"), copies.find("start")]).toEqual([null, expect.anything()]);
  // The page of the one did not come.
  vi.advanceTimersByTime(1100);
  expect([copies.find("start"), copies.find("start")]).toEqual([null, null]);
  await copies.keep("start", page());
  expect(copies.find("start")).not.toBeNull();
});

test("an answer with a cookie or a refusal is not kept", async () => {
  const copies = createStartCopies();
  await copies.keep("cookie", page({ "set-cookie": "a=b" }));
  await copies.keep("away", new Response("away", { status: 503, headers: page().headers }));
  expect([copies.find("cookie"), copies.find("away")]).toEqual([null, null]);
});

test("a change of the company or its brand names another start, a sale does not", () => {
  const campaign = { id: "1", name: "", rewardBps: 1, bonusBps: 1, whoRefers: "ALL", endsAt: "" };
  const site = (facts: object, version = 1, left = 5) =>
    ({
      kind: "company",
      company: { priceMicroRupees: 1, campaign: { ...campaign, left }, ...facts },
      published: { version },
    }) as unknown as Site;
  const key = startKey("https://a.example", "en", site({}));
  expect(startKey("https://a.example", "en", site({}, 1, 4))).toBe(key);
  const others = [
    startKey("https://b.example", "en", site({})),
    startKey("https://a.example", "hi", site({})),
    startKey("https://a.example", "en", site({}, 2)),
    startKey("https://a.example", "en", site({ priceMicroRupees: 2 })),
    startKey("https://a.example", "en", site({ settings: { riskNotice: "New" } })),
    startKey("https://a.example", "en", { kind: "platform" }),
  ];
  expect(new Set([key, ...others]).size).toBe(7);
});
