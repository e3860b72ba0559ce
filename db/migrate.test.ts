import { readdirSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database, errorCode, runText } from "./client";
import { newId } from "./ids";
import { knownMigrations, migrate } from "./migrate";
import { PLATFORM_ID } from "./platform";
import { allocations, auditEntries } from "./schema";
import { testDatabase, type TestDatabase } from "./testing/test-database";

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await testDatabase();
});
afterAll(() => migrated.drop());

test("instances that start together migrate once", async () => {
  const empty = await testDatabase({ isEmpty: true });
  const instances: Database[] = [1, 2, 3].map(() => createDatabase({ url: empty.url, max: 1 }));
  try {
    const taken = await Promise.all(instances.map((instance) => migrate(instance)));
    expect(taken.sort()).toEqual([0, 0, knownMigrations().length]);
    expect(await migrate(empty)).toBe(0);
  } finally {
    await Promise.all(instances.map((instance) => instance.close()));
    await empty.drop();
  }
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

test.each([
  ["allocations", "UPDATE allocations SET quantity = 1"],
  ["allocations", "DELETE FROM allocations"],
  ["allocations", "TRUNCATE allocations"],
  ["audit_entries", "UPDATE audit_entries SET action = 'x'"],
  ["audit_entries", "DELETE FROM audit_entries"],
  ["audit_entries", "TRUNCATE audit_entries CASCADE"],
  ["agreed_policies", "UPDATE agreed_policies SET text = 'x'"],
  ["agreed_policies", "DELETE FROM agreed_policies"],
])("%s refuses: %s", async (table, statement) => {
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
