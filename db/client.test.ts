import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  createDatabase,
  type Database,
  errorCode,
  isDatabaseAway,
  isTimedOut,
  runText,
  transact,
  violatedCheck,
  violatedConstraint,
  withoutTimeouts,
} from "./client";
import { runPrepared } from "./prepared";
import { superAdmins, supplies } from "./schema";
import { testDatabase, type TestDatabase } from "./testing/test-database";
import { urlAtPort } from "./testing/url-at-port";

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

/** Counts the connections that run a matching statement. */
async function statementsLike(pattern: string): Promise<unknown> {
  const [row] = await database.sql`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE ${pattern}`;
  return row?.["n"];
}

test("values of the database round-trip unchanged", async () => {
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

test.each(["53100", "58030"])(
  "a full or failing disk (%s) counts as an unavailable database",
  async (sqlState) => {
    const failed: unknown = await runText(
      database.db,
      `DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '${sqlState}'; END $$`,
      [],
    ).catch((error: unknown) => error);
    expect(errorCode(failed)).toBe(sqlState);
    expect(isDatabaseAway(failed)).toBe(true);
  },
);

test("violations of a unique index and of a check are reported by name", async () => {
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

test("transactions and savepoints are atomic", async () => {
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

test("a transaction with a failed statement rejects even if the error was caught", async () => {
  await expect(
    transact(database.db, async (tx) => {
      await tx.insert(superAdmins).values({ email: "a@example.test" });
      await runText(tx, "SELECT 1/0", []).catch(() => undefined);
    }),
  ).rejects.toThrow(/rolled back/);
  expect(await emails()).toEqual([]);
});

test("statements sent together reach the connection one after the other", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const took = await transact(database.db, (tx) =>
    Promise.all([3, 2, 1].map((n) => runText(tx, "SELECT $1::int AS n", [n]))),
  );
  expect(took).toEqual([[{ n: 3 }], [{ n: 2 }], [{ n: 1 }]]);
  // pg warns of a statement that is sent while another runs.
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

test("statements sent together all fail with the error of the one that failed", async () => {
  const { db } = database;
  // The failed statement is reported last, since it passes through more functions than the others.
  const later = async (running: Promise<unknown>) => {
    try {
      return await running;
    } finally {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
  };
  const both = transact(db, (tx) =>
    Promise.all([later(tx.execute(sql`SELECT 1 / 0`)), tx.execute(sql`SELECT 1`)]),
  );
  await expect(both.catch(errorCode)).resolves.toBe("22012");
});

test("a statement that fails among others ends them, and the connection is used again", async () => {
  const small = createDatabase({ url: database.url, max: 1 });
  const before = sql`SELECT ${1}::int AS before`;
  const failing = sql`SELECT 1 / ${0}::int`;
  const behind = sql`SELECT ${2}::int AS behind`;
  const settled: PromiseSettledResult<unknown>[] = [];
  const failed = transact(small.db, async (tx) => {
    settled.push(
      ...(await Promise.allSettled([before, failing, behind].map((one) => tx.execute(one)))),
    );
  });
  await expect(failed).rejects.toThrow(/rolled back/);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  // Both statements run on the same connection.
  const rows = await transact(small.db, async (tx) =>
    Promise.all([behind, before].map(async (one) => (await tx.execute(one)).rows)),
  );
  expect(rows).toEqual([[{ behind: 2 }], [{ before: 1 }]]);
  expect(small.load()).toMatchObject({ open: 1, busy: 0 });
  await small.close();
});

test("transactions without a statement, and those that fail before one, leave the connection idle", async () => {
  const small = createDatabase({ url: database.url, max: 1 });
  await transact(small.db, () => Promise.resolve());
  const failed = transact(small.db, () => Promise.reject(new Error("before")));
  await expect(failed).rejects.toThrow("before");
  await small.ping();
  expect(small.load()).toMatchObject({ open: 1, busy: 0, waiting: 0 });
  await small.close();
});

test("transactions that deadlock are retried and both succeed", { tags: ["full"] }, async () => {
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

test("runText runs inside the transaction that it gets", async () => {
  await transact(database.db, async (tx) => {
    await runText(tx, "INSERT INTO super_admins (id, email) VALUES ($1, $2)", [
      crypto.randomUUID(),
      "raw@example.test",
    ]);
    throw new Error("back");
  }).catch(() => undefined);
  expect(await emails()).toEqual([]);
});

test(
  "a prepared statement is planned once for a connection, and with prepare=false not at all",
  { tags: ["full"] },
  async () => {
    const preparedIn = async (url: string) => {
      const single = createDatabase({ url, max: 1 });
      try {
        for (const one of [1, 2]) {
          expect(
            await runPrepared(single.db, "double", sql`SELECT ${one}::int * 2 AS two`),
          ).toEqual([{ two: one * 2 }]);
        }
        return await single.sql`SELECT name FROM pg_prepared_statements`;
      } finally {
        await single.close();
      }
    };
    expect(await preparedIn(database.url)).toEqual([{ name: "double" }]);
    // The URL may name its socket's folder already.
    const without = new URL(database.url);
    without.searchParams.set("prepare", "false");
    expect(await preparedIn(without.toString())).toEqual([]);
  },
);

test(
  "a transaction whose connection was lost cannot write through another one",
  { tags: ["full"] },
  async () => {
    const small = createDatabase({ url: database.url, max: 1 });
    const late: unknown[] = [];
    let goOn: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (goOn = resolve));
    const straggler = transact(small.db, async (tx) => {
      await tx.insert(superAdmins).values({ email: "before@example.test" });
      const [row] = await runText(tx, "SELECT pg_backend_pid() AS pid", []);
      await database.sql`SELECT pg_terminate_backend(${row?.pid})`;
      await paused;
      // This transaction does not know yet that its connection is lost; another one holds the pool's
      // only connection.
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
  },
);

test(
  "the server cancels a statement at the timeout, and the connection stays usable",
  { tags: ["full"] },
  async () => {
    const hasty = createDatabase({ url: database.url, max: 1, statementTimeoutMs: 100 });
    const error: unknown = await transact(hasty.db, (tx) =>
      runText(tx, "SELECT pg_sleep(5)", []),
    ).catch((e: unknown) => e);
    expect(errorCode(error)).toBe("57014");
    expect(isTimedOut(error)).toBe(true);
    await hasty.ping();
    await hasty.close();
  },
);

test("a statement sent after the end of its transaction is refused, and the connection is released", async () => {
  const small = createDatabase({ url: database.url, max: 1 });
  let late: () => Promise<unknown> = () => Promise.resolve();
  await transact(small.db, (tx) => {
    late = () => tx.insert(superAdmins).values({ email: "late@example.test" });
    return Promise.resolve();
  });
  await transact(small.db, async (tx) => {
    expect(isDatabaseAway(await late().catch((error: unknown) => error))).toBe(true);
    await tx.insert(superAdmins).values({ email: "own@example.test" });
  });
  expect(await emails()).toEqual(["own@example.test"]);
  await small.close();
});

test("a transaction that fails to begin releases its connection", async () => {
  const small = createDatabase({ url: database.url, max: 1, lockTimeoutMs: -5 });
  const begun = transact(small.db, () => Promise.resolve());
  expect(errorCode(await begun.catch((error: unknown) => error))).toBe("22023");
  await small.ping();
  expect(small.load()).toMatchObject({ open: 1, busy: 0, waiting: 0 });
  await small.close();
});

test("a snapshot reads one moment, and refuses to write", async () => {
  const seen = await transact(
    database.db,
    async (tx) => {
      const before = await tx.select().from(superAdmins);
      await database.db.insert(superAdmins).values({ email: "late@example.test" });
      return [before, await tx.select().from(superAdmins)];
    },
    { isSnapshot: true },
  );
  expect(seen).toEqual([[], []]);
  const writing = transact(database.db, (tx) => tx.delete(superAdmins), { isSnapshot: true });
  expect(errorCode(await writing.catch((error: unknown) => error))).toBe("25006");
  expect(await emails()).toEqual(["late@example.test"]);
});

test(
  "of two transactions at the same time, one fails by its own error and the other commits",
  { tags: ["full"] },
  async () => {
    const { db } = database;
    for (const size of [1, 2]) {
      const both = createDatabase({ url: database.url, max: size });
      const failing = transact(both.db, async (tx) => {
        await tx.insert(superAdmins).values({ email: `lost${size}@example.test` });
        await tx.execute(sql`SELECT 1 / 0`);
      });
      const other = transact(both.db, async (tx) => {
        await tx.insert(superAdmins).values({ email: `kept${size}@example.test` });
        await tx.execute(sql`SELECT 1`);
        return "done";
      });
      const [failed, answered] = await Promise.allSettled([failing, other]);
      expect(failed.status === "rejected" && errorCode(failed.reason)).toBe("22012");
      expect(answered).toEqual({ status: "fulfilled", value: "done" });
      await both.close();
    }
    expect(await db.$count(superAdmins)).toBe(2);
    expect(await emails()).toEqual(["kept1@example.test", "kept2@example.test"]);
  },
);

test("a transaction whose COMMIT fails is not reported as committed", async () => {
  await database.sql`CREATE TABLE late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
  const sent = transact(database.db, async (tx) => {
    await tx.insert(superAdmins).values({ email: "one@example.test" });
    await runText(tx, "INSERT INTO late VALUES ($1), ($1)", [1]);
  });
  expect(errorCode(await sent.catch((error: unknown) => error))).toBe("23505");
  expect(await emails()).toEqual([]);
  await database.sql`DROP TABLE late`;
});

test(
  "a connection that stops answering is discarded, and the next one answers",
  { tags: ["full"] },
  async () => {
    let isSilent = false;
    const relay = createServer((socket) => {
      const server = connect(Number(new URL(database.url).port), "127.0.0.1");
      const isOld = !isSilent;
      server.on("data", (bytes) => (isOld && isSilent ? undefined : socket.write(bytes)));
      socket.pipe(server).on("error", () => undefined);
      socket.on("close", () => server.destroy()).on("error", () => undefined);
    });
    relay.listen(0, "127.0.0.1");
    await once(relay, "listening");
    const url = urlAtPort(database.url, (relay.address() as AddressInfo).port);
    const relayed = createDatabase({ url, max: 1, answerTimeoutMs: 300 });
    await relayed.ping();
    isSilent = true;
    expect(await relayed.ping().catch(isDatabaseAway)).toBe(true);
    await relayed.ping();
    await relayed.close();
    relay.close();
  },
);

test("withoutTimeouts lifts the limits for one transaction", { tags: ["full"] }, async () => {
  const hasty = createDatabase({ url: database.url, statementTimeoutMs: 50, answerTimeoutMs: 100 });
  await transact(hasty.db, async (tx) => {
    await withoutTimeouts(tx);
    await runText(tx, "SELECT pg_sleep(0.3)", []);
  });
  await hasty.close();
});

test("a refused connection fails at once and is recognised as an unavailable database", async () => {
  const nowhere: Database = createDatabase({ url: urlAtPort(database.url, 1) });
  const startedAt = performance.now();
  const errors = await Promise.all(
    Array.from({ length: 50 }, () => nowhere.ping().catch((error: unknown) => error)),
  );
  expect(errors.every(isDatabaseAway)).toBe(true);
  // Waiting for a free connection would time out after 10 s.
  expect(performance.now() - startedAt).toBeLessThan(8000);
  await nowhere.close();
});

test(
  "closing the database's client waits for running statements and refuses new ones",
  { tags: ["full"] },
  async () => {
    const closing = createDatabase({ url: database.url, max: 2 });
    const slow = closing.sql`SELECT pg_sleep(0.2), 'done' AS answer`;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = closing.close();
    expect(await closing.ping().catch(isDatabaseAway)).toBe(true);
    expect((await slow)[0]?.answer).toBe("done");
    await closed;
  },
);

test(
  "closing the database's client cuts connections that exceed the grace period",
  { tags: ["full"] },
  async () => {
    const closing = createDatabase({ url: database.url, max: 2, closeGraceMs: 100 });
    const slow = closing.sql`SELECT pg_sleep(25), 'cut'`.catch(isDatabaseAway);
    const stuck = transact(closing.db, () => new Promise(() => undefined)).catch(isDatabaseAway);
    await expect.poll(() => statementsLike("%pg_sleep(25), 'cut'%"), { timeout: 20_000 }).toBe(1);
    const startedAt = performance.now();
    await closing.close();
    // A statement without the cut takes 25 s, and its transaction 30 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await slow).toBe(true);
    expect(await stuck).toBe(true);
  },
);

test(
  "closing the database's client also cuts a connection that opens late",
  { tags: ["full"] },
  async () => {
    const transports: (() => void)[] = [];
    const relay = createServer((socket) => {
      transports.push(() => {
        const server = connect(Number(new URL(database.url).port), "127.0.0.1");
        socket.pipe(server).on("error", () => undefined);
        server.pipe(socket).on("error", () => undefined);
      });
    });
    relay.listen(0, "127.0.0.1");
    await once(relay, "listening");
    const url = urlAtPort(database.url, (relay.address() as AddressInfo).port);
    const closing = createDatabase({ url, closeGraceMs: 1 });
    const stuck = transact(closing.db, () => new Promise(() => undefined)).catch(isDatabaseAway);
    await expect.poll(() => transports.length).toBe(1);
    const closed = closing.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const startedAt = performance.now();
    for (const open of transports) open();
    await closed;
    // The server ends a transaction without the cut after 30 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await stuck).toBe(true);
    relay.close();
  },
);

test("a connection sends no session parameter that a transaction-mode pooler refuses", async () => {
  let startup = Buffer.alloc(0);
  const relay = createServer((socket) => {
    const server = connect(Number(new URL(database.url).port), "127.0.0.1");
    socket.once("data", (bytes) => (startup = bytes));
    socket.pipe(server).on("error", () => undefined);
    server.pipe(socket).on("error", () => undefined);
    socket.on("close", () => server.destroy()).on("error", () => undefined);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const url = urlAtPort(database.url, (relay.address() as AddressInfo).port);
  const relayed = createDatabase({ url, max: 1 });
  await relayed.ping();
  await relayed.close();
  relay.close();
  // The packet has the length and the protocol's version, then names and values.
  const words = startup.subarray(8).toString().split("\0");
  const names = words.filter((word, index) => index % 2 === 0 && word !== "");
  expect(names.sort()).toEqual(["application_name", "client_encoding", "database", "user"]);
});

test("each transaction has its timeouts, and leaves none to the session", async () => {
  const limited = createDatabase({
    url: database.url,
    max: 1,
    statementTimeoutMs: 12_000,
    lockTimeoutMs: 7000,
    idleInTransactionTimeoutMs: 9000,
  });
  const read = (db: Database["db"]) =>
    runText(
      db,
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
      [],
    );
  const before = await read(limited.db);
  expect(await transact(limited.db, read)).toEqual([{ statement: "12s", lock: "7s", idle: "9s" }]);
  expect(await read(limited.db)).toEqual(before);
  await limited.close();
});

test("a lock that is held for long ends the wait at the timeout", { tags: ["full"] }, async () => {
  const hasty = createDatabase({ url: database.url, max: 1, lockTimeoutMs: 100 });
  await database.db.insert(superAdmins).values({ email: "held@example.test" });
  await transact(database.db, async (tx) => {
    await tx.update(superAdmins).set({ createdAt: sql`now()` });
    const error: unknown = await transact(hasty.db, (other) =>
      other.update(superAdmins).set({ createdAt: sql`now()` }),
    ).catch((e: unknown) => e);
    expect([errorCode(error), isTimedOut(error)]).toEqual(["55P03", true]);
  });
  await transact(hasty.db, (tx) => tx.update(superAdmins).set({ createdAt: sql`now()` }));
  await hasty.close();
});
