import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "@db/startup/migrate";
import { companies, superAdmins } from "@db/schema";
import { type TestDatabase, testDatabase } from "@db/testing/test-database";
import { createLocalStorage } from "@server/files/storage/local-storage";
import { writeBackup } from "@ops/backups/backups";
import { runProcess, EXIT, formatFailure } from "./run";

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "restore-"));
  source = await testDatabase({ isEmpty: true });
  await migrate(source);
  await source.sql`
    INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply)
    VALUES (gen_random_uuid(), 'Long ago', 'o@example.test', '+910000000000', 'T', 'T', 7)`;
});
beforeEach(async () => {
  target = await testDatabase({ isEmpty: true });
});
afterEach(() => target.drop());
afterAll(async () => {
  await Promise.all([source.drop(), rm(folder, { recursive: true })]);
});

const KEY = "a key of backups, of thirty-two signs";
const backup = (database: TestDatabase, file: string) =>
  writeBackup({ database, storage: createLocalStorage(folder) }, file, KEY);

const type = (...words: string[]) =>
  runProcess(
    {
      NODE_ENV: "test",
      DATABASE_URL: target.url,
      STORAGE_DIR: folder,
      BACKUP_DIR: folder,
      BACKUP_KEY: KEY,
      SUPER_ADMIN_EMAIL: "root@platform.example",
    },
    words,
  );

test("a damaged file fails a restore with one line, as an existing file fails a backup", async () => {
  const whole = path.join(folder, "whole");
  const cut = path.join(folder, "cut");
  await backup(source, whole);
  await writeFile(cut, (await readFile(whole)).subarray(0, -20));
  expect(await type("db", "restore", cut).catch(formatFailure)).toEqual({
    text: "The backup is damaged, or cut off.",
    code: EXIT.refused,
  });
  expect(await target.sql`SELECT to_regclass('companies') AS found`).toEqual([{ found: null }]);
  expect(await type("db", "backup", whole).catch(formatFailure)).toEqual({
    text: `${whole} exists already: name a new file.`,
    code: EXIT.refused,
  });
});

test("a backup is restored into an empty database, and into no other", async () => {
  const file = path.join(folder, "again");
  await backup(source, file);
  expect(await type("db", "restore", file)).toMatch(/^Restored: \d+ rows, 0 files\.$/);
  expect(await target.db.select().from(companies)).toMatchObject([{ name: "Long ago" }]);
  expect(await target.db.select().from(superAdmins)).toEqual([]);

  expect(await type("super-admin", "list")).toContain("root@platform.example");
  const again = await type("db", "restore", file).catch(formatFailure);
  expect(again).toMatchObject({ code: EXIT.refused });
  expect(again).toMatchObject({
    text: expect.stringMatching(/^The database is not empty: .*\.$/) as string,
  });
});
