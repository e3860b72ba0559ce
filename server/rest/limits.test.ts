import { afterEach, expect, test } from "vitest";
import { readConfig } from "@server/config/environment";
import { type RestWorld, restWorld } from "@server/testing/rest-world";

let world: RestWorld;
afterEach(() => world.close());

const { limits } = readConfig({ NODE_ENV: "test" });
const withLimits = async (change: Partial<typeof limits>) => {
  world = await restWorld({ config: { limits: { ...limits, ...change } } });
  const companyId = await world.company();
  return { companyId, member: await world.person(companyId, "USER") };
};
const PROFILE = "/user/auth/profile/get";

test("a token has its calls in a minute, in all instances together; another token has its own", async () => {
  const { companyId, member } = await withLimits({ callsPerTokenMinute: 3 });
  const token = await world.tokenFor(member);
  const elsewhere = world.elsewhere();
  for (const at of [world, elsewhere, world]) {
    expect((await at.send("GET", PROFILE, { token })).status).toBe(200);
  }
  const refused = await elsewhere.send("GET", PROFILE, { token });
  expect(refused).toMatchObject({ status: 429, body: { code: "THROTTLED", data: null } });
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);

  const another = await world.tokenFor(await world.person(companyId, "USER"));
  expect((await world.send("GET", PROFILE, { token: another })).status).toBe(200);

  // The next minute is another.
  await world.database.sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
  expect((await world.send("GET", PROFILE, { token })).status).toBe(200);
});

test("an address has its calls in a minute, whoever it says it is", async () => {
  const { member } = await withLimits({ callsPerAddressMinute: 2 });
  const nobody = () => world.send("GET", "/site/config");
  expect((await nobody()).status).toBe(200);
  const token = await world.tokenFor(member);
  expect((await world.send("GET", PROFILE, { token })).status).toBe(200);
  expect((await world.send("GET", PROFILE, { token })).status).toBe(429);
  expect((await nobody()).status).toBe(429);
});

test("a company has its calls in a minute, and one caller's refusals use none of them up", async () => {
  const { companyId, member } = await withLimits({
    callsPerTokenMinute: 2,
    callsPerCompanyMinute: 4,
  });
  const greedy = await world.tokenFor(member);
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1) {
    statuses.push((await world.send("GET", PROFILE, { token: greedy })).status);
  }
  expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
  const ask = async (id: string) => {
    const token = await world.tokenFor(await world.person(id, "USER"));
    return (await world.send("GET", PROFILE, { token })).status;
  };
  expect([await ask(companyId), await ask(companyId), await ask(companyId)]).toEqual([
    200, 200, 429,
  ]);
  expect(await ask(await world.company())).toBe(200);
});
