import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createDatabase,
  type Database,
  errorCode,
  isDatabaseAway,
  runText,
  transact,
  violatedCheck,
  violatedConstraint,
} from "./client";
import { superAdmins, supplies } from "./schema";
import { testDatabase, type TestDatabase } from "./testing/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 5 });
});
afterAll(() => database.drop());
afterEach(() => database.db.delete(superAdmins));

async function emails(): Promise<string[]> {
  const rows = await database.db.select({ email: superAdmins.email }).from(superAdmins);
  return rows.map((row) => row.email).sort();
}

test("values come back as they went in", async () => {
  const at = new Date("2026-01-31T18:30:00.123Z");
  const [row] = await database.sql`
    SELECT ${at}::timestamptz AS at, ${["a", 'b"\\,{}', null, "NULL", ""]}::text[] AS texts,
      ${[1, -2]}::int[] AS numbers, ${{ deep: [1, "₹"] }}::jsonb AS json, ${null}::text AS nothing`;
  expect(row).toMatchObject({
    texts: ["a", 'b"\\,{}', null, "NULL", ""],
    numbers: [1, -2],
    json: { deep: [1, "₹"] },
    nothing: null,
  });
  expect(new Date(String(row?.at))).toEqual(at);
  const made = await database.db
    .insert(superAdmins)
    .values({ email: "one@example.test", createdAt: at })
    .returning();
  expect(made[0]?.createdAt).toEqual(at);
});

test("a violated unique index and a violated check are named", async () => {
  await database.db.insert(superAdmins).values({ email: "Twin@example.test" });
  const twin: unknown = await database.db
    .insert(superAdmins)
    .values({ email: "twin@example.test" })
    .catch((error: unknown) => error);
  expect(violatedConstraint(twin)).toBe("super_admins_email");
  expect(violatedCheck(twin)).toBeNull();
  expect(isDatabaseAway(twin)).toBe(false);
  const oversold: unknown = await database.db
    .insert(supplies)
    .values({ companyId: crypto.randomUUID(), pool: "PUBLIC", total: 1, held: 2 })
    .catch((error: unknown) => error);
  expect(violatedCheck(oversold)).toBe("supplies_within_total");
});

test("a transaction is all or nothing, and a savepoint is its own", async () => {
  const { db } = database;
  await expect(
    transact(db, async (tx) => {
      await tx.insert(superAdmins).values({ email: "lost@example.test" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await transact(db, async (tx) => {
    await tx.insert(superAdmins).values({ email: "kept@example.test" });
    await tx
      .transaction(async (inner) => {
        await inner.insert(superAdmins).values({ email: "kept@example.test" });
      })
      .catch(() => undefined);
    await transact(tx, async (same) => {
      await same.insert(superAdmins).values({ email: "joined@example.test" });
    });
  });
  expect(await emails()).toEqual(["joined@example.test", "kept@example.test"]);
});

test("a transaction whose failed statement was swallowed does not pass for committed", async () => {
  await expect(
    transact(database.db, async (tx) => {
      await tx.insert(superAdmins).values({ email: "a@example.test" });
      await runText(tx, "SELECT 1/0", []).catch(() => undefined);
    }),
  ).rejects.toThrow(/rolled back/);
  expect(await emails()).toEqual([]);
});

test("two that stand in each other's way both get through", async () => {
  const { db } = database;
  await db.insert(superAdmins).values([{ email: "a@example.test" }, { email: "b@example.test" }]);
  const touch = (first: string, second: string) =>
    transact(db, async (tx) => {
      for (const email of [first, second]) {
        await tx
          .update(superAdmins)
          .set({ createdAt: sql`now()` })
          .where(eq(superAdmins.email, email));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return first;
    });
  expect(
    await Promise.all([
      touch("a@example.test", "b@example.test"),
      touch("b@example.test", "a@example.test"),
    ]),
  ).toEqual(["a@example.test", "b@example.test"]);
});

test("raw text runs in the transaction it is given", async () => {
  await database.db
    .transaction(async (tx) => {
      await runText(tx, "INSERT INTO super_admins (id, email) VALUES ($1, $2)", [
        crypto.randomUUID(),
        "raw@example.test",
      ]);
      throw new Error("back");
    })
    .catch(() => undefined);
  expect(await emails()).toEqual([]);
});

test("a transaction whose connection died writes nothing more, wherever it goes on", async () => {
  const small = createDatabase({ url: database.url, max: 1 });
  const late: unknown[] = [];
  let goOn: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (goOn = resolve));
  const straggler = small.db.transaction(async (tx) => {
    await tx.insert(superAdmins).values({ email: "before@example.test" });
    const [row] = await runText(tx, "SELECT pg_backend_pid() AS pid", []);
    await database.sql`SELECT pg_terminate_backend(${row?.pid})`;
    await paused;
    // It does not know yet; another transaction has the pool's only connection.
    await tx
      .insert(superAdmins)
      .values({ email: "late@example.test" })
      .catch((e) => late.push(e));
  });
  const lost: unknown = await straggler.catch((error: unknown) => error);
  expect(isDatabaseAway(lost)).toBe(true);
  await transact(small.db, async (tx) => {
    await tx.insert(superAdmins).values({ email: "other@example.test" });
    goOn();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(late).toHaveLength(1);
  expect(isDatabaseAway(late[0])).toBe(true);
  expect(await emails()).toEqual(["other@example.test"]);
  await small.close();
});

test("a statement that takes too long is ended by the server, and the connection lives on", async () => {
  const hasty = createDatabase({ url: database.url, max: 1, statementTimeoutMs: 100 });
  const error: unknown = await hasty.sql`SELECT pg_sleep(5)`.catch((e: unknown) => e);
  expect(errorCode(error)).toBe("57014");
  await hasty.ping();
  await hasty.close();
});

test("nobody home: refused at once, in a way that can be told", async () => {
  const url = new URL(database.url);
  url.port = "1";
  const nowhere: Database = createDatabase({ url: url.toString() });
  const startedAt = performance.now();
  const errors = await Promise.all(
    Array.from({ length: 50 }, () => nowhere.ping().catch((error: unknown) => error)),
  );
  expect(errors.every(isDatabaseAway)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  await nowhere.close();
});

test("closing waits for what is under way and takes nothing new", async () => {
  const closing = createDatabase({ url: database.url, max: 2 });
  const slow = closing.sql`SELECT pg_sleep(0.2), 'done' AS answer`;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = closing.close();
  await expect(closing.ping()).rejects.toThrow(/clos/);
  expect((await slow)[0]?.answer).toBe("done");
  await closed;
});
