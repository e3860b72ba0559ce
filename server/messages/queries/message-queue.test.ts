import { afterEach, describe, expect, test } from "vitest";
import { type Executor, runText } from "@db/client";
import { newId } from "@db/ids";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import {
  CLAIM,
  type Claim,
  claimMessages,
  deleteOldMessages,
  expireMessages,
  readQueueFigures,
  renewLeases,
  settleMessages,
} from "./message-queue";
import { companies } from "@db/schema";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function emptyDatabase(options?: { isEmpty: boolean }): Promise<TestDatabase> {
  const database = await testDatabase(options);
  undo.push(() => database.drop());
  return database;
}

/** Companies with `each` waiting messages; the first company's are the oldest. */
async function fill(
  database: TestDatabase,
  { companies, each, priority = 1 }: { companies: number; each: number; priority?: number },
): Promise<void> {
  await database.sql`
    WITH made AS (
      INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
      SELECT gen_random_uuid(), 'C' || n, 'c@example.test', '+91', 'T', 'T', 1
        FROM generate_series(1, ${companies}::int) n RETURNING id, name
    )
    INSERT INTO messages (company_id, id, channel, address, template, language, priority, due_at)
    SELECT c.id, gen_random_uuid(), 'EMAIL', c.name || '-' || n, 't', 'en', ${priority}::int,
           now() - make_interval(hours => 1000 - substr(c.name, 2)::int)
      FROM made c, generate_series(1, ${each}::int) n`;
}

const claimOf = (change: Partial<Claim> = {}): Claim => ({
  channel: "EMAIL",
  upTo: 1,
  limit: 20,
  sender: newId(),
  leaseSeconds: 60,
  ...change,
});

const idsOf = (rows: readonly { id?: unknown }[]) => rows.map(({ id }) => String(id));

/** Two claims at the same time, the first of which has not committed when the second reads. */
async function claimTwice(database: TestDatabase, statement: string): Promise<string[][]> {
  const values = () => ["EMAIL", 1, 20, newId(), 60];
  let second: Promise<string[]> = Promise.resolve([]);
  const first = await database.db.transaction(async (tx) => {
    const rows = await runText(tx, statement, values());
    second = runText(database.db, statement, values()).then(idsOf);
    const waits = async (): Promise<boolean> => {
      const [row] = await database.sql`
        SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      return Number(row?.["n"]) > 0;
    };
    // It either ends, or waits for the locks of the first.
    const isDone = second.then(() => true);
    await expect
      .poll(async () => (await Promise.race([isDone, waits()])) || undefined, { timeout: 20_000 })
      .toBe(true);
    return idsOf(rows);
  });
  return [first, await second];
}

describe("claims at the same time", () => {
  test(
    "concurrent claims never share a message, and neither waits for the other",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 1, each: 100 });
      const [first = [], second = []] = await claimTwice(database, CLAIM);
      expect([first.length, second.length]).toEqual([20, 20]);
      expect(second.filter((id) => first.includes(id))).toEqual([]);
    },
  );

  test(
    "control: without the lock, concurrent claims share messages",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 1, each: 100 });
      const unlocked = CLAIM.replace("FOR UPDATE SKIP LOCKED", "");
      expect(unlocked).not.toBe(CLAIM);
      const [first = [], second = []] = await claimTwice(database, unlocked);
      expect(second.filter((id) => first.includes(id))).toHaveLength(20);
    },
  );
});

describe("a claim", () => {
  test(
    "a claim takes one message of each company before a second of any",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 1, each: 500 });
      await fill(database, { companies: 9, each: 3 });
      const claimed = await claimMessages(database.db, claimOf());
      const counts = new Map<unknown, number>();
      for (const { companyId } of claimed) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      expect([...counts.values()]).toEqual(Array(10).fill(2));
    },
  );

  test(
    "a claim reaches every company when there are more than fit into one",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 60, each: 40 });
      const seen = new Set<unknown>();
      // By chance alone one company would be left out of 100 claims of 20 in 10^16 runs.
      for (let n = 0; n < 100 && seen.size < 60; n += 1) {
        for (const { companyId } of await claimMessages(database.db, claimOf()))
          seen.add(companyId);
      }
      expect(seen.size).toBe(60);
    },
  );

  test(
    "a claim takes codes before notices, and codes only where asked",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 2, each: 30 });
      await fill(database, { companies: 2, each: 5, priority: 0 });
      const codes = await claimMessages(database.db, claimOf({ upTo: 0 }));
      expect(codes.map(({ priority }) => priority)).toEqual(Array(10).fill(0));
      await fill(database, { companies: 1, each: 5, priority: 0 });
      const mixed = await claimMessages(database.db, claimOf());
      const order = mixed.map(({ priority }) => String(priority)).join("");
      expect(order).toBe("0".repeat(5) + "1".repeat(15));
    },
  );

  test(
    "a claim takes a message again only after its lease has ended",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 1, each: 1 });
      const [first] = await claimMessages(database.db, claimOf({ sender: newId() }));
      expect(await claimMessages(database.db, claimOf())).toEqual([]);
      await database.sql`UPDATE messages SET due_at = now()`;
      expect(idsOf(await claimMessages(database.db, claimOf()))).toEqual([first?.id]);
    },
  );

  test(
    "a claim reads through the queue's index, however many messages wait",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      await fill(database, { companies: 20, each: 1000 });
      await database.sql`ANALYZE messages`;
      const plan = await database.db.transaction(async (tx) =>
        runText(tx, `EXPLAIN (ANALYZE, FORMAT TEXT) ${CLAIM}`, ["EMAIL", 1, 20, newId(), 60]),
      );
      const text = plan.map((row) => String(row["QUERY PLAN"])).join("\n");
      expect(text).toContain("messages_queue");
      expect(text).not.toContain("Seq Scan on messages");
      // The most rows that any step of it reads: three batches of each company.
      const rows = [...text.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)];
      const most = Math.max(...rows.map(([, read, loops]) => Number(read) * Number(loops)));
      expect(most).toBeLessThanOrEqual(20 * 20 * 3);
    },
  );
});

describe("a settled message", () => {
  async function claimedOne(database: TestDatabase) {
    await fill(database, { companies: 1, each: 1 });
    const sender = newId();
    const [one] = await claimMessages(database.db, claimOf({ sender }));
    if (!one) throw new Error("Nothing was claimed.");
    return { sender, one };
  }
  const statusOf = async (db: Executor, id: string) =>
    (await runText(db, "SELECT status, attempts, leased_by FROM messages WHERE id = $1", [id]))[0];

  test(
    "a message that was sent stays sent, whoever had its lease",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      const { sender, one } = await claimedOne(database);
      await database.sql`UPDATE messages SET due_at = now()`;
      const another = newId();
      await claimMessages(database.db, claimOf({ sender: another }));
      expect(
        await settleMessages(database.db, sender, [{ ...one, outcome: { kind: "sent" } }]),
      ).toEqual([one.id]);
      const late = { ...one, outcome: { kind: "released", afterSeconds: 0 } } as const;
      expect(await settleMessages(database.db, another, [late])).toEqual([]);
      expect(await statusOf(database.db, one.id)).toMatchObject({
        status: "SENT",
        leased_by: null,
      });
    },
  );

  test.each([
    ["sent", { kind: "sent" }],
    ["failed", { kind: "failed", failure: "refused", reply: null, keepsContents: true }],
    ["back in the queue", { kind: "released", afterSeconds: 0 }],
  ] as const)(
    "a message to an ended account, %s, has an address only while it waits",
    { tags: ["full"] },
    async (_what, outcome) => {
      const database = await emptyDatabase();
      const { sender, one } = await claimedOne(database);
      const addressOf = async () =>
        (await database.sql`SELECT address FROM messages WHERE id = ${one.id}`)[0]?.["address"];
      const before = await addressOf();
      expect(before).not.toBe("");
      await database.sql`UPDATE messages SET template = 'accountEnded' WHERE id = ${one.id}`;
      await settleMessages(database.db, sender, [{ ...one, outcome }]);
      expect(await addressOf()).toBe(outcome.kind === "released" ? before : "");
      await database.sql`UPDATE messages SET expires_at = now(), due_at = now()`;
      await expireMessages(database.db, 10);
      expect(await addressOf()).toBe("");
    },
  );

  const reply = "550 no mailbox asha@people.example here";
  test.each([
    ["failed", [{ kind: "failed", failure: "refused", reply, keepsContents: true }]],
    ["deferred, then sent", [{ kind: "deferred", reply, afterSeconds: 0 }, { kind: "sent" }]],
    [
      "deferred, then failed without an answer",
      [
        { kind: "deferred", reply, afterSeconds: 0 },
        { kind: "failed", failure: "refused", reply: null, keepsContents: true },
      ],
    ],
    ["deferred, then expired", [{ kind: "deferred", reply, afterSeconds: 0 }]],
  ] as const)(
    "a message to an ended account, %s, has no answer or contents once it is settled",
    { tags: ["full"] },
    async (_what, outcomes) => {
      const database = await emptyDatabase();
      const { sender, one } = await claimedOne(database);
      await database.sql`
        UPDATE messages SET template = 'accountEnded', address = 'asha@people.example',
               params_encrypted = 'v1.of.asha.contents' WHERE id = ${one.id}`;
      const row = async () => (await database.sql`SELECT * FROM messages WHERE id = ${one.id}`)[0];
      for (const outcome of outcomes) {
        await database.sql`UPDATE messages SET leased_by = ${sender} WHERE id = ${one.id}`;
        await settleMessages(database.db, sender, [{ ...one, outcome }]);
        const waits = outcome.kind === "deferred";
        expect((await row())?.["params_encrypted"] === null).toBe(!waits);
      }
      await database.sql`UPDATE messages SET expires_at = now(), due_at = now()`;
      await expireMessages(database.db, 10);
      const left = await row();
      expect(left).toMatchObject({ user_id: null, address: "", reply: null });
      expect(JSON.stringify(left)).not.toContain("asha");
      expect(left?.["status"]).not.toBe("QUEUED");
    },
  );

  test(
    "a message is not returned to the queue by a process that lost its lease",
    { tags: ["full"] },
    async () => {
      const database = await emptyDatabase();
      const { sender, one } = await claimedOne(database);
      await database.sql`UPDATE messages SET due_at = now()`;
      const another = newId();
      await claimMessages(database.db, claimOf({ sender: another }));
      const late = { ...one, outcome: { kind: "released", afterSeconds: 0 } } as const;
      expect(await settleMessages(database.db, sender, [late])).toEqual([]);
      expect(await renewLeases(database.db, sender, [one], 60)).toEqual([]);
      expect(await renewLeases(database.db, another, [one], 60)).toEqual([one.id]);
      expect(await statusOf(database.db, one.id)).toMatchObject({ leased_by: another });
    },
  );
});

test(
  "messages are deleted after their retention, in batches, and never while they wait",
  { tags: ["full"] },
  async () => {
    const database = await emptyDatabase();
    await fill(database, { companies: 1, each: 30 });
    await database.sql`UPDATE messages SET created_at = now() - interval '200 days'`;
    await database.sql`UPDATE messages SET status = 'SENT' WHERE id IN (SELECT id FROM messages LIMIT 25)`;
    const batch = { days: 180, limit: 20 };
    const [one] = await database.db.select({ id: companies.id }).from(companies).limit(1);
    const clear = () => deleteOldMessages(database.db, one?.id ?? "", batch);
    expect(await deleteOldMessages(database.db, null, batch)).toBe(0);
    expect([await clear(), await clear(), await clear()]).toEqual([20, 5, 0]);
    expect(await readQueueFigures(database.db)).toMatchObject([
      { channel: "EMAIL", priority: 1, waiting: 5, oldestSeconds: expect.any(Number) as number },
    ]);
  },
);

test(
  "a message that expires while it is being sent is left to its sender",
  { tags: ["full"] },
  async () => {
    const database = await emptyDatabase();
    await fill(database, { companies: 1, each: 2, priority: 0 });
    await claimMessages(database.db, claimOf({ limit: 1 }));
    await database.sql`UPDATE messages SET expires_at = now()`;
    expect(await expireMessages(database.db, 10)).toBe(1);
  },
);
