import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { loginThrottles } from "@db/schema";
import { NOBODY } from "@server/access/call/actor";
import { memberHarness } from "@server/testing/member-harness";
import type { Context } from "@server/access/call/context";
import {
  admitAll,
  countedSoFar,
  countLogin,
  networkOf,
  forgetHits,
  forgetOneHit,
  isTrustedNetwork,
  secondsToWait,
  settleLogin,
} from "./throttle";
import { createDatabase, type Database } from "@db/client";
import { newId } from "@db/ids";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { urlAtPort } from "@db/testing/url-at-port";
import { type CallCounts, createCallCounts, UNWRITTEN_SHARE } from "./call-counts";
import { duringTests } from "@server/testing/during-tests";

describe("throttle", () => {
  const harness = duringTests(memberHarness);

  const counted = (of: string) => ({ what: "test", of, limit: 3, windowSeconds: 60 });

  test("a throttle's limit holds across two concurrent instances", { tags: ["full"] }, async () => {
    const here = await harness.context(NOBODY);
    const there = await harness.elsewhere().context(NOBODY);
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, i) => secondsToWait(i % 2 ? here : there, counted("shared"))),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(3);
    for (const wait of waits) if (wait !== null) expect(wait).toBeLessThanOrEqual(60);
  });

  /** The control shows that the race is real: a counter that reads before it writes allows more. */
  test("control: without the atomic upsert, concurrent calls exceed the limit", async () => {
    const { db } = harness.database;
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

  describe("several limits of one act", () => {
    const both = (of: string) => [
      counted(`${of} small`),
      { ...counted(`${of} large`), limit: 100 },
    ];
    const twentyAtOnce = async (
      act: (ctx: Context, of: string) => Promise<boolean>,
      of: string,
    ) => {
      const here = await harness.context(NOBODY);
      const there = await harness.elsewhere().context(NOBODY);
      const acts = Array.from({ length: 20 }, (_, i) => act(i % 2 ? here : there, of));
      const passed = (await Promise.all(acts)).filter(Boolean).length;
      return [passed, await countedSoFar(here, counted(`${of} large`))];
    };

    test(
      "the counts of several limits are all taken or none, by concurrent calls of two instances",
      { tags: ["full"] },
      async () => {
        const admit = async (ctx: Context, of: string) =>
          (await admitAll(ctx, both(of))).waits.length === 0;
        expect(await twentyAtOnce(admit, "together")).toEqual([3, 3]);
      },
    );

    /** The control counts one by one, as before: an act that one limit refuses uses up the other. */
    test(
      "control: counted one by one, refused acts would use up the other limit",
      { tags: ["full"] },
      async () => {
        const admit = async (ctx: Context, of: string) => {
          const waits = await Promise.all(both(of).map((one) => secondsToWait(ctx, one)));
          return waits.every((wait) => wait === null);
        };
        expect(await twentyAtOnce(admit, "apart")).toEqual([3, 20]);
      },
    );

    test("several limits begin their windows with the first act that is counted, and are given back", async () => {
      const ctx = await harness.context(NOBODY);
      const [small, large] = both("window of both");
      if (!small || !large) throw new Error("There are two.");
      for (let i = 0; i < 3; i += 1) await admitAll(ctx, [small]);
      expect((await admitAll(ctx, [small, large])).waits).toEqual([
        { what: "test", seconds: expect.any(Number) as number },
      ]);
      expect(await countedSoFar(ctx, large)).toBe(0);
      await harness.database
        .sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
      const { waits, giveBack } = await admitAll(ctx, [small, large]);
      expect(waits).toEqual([]);
      expect(await countedSoFar(ctx, large)).toBe(1);
      await giveBack();
      expect(await countedSoFar(ctx, large)).toBe(0);
    });
  });

  test("a throttle's count restarts after the window ends", async () => {
    const ctx = await harness.context(NOBODY);
    for (let i = 0; i < 4; i += 1) await secondsToWait(ctx, counted("window"));
    expect(await secondsToWait(ctx, counted("window"))).not.toBeNull();
    await harness.database
      .sql`UPDATE login_throttles SET window_ends_at = now() - interval '1 second'`;
    expect(await secondsToWait(ctx, counted("window"))).toBeNull();
  });

  test("one hit of a throttle is forgotten, or all of them", async () => {
    const ctx = await harness.context(NOBODY);
    for (let i = 0; i < 3; i += 1) await secondsToWait(ctx, counted("forgotten"));
    await forgetOneHit(ctx, counted("forgotten"));
    expect(await secondsToWait(ctx, counted("forgotten"))).toBeNull();
    expect(await secondsToWait(ctx, counted("forgotten"))).not.toBeNull();
    await forgetHits(ctx, counted("forgotten"));
    expect(await secondsToWait(ctx, counted("forgotten"))).toBeNull();
  });

  test("a throttle's count survives the rollback of the surrounding transaction", async () => {
    const ctx = await harness.context(NOBODY);
    await expect(
      ctx.transact(async () => {
        for (let i = 0; i < 3; i += 1) await secondsToWait(ctx, counted("rolled back"));
        throw new Error("refused");
      }),
    ).rejects.toThrow("refused");
    expect(await secondsToWait(ctx, counted("rolled back"))).not.toBeNull();
  });

  test("throttles do not store addresses", async () => {
    const ctx = await harness.context(NOBODY);
    await secondsToWait(ctx, counted("asha@people.example"));
    const rows = await harness.database.db.select().from(loginThrottles);
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
    ])("the address %s is throttled as %s", (ip, network) => expect(networkOf(ip)).toBe(network));

    test("all addresses of an IPv6 /64 network are one client, the next network another", () => {
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

  describe("a login", () => {
    const account = { companyId: null, email: "asha@people.example" };
    const limits = {
      byNetwork: { ...counted("network"), limit: 5 },
      own: { what: "owner", limit: 2 },
      byAccount: counted("account"),
    };
    const soFar = async (ctx: Context) => [
      await countedSoFar(ctx, limits.byNetwork),
      await countedSoFar(ctx, limits.byAccount),
    ];

    test("a login counts by network and account; a right one takes its hit back and trusts the network", async () => {
      const ctx = await harness.context(NOBODY);
      expect(await countLogin(ctx, account, limits)).toEqual({ used: limits.byNetwork });
      const again = await countLogin(ctx, account, limits);
      expect(await soFar(ctx)).toEqual([2, 2]);
      expect(await isTrustedNetwork(ctx, account)).toBe(false);
      if ("wait" in again) throw new Error("It has to wait.");
      await settleLogin(ctx, account, { used: again.used, tries: limits.byAccount });
      expect(await soFar(ctx)).toEqual([1, 0]);
      expect(await isTrustedNetwork(ctx, account)).toBe(true);
    });

    test("a login waits for the longer of both limits", async () => {
      const ctx = await harness.context(NOBODY);
      const other = { companyId: null, email: "ravi@people.example" };
      const his = { ...limits, byAccount: { ...counted("his"), limit: 1 } };
      await countLogin(ctx, other, his);
      expect(await countLogin(ctx, other, his)).toEqual({ wait: 60 });
    });

    test("twenty concurrent logins of one account, in two instances, wait for each other in one order", async () => {
      const here = await harness.context(NOBODY);
      const there = await harness.elsewhere().context(NOBODY);
      const wide = {
        byNetwork: { ...counted("wide network"), limit: 100 },
        own: limits.own,
        byAccount: { ...counted("wide account"), limit: 100 },
      };
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const ctx = i % 2 ? here : there;
          const one = await countLogin(ctx, account, wide);
          if ("wait" in one) throw new Error("It has to wait.");
          await settleLogin(ctx, account, { used: one.used, tries: wide.byAccount });
        }),
      );
      expect(await countedSoFar(here, wide.byNetwork)).toBe(0);
    });
  });
});

describe("call counts", () => {
  let database: TestDatabase;
  let other: Database;
  const statements: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    other = createDatabase({
      url: database.url,
      logger: { debug: (fields) => statements.push(JSON.stringify(fields)) },
    });
  });
  afterAll(async () => {
    await other.close();
    await database.drop();
  });

  const LIMIT = 1000;
  const SLOW = { delayMs: 3_600_000 };

  /** Calls in turn at each instance, 20 at a time; how many were let pass. */
  async function passed(
    instances: readonly CallCounts[],
    key: string,
    calls: number,
    limit = LIMIT,
  ) {
    let [next, count] = [0, 0];
    const ask = async () => {
      while (next < calls) {
        const instance = instances[(next += 1) % instances.length];
        if ((await instance?.count([{ key, limit }])) === null) count += 1;
      }
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    return count;
  }

  const written = async (key: string) =>
    (await database.sql`SELECT hits FROM login_throttles WHERE key = ${key}`)[0]?.["hits"] ?? 0;

  const nowhere = () => createDatabase({ url: urlAtPort(database.url, 1) });

  test(
    "two instances together exceed a limit by no more than their shares",
    { tags: ["full"] },
    async () => {
      const key = newId();
      const instances = [createCallCounts(database.db, SLOW), createCallCounts(other.db, SLOW)];
      const count = await passed(instances, key, 3 * LIMIT);
      expect(count).toBeGreaterThanOrEqual(LIMIT);
      expect(count).toBeLessThanOrEqual(LIMIT * (1 + instances.length * UNWRITTEN_SHARE));
    },
  );

  test(
    "control: without the written counts, two instances let twice the limit pass",
    { tags: ["full"] },
    async () => {
      const away = nowhere();
      const instances = [createCallCounts(away.db, SLOW), createCallCounts(away.db, SLOW)];
      expect(await passed(instances, newId(), 3 * LIMIT)).toBe(2 * LIMIT);
      await Promise.all(instances.map((instance) => instance.stop()));
      await away.close();
    },
  );

  test("a limit below a hundred is exact across instances", async () => {
    const instances = [createCallCounts(database.db, SLOW), createCallCounts(other.db, SLOW)];
    expect(await passed(instances, newId(), 200, 30)).toBe(30);
    expect(await passed(instances, newId(), 20, 1)).toBe(1);
  });

  test(
    "a refused call states the seconds left, and passes once the window is over",
    { tags: ["full"] },
    async () => {
      const key = newId();
      const calls = createCallCounts(database.db, { windowSeconds: 1 });
      await passed([calls], key, 2 * LIMIT);
      const ask = () => calls.count([{ key, limit: LIMIT }]);
      const seconds = await ask();
      expect(seconds === null || seconds === 1).toBe(true);
      await expect.poll(ask, { timeout: 20_000 }).toBeNull();
      await calls.stop();
    },
  );

  test("counted calls are written in few statements, with all keys in one", async () => {
    const keys = Array.from({ length: 5 }, newId);
    const calls = createCallCounts(other.db, SLOW);
    statements.length = 0;
    for (let call = 0; call < 100; call += 1) {
      await calls.count(keys.map((key) => ({ key, limit: 100_000 })));
    }
    expect(statements).toEqual([]);
    await calls.stop();
    expect(statements).toHaveLength(1);
    expect(await Promise.all(keys.map(written))).toEqual([100, 100, 100, 100, 100]);
  });

  test("counted calls are written without further calls, after a moment", async () => {
    const key = newId();
    const calls = createCallCounts(database.db, { delayMs: 5 });
    await calls.count([{ key, limit: LIMIT }], 3);
    await expect.poll(() => written(key), { timeout: 20_000 }).toBe(3);
  });

  test("calls that the database has counted in a window already are respected", async () => {
    const key = newId();
    const [here, there] = [createCallCounts(database.db, SLOW), createCallCounts(other.db, SLOW)];
    await passed([here], key, LIMIT);
    await here.stop();
    expect(await passed([there], key, LIMIT)).toBeLessThanOrEqual(LIMIT * UNWRITTEN_SHARE);
  });

  test("call counts beyond those kept in memory are counted one by one", async () => {
    const calls = createCallCounts(database.db, { ...SLOW, mostKeys: 2 });
    const keys = Array.from({ length: 4 }, newId);
    for (const key of keys) await calls.count([{ key, limit: LIMIT }]);
    // The third did not wait for the others, and took them with it.
    expect(await Promise.all(keys.map(written))).toEqual([1, 1, 1, 1]);
    await calls.stop();
  });

  test("while the database is away, an instance's own counts decide, and are written later", async () => {
    const key = newId();
    let isAway = true;
    const away = nowhere();
    const db = new Proxy(other.db, {
      get: (target, name) => Reflect.get(isAway ? away.db : target, name) as unknown,
    });
    const calls = createCallCounts(db, SLOW);
    expect(await passed([calls], key, 2 * LIMIT)).toBe(LIMIT);
    isAway = false;
    await calls.stop();
    expect(await written(key)).toBe(LIMIT);
    await away.close();
  });
});
