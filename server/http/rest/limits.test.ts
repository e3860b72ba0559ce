import { afterEach, expect, test } from "vitest";
import { readConfig } from "@server/platform/config/environment";
import { type RestHarness, restHarness } from "@server/testing/rest-harness";

let harness: RestHarness;
afterEach(() => harness.close());

const { limits } = readConfig({ NODE_ENV: "test" });
const withLimits = async (change: Partial<typeof limits>) => {
  harness = await restHarness({ config: { limits: { ...limits, ...change } } });
  const companyId = await harness.company();
  return { companyId, member: await harness.person(companyId, "USER") };
};
const PROFILE = "/user/auth/profile/get";

test("a token has a limit of calls per minute across instances; another token has its own", async () => {
  const { companyId, member } = await withLimits({ callsPerTokenMinute: 3 });
  const token = await harness.tokenFor(member);
  const elsewhere = harness.elsewhere();
  for (const at of [harness, elsewhere, harness]) {
    expect((await at.send("GET", PROFILE, { token })).status).toBe(200);
  }
  const refused = await elsewhere.send("GET", PROFILE, { token });
  expect(refused).toMatchObject({ status: 429, body: { code: "THROTTLED", data: null } });
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);

  const another = await harness.tokenFor(await harness.person(companyId, "USER"));
  expect((await harness.send("GET", PROFILE, { token: another })).status).toBe(200);

  // The next minute starts anew.
  await harness.database
    .sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
  expect((await harness.send("GET", PROFILE, { token })).status).toBe(200);
});

test("an address has a limit of calls per minute, whatever its tokens", async () => {
  const { member } = await withLimits({ callsPerAddressMinute: 2 });
  const nobody = () => harness.send("GET", "/site/config");
  expect((await nobody()).status).toBe(200);
  const token = await harness.tokenFor(member);
  expect((await harness.send("GET", PROFILE, { token })).status).toBe(200);
  expect((await harness.send("GET", PROFILE, { token })).status).toBe(429);
  expect((await nobody()).status).toBe(429);
});

test("a company has a limit of calls per minute, which a caller's refused calls do not use up", async () => {
  const { companyId, member } = await withLimits({
    callsPerTokenMinute: 2,
    callsPerCompanyMinute: 4,
  });
  const greedy = await harness.tokenFor(member);
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1) {
    statuses.push((await harness.send("GET", PROFILE, { token: greedy })).status);
  }
  expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
  const ask = async (id: string) => {
    const token = await harness.tokenFor(await harness.person(id, "USER"));
    return (await harness.send("GET", PROFILE, { token })).status;
  };
  expect([await ask(companyId), await ask(companyId), await ask(companyId)]).toEqual([
    200, 200, 429,
  ]);
  expect(await ask(await harness.company())).toBe(200);
});

test("calls without a token have a company's limit of their own", async () => {
  const { companyId, member } = await withLimits({ callsPerCompanyMinute: 4 });
  const visit = async () => (await harness.send("GET", "/site/config", { at: companyId })).status;
  expect([await visit(), await visit(), await visit(), await visit()]).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await visit()).toBe(429);
  const token = await harness.tokenFor(member);
  expect((await harness.send("GET", PROFILE, { token })).status).toBe(200);
});
