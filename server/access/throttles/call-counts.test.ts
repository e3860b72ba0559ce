import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database } from "@db/client";
import { newId } from "@db/ids";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { urlAtPort } from "@db/testing/url-at-port";
import { type CallCounts, createCallCounts, UNWRITTEN_SHARE } from "./call-counts";

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
async function passed(instances: readonly CallCounts[], key: string, calls: number, limit = LIMIT) {
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

test("two instances together exceed a limit by no more than their shares", async () => {
  const key = newId();
  const instances = [createCallCounts(database.db, SLOW), createCallCounts(other.db, SLOW)];
  const count = await passed(instances, key, 3 * LIMIT);
  expect(count).toBeGreaterThanOrEqual(LIMIT);
  expect(count).toBeLessThanOrEqual(LIMIT * (1 + instances.length * UNWRITTEN_SHARE));
});

test("control: without the written counts, two instances let twice the limit pass", async () => {
  const away = nowhere();
  const instances = [createCallCounts(away.db, SLOW), createCallCounts(away.db, SLOW)];
  expect(await passed(instances, newId(), 3 * LIMIT)).toBe(2 * LIMIT);
  await Promise.all(instances.map((instance) => instance.stop()));
  await away.close();
});

test("a limit below a hundred is exact across instances", async () => {
  const instances = [createCallCounts(database.db, SLOW), createCallCounts(other.db, SLOW)];
  expect(await passed(instances, newId(), 200, 30)).toBe(30);
  expect(await passed(instances, newId(), 20, 1)).toBe(1);
});

test("a refused call states the seconds left, and passes once the window is over", async () => {
  const key = newId();
  const calls = createCallCounts(database.db, { windowSeconds: 1 });
  await passed([calls], key, 2 * LIMIT);
  const ask = () => calls.count([{ key, limit: LIMIT }]);
  const seconds = await ask();
  expect(seconds === null || seconds === 1).toBe(true);
  await expect.poll(ask, { timeout: 20_000 }).toBeNull();
  await calls.stop();
});

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
