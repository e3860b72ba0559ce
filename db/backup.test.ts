/** @module-tag full */
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { pipeline } from "node:stream/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readSnapshot, restore as restoreFrom } from "./backup";
import { type Database, runText } from "./client";
import { newId } from "./ids";
import { knownMigrations, type Migration, migrate } from "./startup/migrate";
import { PLATFORM_ID } from "./platform";
import { auditEntries, companies, messages, supplies, users } from "./schema";
import { describeTables } from "./tables";
import { testDatabase, type TestDatabase } from "./testing/test-database";

const folder = mkdtempSync(join(tmpdir(), "prelaunch-test-backup-"));
const file = join(folder, "all.backup");
let source: TestDatabase;

/** Writes the rows alone, without the encryption around them. */
const backup = (database: Database, to: string) =>
  readSnapshot(database, ({ bytes }) => pipeline(bytes, createWriteStream(to)));
const restore = (database: Database, from: string, known?: Migration[]) =>
  restoreFrom(database, createReadStream(from), known ? { known } : {});
let target: TestDatabase | null = null;

beforeAll(async () => {
  source = await testDatabase();
  await fill(source);
  await backup(source, file);
});
afterEach(async () => {
  await target?.drop();
  target = null;
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true });
});

/**
 * Writes rows of the edge cases: references to later rows, append-only tables, JSON null beside SQL
 * NULL.
 */
async function fill({ db }: Database): Promise<void> {
  const companyId = newId();
  const [first, second] = [newId(), newId()];
  await db.insert(companies).values({
    id: companyId,
    name: 'Tabs\tquotes " \\. and\nlines\r\u2028 ₹',
    email: "c@example.test",
    mobile: "+910000000000",
    tokenName: "T",
    tokenSymbol: "T",
    totalSupply: 9_000_000_000_000_000,
    settings: { supportEmail: "a\nb" },
  });
  await db.insert(supplies).values({ companyId, pool: "REFERRAL", total: 30, held: 1 });
  const person = { companyId, role: "USER" as const, mobile: "+911111111111" };
  await db.insert(users).values([
    { ...person, id: second, name: "B", email: "b@example.test", referralCode: "B" },
    {
      ...person,
      id: first,
      name: "A",
      email: "a@example.test",
      referralCode: "A",
      referrerId: second,
    },
  ]);
  await db.insert(auditEntries).values(
    Array.from({ length: 1203 }, (_, at) => ({
      companyId,
      actorRole: "SYSTEM" as const,
      action: "test.made",
      subjectType: "test",
      subjectId: String(at),
      after: { at, nested: [null, "x"] },
    })),
  );
  await runText(
    db,
    `INSERT INTO idempotency_keys (company_id, actor_id, key, request_hash, response) VALUES ($1, $2, 'json', 'h', 'null'::jsonb), ($1, $2, 'none', 'h', NULL)`,
    [companyId, first],
  );
  await db.insert(messages).values({
    companyId: PLATFORM_ID,
    channel: "EMAIL",
    address: "",
    template: "t",
    language: "hi",
  });
}

async function everything(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await describeTables(database.db)) {
    const rows = await runText(
      database.db,
      `SELECT t::text AS row FROM "${name}" t ORDER BY 1`,
      [],
    );
    found[name] = rows.map((row) => String(row.row));
  }
  return found;
}

function rewritten(name: string, change: (lines: string[]) => string[]): string {
  const path = join(folder, name);
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  writeFileSync(path, gzipSync(change(lines).join("\n")));
  return path;
}

test("a restore reproduces every value exactly", async () => {
  target = await testDatabase({ isEmpty: true });
  expect(await restore(target, file)).toBe(1 + 1 + 2 + 1203 + 2 + 1);
  expect(await everything(target)).toEqual(await everything(source));
});

test("after a restore, foreign keys are immediate and append-only tables still refuse changes", async () => {
  target = await testDatabase({ isEmpty: true });
  await restore(target, file);
  const deferrable = await target.sql`SELECT 1 FROM pg_constraint WHERE condeferrable`;
  expect(deferrable).toHaveLength(0);
  await expect(target.db.delete(auditEntries)).rejects.toThrow();
  expect(await migrate(target)).toBe(0);
});

test("a restored database has statistics at once, which its verification needs", async () => {
  target = await testDatabase({ isEmpty: true });
  await restore(target, file);
  const [table] = await target.sql`
    SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'audit_entries'::regclass`;
  expect(table?.rows).toBeGreaterThan(1000);
});

test("a backup is a consistent snapshot while other transactions write", async () => {
  const busy = await testDatabase();
  target = await testDatabase();
  await fill(busy);
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await busy.db.transaction(async (tx) => {
        await tx.insert(auditEntries).values({
          companyId: PLATFORM_ID,
          actorRole: "SYSTEM",
          action: "test.pair",
          subjectType: "test",
          subjectId: "1",
        });
        await tx.insert(messages).values({
          companyId: PLATFORM_ID,
          channel: "EMAIL",
          address: "",
          template: "pair",
          language: "en",
        });
      });
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const path = join(folder, "busy.backup");
  await backup(busy, path);
  isOver = true;
  await writing;
  await busy.drop();
  await restore(target, path);
  const [pairs] = await target.sql`
    SELECT (SELECT count(*) FROM audit_entries WHERE action = 'test.pair') AS entries,
           (SELECT count(*) FROM messages WHERE template = 'pair') AS messages`;
  expect(Number(pairs?.entries)).toBeGreaterThan(0);
  expect(pairs?.messages).toBe(pairs?.entries);
});

test("a restore refuses a database that has rows", async () => {
  await expect(restore(source, file)).rejects.toThrow(/^The database is not empty: /);
});

test("a failed restore into an empty database creates no tables", async () => {
  target = await testDatabase({ isEmpty: true });
  const late = rewritten("late", (lines) => lines.with(-2, "{oops"));
  await expect(restore(target, late)).rejects.toThrow();
  expect(await describeTables(target.db)).toEqual([]);
  expect(await restore(target, file)).toBeGreaterThan(0);
});

test("a restore refuses a newer schema and migrates an older one", async () => {
  target = await testDatabase({ isEmpty: true });
  const known = knownMigrations();
  const newer = rewritten("newer", ([first = "", ...rest]) => [
    JSON.stringify({
      ...(JSON.parse(first) as object),
      migrations: [...known.map((step) => step.hash), "future"],
    }),
    ...rest,
  ]);
  await expect(restore(target, newer)).rejects.toThrow(/newer or a different version/);

  const next = {
    hash: "next",
    writtenAt: (known.at(-1)?.writtenAt ?? 0) + 1,
    statements: ["ALTER TABLE super_admins ADD COLUMN probe text DEFAULT 'new' NOT NULL"],
  };
  const count = await restore(target, file, [...known, next]);
  expect(count).toBeGreaterThan(0);
  expect(await migrate(target, [...known, next])).toBe(0);
  expect(await target.sql`SELECT count(probe)::int AS probes FROM super_admins`).toEqual([
    { probes: 0 },
  ]);
  await expect(restore(target, file)).rejects.toThrow("The backup is of an older version");
});
