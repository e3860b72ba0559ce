import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backup } from "@db/backup";
import { knownMigrations, migrate } from "@db/migrate";
import { companies, superAdmins } from "@db/schema";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import { operate } from "./operate";
import { EXIT, told } from "./run";

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "restore-"));
  source = await testDatabase({ isEmpty: true });
  target = await testDatabase({ isEmpty: true });
});
afterAll(async () => {
  await Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })]);
});

test("a backup of an older version goes into an empty database, as the product is set up to run on it", async () => {
  await migrate(source, knownMigrations().slice(0, 1));
  await source.sql`
    INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
    VALUES (gen_random_uuid(), 'Long ago', 'o@example.test', '+910000000000', 'T', 'T', 7)`;
  const file = path.join(folder, "older");
  await backup(source, file);

  const type = (...words: string[]) =>
    operate(
      {
        NODE_ENV: "test",
        DATABASE_URL: target.url,
        STORAGE_DIR: folder,
        SUPER_ADMIN_EMAIL: "root@platform.example",
      },
      words,
    );
  expect(await type("db", "restore", file)).toBe("Restored.");
  expect(await target.db.select().from(companies)).toMatchObject([{ name: "Long ago" }]);
  expect(await target.db.select().from(superAdmins)).toEqual([]);

  expect(await type("super-admin", "list")).toContain("root@platform.example");
  const again = await type("db", "restore", file).catch(told);
  expect(again).toMatchObject({ code: EXIT.refused });
  expect(again).toMatchObject({
    text: expect.stringMatching(/^The backup is of an older.*\.$/) as string,
  });
});
