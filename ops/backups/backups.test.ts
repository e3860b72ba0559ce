import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { medias } from "@db/schema";
import { newId } from "@db/ids";
import { testDatabase } from "@db/testing/test-database";
import { createMemoryStorage } from "@server/files/storage/storage";
import { memberHarness, type MemberHarness } from "@server/testing/member-harness";
import { rounds } from "@server/testing/rounds";
import { backupTimes, listBackups, makeBackup, outdatedBackups, restoreBackup } from "./backups";
import { encryptStream, decryptStream } from "./encrypted-stream";

const KEY = "a key of tests, thirty-two signs or more";
let harness: MemberHarness;
let folder: string;
beforeAll(async () => {
  harness = await memberHarness();
  folder = await mkdtemp(path.join(tmpdir(), "backups-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await harness.close();
});

const config = (name: string, more: { days?: number; months?: number } = {}) => ({
  ...{ folder: path.join(folder, name), key: KEY },
  ...more,
});
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
}

test("an encrypted stream is decrypted in pieces of any size; a change, a cut or another key is refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 200_000),
      fc.integer({ min: 1, max: 70_000 }),
      fc.nat(),
      async (length, size, at) => {
        const plain = Buffer.alloc(length, "prelaunch ");
        const whole = await buffer(encryptStream(KEY, inPieces(plain, size)));
        expect((await buffer(decryptStream(KEY, inPieces(whole, size)))).equals(plain)).toBe(true);
        const changed = Buffer.from(whole);
        changed[at % whole.length]! ^= 1;
        for (const wrong of [changed, whole.subarray(0, at % whole.length)]) {
          await expect(buffer(decryptStream(KEY, inPieces(wrong, 9_999)))).rejects.toThrow();
        }
        const more = Buffer.concat([whole, Buffer.alloc(1)]);
        await expect(buffer(decryptStream(KEY, inPieces(more, 9_999)))).rejects.toThrow(/damaged/);
        const other = buffer(decryptStream(`${KEY}!`, inPieces(whole, size)));
        await expect(other).rejects.toThrow(/BACKUP_KEY/);
      },
    ),
    { numRuns: rounds(6, 20) },
  );
});

test("a backup has every row and file, shows none of them, and fills an empty database and storage", async () => {
  const companyId = await harness.company();
  const person = await harness.person(companyId, "USER", { name: "Asha of the backup" });
  const storage = createMemoryStorage();
  const store = async (storageKey: string) => {
    await harness.database.db.insert(medias).values({
      ...{ companyId, id: newId(), referencedCompanyId: companyId },
      ...{ ownerId: person.id, ownerRole: "USER", contentType: "image/png", fileName: "a.png" },
      ...{ sizeBytes: 3, sha256: "0".repeat(64), storageKey },
    });
  };
  const picture = Buffer.alloc(200_000, "a picture ");
  await store("one/there");
  await store("one/gone");
  await storage.put("one/there", picture);
  const where = config("whole");
  const { database } = harness;
  const made = await makeBackup({ database, storage }, where);
  expect(made).toMatchObject({ files: 1, missing: 1, deleted: [] });
  expect((await readdir(where.folder)).filter((name) => name.includes("unfinished"))).toEqual([]);
  const bytes = await readFile(made.file);
  expect(bytes.includes("Asha of the backup") || bytes.includes("a picture a pic")).toBe(false);
  expect(await backupTimes(where)).toMatchObject({ rehearsal: 0 });
  expect(await backupTimes(null)).toBeNull();

  const target = await testDatabase({ isEmpty: true });
  const there = createMemoryStorage();
  const [stored] = await listBackups(where);
  const restored = await restoreBackup({ database: target, storage: there }, made.file, KEY);
  expect(restored).toMatchObject({ rows: made.rows, files: 1 });
  const found = await target.sql`SELECT name FROM users WHERE id = ${person.id}`;
  expect(found).toEqual([{ name: "Asha of the backup" }]);
  expect((await there.get("one/there"))?.equals(picture)).toBe(true);
  await target.drop();
  expect(stored?.bytes).toBe(bytes.length);

  // The backup is damaged in its rows: none of them is restored.
  const empty = await testDatabase({ isEmpty: true });
  const cut = path.join(folder, "cut");
  await copyFile(made.file, cut);
  await writeFile(cut, bytes.subarray(0, 3000));
  await expect(restoreBackup({ database: empty, storage: there }, cut, KEY)).rejects.toThrow(
    /damaged|cut off/,
  );
  expect(await empty.sql`SELECT to_regclass('companies') AS found`).toEqual([{ found: null }]);
  await empty.drop();
});

test("every backup is kept for 14 days, the first of a month for 12 months, the last one always", () => {
  const day = (text: string) => ({ name: text, takenAt: new Date(`${text}T02:00:00Z`), bytes: 1 });
  const now = new Date("2026-11-23T03:00:00Z");
  const names = [
    "2025-10-01",
    "2026-01-05",
    "2026-01-06",
    "2026-11-01",
    "2026-11-02",
    "2026-11-20",
  ];
  const gone = (of: string[]) => outdatedBackups(of.map(day), now).map(({ name }) => name);
  expect(gone(names)).toEqual(["2025-10-01", "2026-01-06", "2026-11-02"]);
  expect(gone(["2025-09-01", "2025-10-01"])).toEqual(["2025-09-01"]);
});
