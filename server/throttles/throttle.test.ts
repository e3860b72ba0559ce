import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { loginThrottles } from "@db/schema";
import { NOBODY } from "@server/context/actor";
import { type PeopleWorld, peopleWorld } from "@server/testing/people-world";
import { networkOf } from "./network";
import { forgetHits, forgetOneHit, secondsToWait } from "./throttle";

let world: PeopleWorld;
beforeAll(async () => {
  world = await peopleWorld();
});
afterAll(() => world.close());

const counted = (of: string) => ({ what: "test", of, limit: 3, windowSeconds: 60 });

test("a limit holds across two instances at once", async () => {
  const here = await world.context(NOBODY);
  const there = await world.elsewhere().context(NOBODY);
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, i) => secondsToWait(i % 2 ? here : there, counted("shared"))),
  );
  expect(waits.filter((wait) => wait === null)).toHaveLength(3);
  for (const wait of waits) if (wait !== null) expect(wait).toBeLessThanOrEqual(60);
});

/** What a counter that reads first and writes after would let through. */
test("without the atomic upsert the same crowd passes", async () => {
  const { db } = world.database;
  const key = "twin";
  await db.insert(loginThrottles).values({ key, hits: 0, windowEndsAt: sql`now() + '1 minute'` });
  const readThenWrite = async () => {
    const [row] = await db
      .select()
      .from(loginThrottles)
      .where(sql`key = ${key}`);
    const hits = (row?.hits ?? 0) + 1;
    await db
      .update(loginThrottles)
      .set({ hits })
      .where(sql`key = ${key}`);
    return hits <= 3;
  };
  const passed = await Promise.all(Array.from({ length: 20 }, readThenWrite));
  expect(passed.filter(Boolean).length).toBeGreaterThan(3);
});

test("a window that is over starts anew", async () => {
  const ctx = await world.context(NOBODY);
  for (let i = 0; i < 4; i += 1) await secondsToWait(ctx, counted("window"));
  expect(await secondsToWait(ctx, counted("window"))).not.toBeNull();
  await world.database.sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
  expect(await secondsToWait(ctx, counted("window"))).toBeNull();
});

test("counts can be forgotten, all or one", async () => {
  const ctx = await world.context(NOBODY);
  for (let i = 0; i < 3; i += 1) await secondsToWait(ctx, counted("forgotten"));
  await forgetOneHit(ctx, counted("forgotten"));
  expect(await secondsToWait(ctx, counted("forgotten"))).toBeNull();
  expect(await secondsToWait(ctx, counted("forgotten"))).not.toBeNull();
  await forgetHits(ctx, counted("forgotten"));
  expect(await secondsToWait(ctx, counted("forgotten"))).toBeNull();
});

test("a count outlives the transaction that is rolled back around it", async () => {
  const ctx = await world.context(NOBODY);
  await expect(
    ctx.transact(async () => {
      for (let i = 0; i < 3; i += 1) await secondsToWait(ctx, counted("rolled back"));
      throw new Error("refused");
    }),
  ).rejects.toThrow("refused");
  expect(await secondsToWait(ctx, counted("rolled back"))).not.toBeNull();
});

test("no address is stored", async () => {
  const ctx = await world.context(NOBODY);
  await secondsToWait(ctx, counted("asha@people.example"));
  const rows = await world.database.db.select().from(loginThrottles);
  expect(JSON.stringify(rows)).not.toContain("asha");
});

describe("what counts as one client", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["not an address", "not an address"],
  ])("%s is %s", (ip, network) => expect(networkOf(ip)).toBe(network));

  test("all of an IPv6 network are one, and its neighbour another", () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        if (/^::ffff:\d+\./i.test(ip)) return;
        expect(networkOf(ip)).toMatch(/^([0-9a-f]+:){4}:\/64$/);
      }),
    );
    expect(networkOf("2001:db8:1:2::a")).toBe(networkOf("2001:db8:1:2:ffff::b"));
    expect(networkOf("2001:db8:1:3::a")).not.toBe(networkOf("2001:db8:1:2::a"));
  });
});
