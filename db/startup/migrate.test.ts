/** @module-tag full */
import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createDatabase, type Database, errorCode, runText } from "../client";
import { newId } from "../ids";
import { knownMigrations, migrate, type Migration, SchemaError } from "./migrate";
import { PLATFORM_ID } from "../platform";
import { allocations, auditEntries } from "../schema";
import { testDatabase, type TestDatabase } from "../testing/test-database";

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await testDatabase();
});
afterAll(() => migrated.drop());

test("instances that start together migrate once", async () => {
  const empty = await testDatabase({ isEmpty: true });
  const instances: Database[] = [1, 2, 3].map(() => createDatabase({ url: empty.url, max: 1 }));
  try {
    const counts = await Promise.all(instances.map((instance) => migrate(instance)));
    expect(counts.sort()).toEqual([0, 0, knownMigrations().length]);
    expect(await migrate(empty)).toBe(0);
  } finally {
    await Promise.all(instances.map((instance) => instance.close()));
    await empty.drop();
  }
});

test("a database of another baseline is refused in one line, by the version that made it", async () => {
  const [baseline, ...others] = knownMigrations();
  const changed = { ...baseline, hash: "another" } as Migration;
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const refusal = (by: string, hash: string) =>
    new RegExp(`^The database was made by ${by}, whose baseline is ${hash}: go back to it, .*\\.$`);
  await expect(migrate(migrated, [changed, ...others])).rejects.toThrow(
    refusal(`${version.replaceAll(".", "\\.")}( \\([0-9a-f]+\\))?`, baseline!.hash.slice(0, 12)),
  );
  await migrated.sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('long ago', 1)`;
  await expect(migrate(migrated)).rejects.toThrow(
    refusal("a commit from before 0\\.1\\.0", "long ago"),
  );
  await migrated.sql`DELETE FROM drizzle.__drizzle_migrations WHERE created_at = 1`;
  expect(await migrate(migrated)).toBe(0);
});

test("every file of db/migrations is in the journal, in order", () => {
  const files = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
  const known = knownMigrations();
  expect(known).toHaveLength(files.length);
  expect(known.map((step) => step.writtenAt)).toEqual(
    known.map((step) => step.writtenAt).sort((a, b) => a - b),
  );
});

test("a failed migration leaves no changes behind", async () => {
  const empty = await testDatabase({ isEmpty: true });
  try {
    const broken = { hash: "x", writtenAt: 1, statements: ["CREATE TABLE half (id int)", "oops"] };
    await expect(migrate(empty, [broken])).rejects.toThrow();
    const [row] = await empty.sql`SELECT to_regclass('half') AS half`;
    expect(row?.half).toBeNull();
  } finally {
    await empty.drop();
  }
});

describe("the version before, on a newer schema", () => {
  let newer: TestDatabase;
  beforeEach(async () => {
    newer = await testDatabase();
  });
  afterEach(() => newer.drop());
  const known = knownMigrations();
  const released = (...statements: string[]): Migration[] => [
    ...known,
    { hash: "next", writtenAt: (known.at(-1)?.writtenAt ?? 0) + 1, statements },
  ];
  const refusal = "The database is of a newer version of Prelaunch than this one";

  test.each([
    ["a column", 'ALTER TABLE "companies" ADD COLUMN "probe" text'],
    ["a table", "CREATE TABLE probe (id int); -- RENAMED nothing"],
    ["a looser rule", 'ALTER TABLE "orders" DROP CONSTRAINT "orders_hold"'],
    [
      "an index, built aside",
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_probe" ON "companies" ("name")',
    ],
  ])(
    "the version before starts on a schema to which the newer one only added %s",
    async (_what, statement) => {
      const next = released(statement);
      expect(await migrate(newer, next)).toBe(1);
      expect(await migrate(newer, known)).toBe(0);
      // The newer version starts again.
      expect(await migrate(newer, next)).toBe(0);
    },
  );

  test.each([
    ["dropped a column", 'ALTER TABLE "companies" DROP COLUMN "pan_encrypted"'],
    ["dropped a table", "DROP TABLE held_statements"],
    ["renamed a column", 'ALTER TABLE "companies" RENAME COLUMN "name" TO "title"'],
    ["requires a value", 'ALTER TABLE "users" ALTER COLUMN "kyc_encrypted" SET NOT NULL'],
    ["changed a type", 'ALTER TABLE "companies" ALTER COLUMN "name" SET DATA TYPE varchar(9)'],
    ["says so", "-- contracts: 0.3.0 writes no such rows\nALTER TABLE companies ADD COLUMN x int"],
  ])(
    "the version before is refused with one line where the newer one %s",
    async (_what, statement) => {
      const next = released(statement);
      expect(await migrate(newer, next)).toBe(1);
      await expect(migrate(newer, known)).rejects.toThrow(refusal);
      expect(await migrate(newer, next)).toBe(0);
    },
  );

  test("a version is refused on a database with unknown migrations, or without one of its own", async () => {
    const { writtenAt = 0 } = known.at(-1) ?? {};
    await newer.sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', ${writtenAt + 5})`;
    await expect(migrate(newer, known)).rejects.toThrow(refusal);
    await newer.sql`UPDATE drizzle.__drizzle_migrations SET expands = true WHERE hash = 'x'`;
    expect(await migrate(newer, known)).toBe(0);
    // The other statement is a branch of its own: nobody has tried both together.
    await expect(migrate(newer, released("CREATE TABLE other (id int)"))).rejects.toThrow(refusal);
  });
});

describe("on a database in use", () => {
  let used: TestDatabase;
  let other: Database;
  beforeEach(async () => {
    used = await testDatabase();
    other = createDatabase({ url: used.url, max: 2 });
  });
  afterEach(async () => {
    await other.close();
    await used.drop();
  });
  const known = knownMigrations();
  const after = (...statements: string[]): Migration[] => [
    ...known,
    { hash: "later", writtenAt: (known.at(-1)?.writtenAt ?? 0) + 1, statements },
  ];
  const INDEX = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "companies_probe" ON "companies" ("name")';
  const isValid = async () => {
    const [row] = await used.sql`
      SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('companies_probe')`;
    return row?.indisvalid;
  };
  const waiting = (text: string) =>
    vi.waitFor(
      async () => {
        const [row] = await used.sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query LIKE ${`${text}%`}`;
        expect(row).toBeDefined();
      },
      { timeout: 30_000, interval: 20 },
    );

  /** Runs a migration that needs an exclusive lock while another transaction reads companies. */
  async function migrateWhileRead(lockMs: number) {
    let release = () => undefined as void;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    let isRead = () => undefined as void;
    const reading = new Promise<void>((resolve) => (isRead = resolve));
    const reader = other.db.transaction(async (tx) => {
      await runText(tx, "SELECT 1 FROM companies", []);
      isRead();
      await isReleased;
    });
    await reading;
    const steps = after("ALTER TABLE companies ADD COLUMN probe bigint");
    const migrating = migrate(used, steps, { lockMs });
    await waiting("ALTER TABLE companies");
    return { release, migrating, reader };
  }

  test("a migration that waits for a table lets others pass, and goes on when it is free", async () => {
    const { release, migrating, reader } = await migrateWhileRead(50);
    // The query is answered although the first reader still has the table.
    expect(await other.sql`SELECT count(*)::int AS count FROM companies`).toEqual([{ count: 0 }]);
    release();
    await reader;
    expect(await migrating).toBe(1);
  });

  test("the control: without the limit, others wait behind a migration that waits for a table", async () => {
    const { release, migrating, reader } = await migrateWhileRead(0);
    const late = other.sql`SELECT count(*)::int AS count FROM companies`;
    await waiting("SELECT count");
    release();
    await Promise.all([reader, migrating, late]);
  });

  test("a migration that cannot get its table gives up with a line for the operator", async () => {
    const { release, migrating, reader } = await migrateWhileRead(50);
    await expect(
      migrate(used, after("ALTER TABLE companies ADD COLUMN probe bigint"), {
        lockMs: 1,
        patienceMs: 0,
      }).finally(release),
    ).rejects.toThrow(SchemaError);
    await Promise.all([reader, migrating]);
  });

  test("an index is built while a transaction that writes to the table is open", async () => {
    let release = () => undefined as void;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const writer = other.db.transaction(async (tx) => {
      await runText(tx, "UPDATE companies SET name = name", []);
      await isReleased;
      await runText(tx, "UPDATE companies SET name = name", []);
    });
    const building = migrate(used, after(INDEX));
    await waiting("CREATE INDEX CONCURRENTLY");
    // Others write while it waits for the first one.
    await other.sql`UPDATE companies SET name = name`;
    release();
    await writer;
    expect(await building).toBe(1);
    expect(await isValid()).toBe(true);
    expect(await migrate(used, after(INDEX))).toBe(0);
  });

  test("instances that start together build an index once", async () => {
    const instances = [1, 2, 3].map(() => createDatabase({ url: used.url, max: 2 }));
    const counts = await Promise.all(instances.map((one) => migrate(one, after(INDEX))));
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(await isValid()).toBe(true);
    await Promise.all(instances.map((one) => one.close()));
  });

  test("an index that an interrupted build left invalid is built again", async () => {
    await used.sql`CREATE INDEX companies_probe ON companies (name)`;
    await used.sql`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'companies_probe'::regclass`;
    expect(await isValid()).toBe(false);
    expect(await migrate(used, after(INDEX))).toBe(1);
    expect(await isValid()).toBe(true);
  });

  test("migrations before and after a concurrent index are applied in their order", async () => {
    const [index] = after(INDEX).slice(-1);
    const at = (index?.writtenAt ?? 0) + 1;
    const steps = [
      ...after(INDEX),
      {
        hash: "last",
        writtenAt: at,
        statements: ['ALTER INDEX "companies_probe" RENAME TO "companies_last"'],
      },
    ];
    expect(await migrate(used, steps)).toBe(2);
    const [row] = await used.sql`SELECT to_regclass('companies_last') IS NOT NULL AS found`;
    expect(row?.found).toBe(true);
  });

  test("a new database gets all migrations in one transaction", async () => {
    const empty = await testDatabase({ isEmpty: true });
    const broken = { hash: "x", writtenAt: Number.MAX_SAFE_INTEGER, statements: ["oops"] };
    await expect(migrate(empty, [...after(INDEX), broken])).rejects.toThrow();
    const [row] = await empty.sql`SELECT to_regclass('companies') AS companies`;
    expect(row?.companies).toBeNull();
    expect(await migrate(empty, after(INDEX))).toBe(known.length + 1);
    await empty.drop();
  });
});

test.each([
  ["allocations", "UPDATE allocations SET quantity = 1"],
  ["allocations", "DELETE FROM allocations"],
  ["allocations", "TRUNCATE allocations CASCADE"],
  ["audit_entries", "UPDATE audit_entries SET action = 'x'"],
  ["audit_entries", "DELETE FROM audit_entries"],
  ["audit_entries", "TRUNCATE audit_entries CASCADE"],
  ["agreed_policies", "UPDATE agreed_policies SET text = 'x'"],
  ["agreed_policies", "DELETE FROM agreed_policies"],
])("append-only tables: %s refuses %s", async (table, statement) => {
  const error: unknown = await runText(migrated.db, statement, []).catch((e: unknown) => e);
  expect(errorCode(error)).toBe("23001");
  expect(String(error)).toContain(`${table} is append-only`);
});

test("an audit entry cannot be changed, even with session_replication_role = replica", async () => {
  const id = newId();
  await migrated.db.insert(auditEntries).values({
    companyId: PLATFORM_ID,
    id,
    actorRole: "SYSTEM",
    action: "test.made",
    subjectType: "test",
    subjectId: "1",
  });
  await expect(
    migrated.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.update(auditEntries).set({ action: "test.changed" });
    }),
  ).rejects.toThrow();
  const [row] = await migrated.db.select().from(auditEntries);
  expect(row?.action).toBe("test.made");
  expect(await migrated.db.select().from(allocations)).toEqual([]);
});
