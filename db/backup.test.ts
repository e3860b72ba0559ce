import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { backup, restore } from "./backup";
import { type Database, runText } from "./client";
import { newId } from "./ids";
import { knownMigrations, migrate } from "./migrate";
import { auditEntries, companies, messages, supplies, users } from "./schema";
import { describeTables } from "./tables";
import { testDatabase, type TestDatabase } from "./testing/test-database";

const folder = mkdtempSync(join(tmpdir(), "prelaunch-test-backup-"));
const file = join(folder, "all.backup");
let source: TestDatabase;
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

/** Rows of every awkward kind: referring to later ones, append-only, JSON null beside no value. */
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
    `INSERT INTO idempotency_keys (actor_id, key, request_hash, response) VALUES ($1, 'json', 'h', 'null'::jsonb), ($1, 'none', 'h', NULL)`,
    [first],
  );
  await db.insert(messages).values({
    channel: "EMAIL",
    address: "",
    template: "t",
    language: "hi",
    origin: "https://x.test",
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

test("what is restored is what was there, to the last value", async () => {
  target = await testDatabase({ isEmpty: true });
  expect(await restore(target, file)).toBe(1 + 1 + 2 + 1203 + 2 + 1);
  expect(await everything(target)).toEqual(await everything(source));
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("after restoring, references are checked at once again and the books are still closed", async () => {
  target = await testDatabase({ isEmpty: true });
  await restore(target, file);
  const deferrable = await target.sql`SELECT 1 FROM pg_constraint WHERE condeferrable`;
  expect(deferrable).toHaveLength(0);
  await expect(target.db.delete(auditEntries)).rejects.toThrow();
  expect(await migrate(target)).toBe(0);
});

test("a backup is one moment, whatever is written meanwhile", async () => {
  const busy = await testDatabase();
  target = await testDatabase();
  await fill(busy);
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await busy.db.transaction(async (tx) => {
        await tx.insert(auditEntries).values({
          actorRole: "SYSTEM",
          action: "test.pair",
          subjectType: "test",
          subjectId: "1",
        });
        await tx.insert(messages).values({
          channel: "EMAIL",
          address: "",
          template: "pair",
          language: "en",
          origin: "",
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

test("a database that holds rows is not restored into", async () => {
  await expect(restore(source, file)).rejects.toThrow(/^The database is not empty: /);
});

test("a file cut short, altered or foreign is refused, and nothing of it stays", async () => {
  target = await testDatabase();
  const before = await everything(target);
  const cut = join(folder, "cut");
  writeFileSync(cut, readFileSync(file).subarray(0, -200));
  const damaged = {
    "is not a backup, or is damaged": cut,
    "its end is missing": rewritten("no-end", (lines) => lines.slice(0, -2)),
    "rows are missing": rewritten("fewer", (lines) => lines.toSpliced(5, 1)),
    "is not a Prelaunch backup": rewritten("foreign", (lines) => lines.slice(1)),
  };
  for (const [reason, path] of Object.entries(damaged)) {
    await expect(restore(target, path), reason).rejects.toThrow(reason);
  }
  expect(await everything(target)).toEqual(before);
});

test("a row whose reference is missing stops the whole restore", async () => {
  target = await testDatabase();
  const orphaned = rewritten("orphaned", (lines) => {
    const at = lines.findIndex((text) => text.includes('"table":"supplies"'));
    return lines.with(at + 1, (lines[at + 1] ?? "").replace(/[\da-f]{8}-/, "00000000-"));
  });
  await expect(restore(target, orphaned)).rejects.toThrow();
  expect(await target.db.select().from(users)).toEqual([]);
});

test("a newer schema is refused, an older one is brought up to date", async () => {
  target = await testDatabase({ isEmpty: true });
  const withHistory = (name: string, migrations: string[]) =>
    rewritten(name, ([first = "", ...rest]) => [
      JSON.stringify({ ...(JSON.parse(first) as object), migrations }),
      ...rest,
    ]);
  const known = knownMigrations().map((step) => step.hash);
  const newer = withHistory("newer", [...known, "future"]);
  await expect(restore(target, newer)).rejects.toThrow(/newer or a different version/);

  const old = await testDatabase({ isEmpty: true });
  const older = join(folder, "older");
  try {
    await migrate(old, knownMigrations().slice(0, 1));
    await runText(
      old.db,
      "INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply) VALUES ($1, 'Long ago', 'o@example.test', '+910000000000', 'T', 'T', 7)",
      [newId()],
    );
    await backup(old, older);
  } finally {
    await old.drop();
  }
  expect(await restore(target, older)).toBe(1);
  expect(await migrate(target)).toBe(0);
  expect(await target.db.select().from(companies)).toMatchObject([{ name: "Long ago" }]);
});
