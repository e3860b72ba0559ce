import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BackupError, backup, restore } from "./backup";
import { type Database, runText } from "./client";
import { newId } from "./ids";
import { knownMigrations, migrate } from "./migrate";
import { PLATFORM_ID } from "./platform";
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

/**
 * Edge-case rows: references to later rows, append-only tables, JSON null as opposed to SQL NULL.
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

/** Kept figures and counts of lists are counted again, in other slots. */
const SUMS: Record<string, string> = {
  figures: `SELECT (company_id, figure, about, sum(count), sum(amount))::text AS row FROM figures GROUP BY company_id, figure, about ORDER BY 1`,
  list_counts: `SELECT (company_id, list, kind, day, sum(rows))::text AS row FROM list_counts GROUP BY company_id, list, kind, day ORDER BY 1`,
};

async function everything(database: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of await describeTables(database.db)) {
    const rows = await runText(
      database.db,
      SUMS[name] ?? `SELECT t::text AS row FROM "${name}" t ORDER BY 1`,
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

test("restore reproduces every value exactly", async () => {
  target = await testDatabase({ isEmpty: true });
  expect(await restore(target, file)).toBe(1 + 1 + 2 + 1203 + 2 + 1);
  expect(await everything(target)).toEqual(await everything(source));
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("after a restore, foreign keys are immediate and append-only tables still refuse changes", async () => {
  target = await testDatabase({ isEmpty: true });
  await restore(target, file);
  const deferrable = await target.sql`SELECT 1 FROM pg_constraint WHERE condeferrable`;
  expect(deferrable).toHaveLength(0);
  await expect(target.db.delete(auditEntries)).rejects.toThrow();
  expect(await migrate(target)).toBe(0);
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

test("restore refuses a database that has rows", async () => {
  await expect(restore(source, file)).rejects.toThrow(/^The database is not empty: /);
});

/** Invalid backup files, each with the expected reason. */
function damagedFiles(): [reason: string, path: string][] {
  const raw = (name: string, change: (bytes: Buffer) => Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, change(readFileSync(file)));
    return path;
  };
  const rowOf = (table: string, lines: string[]) =>
    lines.findIndex((text) => text.includes(`"table":"${table}"`)) + 1;
  const firstRowOf = (table: string, change: (row: string) => string) => (lines: string[]) => {
    const at = rowOf(table, lines);
    return lines.with(at, change(lines[at] ?? ""));
  };
  return [
    ["is not a backup, or is damaged", raw("cut", (bytes) => bytes.subarray(0, -200))],
    ["is not a backup, or is damaged", raw("text", () => Buffer.from("CREATE TABLE"))],
    // The gzip checksum is at the end of the file: every row is read before the mismatch shows.
    [
      "is not a backup, or is damaged",
      raw("sum", (bytes) =>
        Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(4), bytes.subarray(-4)]),
      ),
    ],
    ["its end is missing", rewritten("no-end", (lines) => lines.slice(0, -2))],
    ["something follows its end", rewritten("longer", (lines) => [...lines, lines[1] ?? "", ""])],
    ["something follows its end", rewritten("tail", (lines) => lines.with(-1, "["))],
    ["rows are missing", rewritten("fewer", (lines) => lines.toSpliced(rowOf("users", lines), 1))],
    ["is not a Prelaunch backup", rewritten("foreign", (lines) => lines.slice(1))],
    ["is not a Prelaunch backup", raw("empty", () => gzipSync(""))],
    ["a line cannot be read", rewritten("garbled", (lines) => lines.with(5, "{oops"))],
    ["a line cannot be read", rewritten("scalar", (lines) => lines.with(5, "7"))],
    [
      "a line cannot be read",
      rewritten(
        "objects",
        firstRowOf("users", () => "[{},{}]"),
      ),
    ],
    [
      "a row of another length",
      rewritten(
        "short",
        firstRowOf("users", () => '["one"]'),
      ),
    ],
    [
      "a value does not fit",
      rewritten(
        "value",
        firstRowOf("supplies", (row) => row.replace(/"30"/, '"many"')),
      ),
    ],
    [
      "a value does not fit",
      rewritten(
        "reference",
        firstRowOf("supplies", (row) => row.replace(/[\da-f]{8}-/, "00000000-")),
      ),
    ],
    ["cannot be read", join(folder, "nowhere")],
    ["cannot be read", folder],
  ];
}

test("a damaged or foreign file is refused with a one-line message, and nothing is restored", async () => {
  target = await testDatabase();
  const before = await everything(target);
  for (const [reason, path] of damagedFiles()) {
    const error: unknown = await restore(target, path).catch((failure: unknown) => failure);
    expect(error, path).toBeInstanceOf(BackupError);
    const { message } = error as BackupError;
    expect(message).toContain(reason);
    expect(message).not.toContain("\n");
  }
  expect(await everything(target)).toEqual(before);
});

test("a failed restore into an empty database creates no tables", async () => {
  target = await testDatabase({ isEmpty: true });
  const late = rewritten("late", (lines) => lines.slice(0, -2));
  await expect(restore(target, late)).rejects.toThrow(BackupError);
  expect(await describeTables(target.db)).toEqual([]);
  expect(await restore(target, file)).toBeGreaterThan(0);
});

test("backup never overwrites a file", async () => {
  const path = join(folder, "kept");
  writeFileSync(path, "what was there");
  await expect(backup(source, path)).rejects.toThrow(
    new BackupError(`${path} exists already: name a new file.`),
  );
  expect(readFileSync(path, "utf8")).toBe("what was there");

  // The same for a file that is created during the backup.
  const late = join(folder, "late");
  const writing = backup(source, late);
  writeFileSync(late, "came meanwhile");
  await expect(writing).rejects.toThrow(/exists already/);
  expect(readFileSync(late, "utf8")).toBe("came meanwhile");

  await expect(backup(source, join(folder, "no", "such", "folder"))).rejects.toThrow(BackupError);
  expect(readdirSync(folder).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
});

test("restore refuses a newer schema and migrates an older one", async () => {
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
  const count = await restore(target, file, undefined, [...known, next]);
  expect(count).toBeGreaterThan(0);
  expect(await migrate(target, [...known, next])).toBe(0);
  expect(await target.sql`SELECT count(probe)::int AS probes FROM super_admins`).toEqual([
    { probes: 0 },
  ]);
  await expect(restore(target, file)).rejects.toThrow("The backup is of an older version");
});
