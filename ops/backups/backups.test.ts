/** @module-tag full */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityDocuments, medias } from "@db/schema";
import { newId } from "@db/ids";
import { testDatabase } from "@db/testing/test-database";
import { createLocalStorage, createMemoryStorage } from "@server/files/storage/storage";
import { memberHarness, type MemberHarness } from "@server/testing/member-harness";
import { moreInFull, rounds } from "@server/testing/rounds";
import {
  backupTimes,
  listBackups,
  makeBackup,
  outdatedBackups,
  rehearse,
  restoreBackup,
} from "./backups";
import { faultsIn, verifyDatabase } from "@server/verification/verify-database";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { runProcess } from "@ops/operator/run";
import { checkSecrets } from "@server/access/throttles/app-secret";
import { HARNESS_SECRET } from "@server/testing/order-harness";
import { pino } from "pino";
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
  folder: path.join(folder, name),
  key: KEY,
  ...more,
});
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
}

test(
  "an encrypted stream is decrypted in pieces of any size; a change, a cut or another key is refused",
  moreInFull,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 200_000),
        fc.integer({ min: 1, max: 70_000 }),
        fc.nat(),
        async (length, size, at) => {
          const plain = Buffer.alloc(length, "prelaunch ");
          const whole = await buffer(encryptStream(KEY, inPieces(plain, size)));
          expect((await buffer(decryptStream(KEY, inPieces(whole, size)))).equals(plain)).toBe(
            true,
          );
          const changed = Buffer.from(whole);
          changed[at % whole.length]! ^= 1;
          for (const wrong of [changed, whole.subarray(0, at % whole.length)]) {
            await expect(buffer(decryptStream(KEY, inPieces(wrong, 9_999)))).rejects.toThrow();
          }
          const more = Buffer.concat([whole, Buffer.alloc(1)]);
          await expect(buffer(decryptStream(KEY, inPieces(more, 9_999)))).rejects.toThrow(
            /damaged/,
          );
          const other = buffer(decryptStream(`${KEY}!`, inPieces(whole, size)));
          await expect(other).rejects.toThrow(/BACKUP_KEY/);
        },
      ),
      { numRuns: rounds(6, 20) },
    );
  },
);

test("a backup has every row and file, shows none of them, and fills an empty database and storage", async () => {
  const companyId = await harness.company();
  const person = await harness.person(companyId, "USER", { name: "Asha of the backup" });
  const storage = createMemoryStorage();
  const store = async (storageKey: string) => {
    await harness.database.db.insert(medias).values({
      companyId,
      id: newId(),
      ownerId: person.id,
      ownerRole: "USER",
      contentType: "image/png",
      fileName: "a.png",
      sizeBytes: 3,
      sha256: "0".repeat(64),
      storageKey,
    });
  };
  const picture = Buffer.alloc(200_000, "a picture ");
  await store("one/there");
  await store("one/gone");
  await storage.put("one/there", picture);
  // A document of a member, which is encrypted where it is stored.
  await harness.database.db.insert(identityDocuments).values({
    companyId,
    memberId: person.id,
    kind: "PAN",
    side: "FRONT",
    storageKey: "one/identity/paper",
    keyEncrypted: "v1",
    contentType: "image/webp",
    sizeBytes: 3,
    sha256: "0".repeat(64),
  });
  await storage.put("one/identity/paper", Buffer.from("sealed"));
  const where = config("whole");
  await mkdir(where.folder);
  const { database } = harness;
  const made = await makeBackup({ database, storage }, where);
  expect(made).toMatchObject({ files: 2, missing: 1, deleted: [] });
  expect((await readdir(where.folder)).filter((name) => name.includes("unfinished"))).toEqual([]);
  const bytes = await readFile(made.file);
  expect(bytes.includes("Asha of the backup") || bytes.includes("a picture a pic")).toBe(false);
  expect(await backupTimes(where)).toMatchObject({ rehearsal: 0 });
  expect(await backupTimes(null)).toBeNull();

  const target = await testDatabase({ isEmpty: true });
  const there = createMemoryStorage();
  const [stored] = await listBackups(where);
  const restored = await restoreBackup({ database: target, storage: there }, made.file, KEY);
  expect(restored).toMatchObject({ rows: made.rows, files: 2 });
  const found = await target.sql`SELECT name FROM users WHERE id = ${person.id}`;
  expect(found).toEqual([{ name: "Asha of the backup" }]);
  expect((await there.get("one/there"))?.equals(picture)).toBe(true);
  expect(String(await there.get("one/identity/paper"))).toBe("sealed");
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

test("a backup is rehearsed with its files, and restored into another installation, whose ledger holds and whose receipts open", async () => {
  const companyId = await harness.company({ totalSupply: 100_000 });
  const owner = await harness.person(companyId, "ADMIN");
  const member = await harness.person(companyId, "USER");
  const api = await harness.as(member);
  const { orderNumber: purchaseId } = await api.orders.create({ amount: "100" });
  const { id: orderId } = await api.orders.submit({
    purchaseId,
    paymentMethod: "MANUAL",
    amount: "100",
    consent: true,
  });
  await (await harness.as(owner)).orders.approve({ orderId });
  const key = (byte: number) => signingKey(Buffer.alloc(32, byte).toString("base64"));
  await sealAll({ database: harness.database, key: key(1) });
  const storage = createLocalStorage(path.join(folder, "ours"));
  await storage.put("one/there", Buffer.from("a picture"));
  // A start stores which secret the database is of.
  await checkSecrets(harness.database.db, { appSecret: HARNESS_SECRET, appSecretPrevious: null });
  const where = config("elsewhere");
  await mkdir(where.folder);
  const made = await makeBackup({ database: harness.database, storage }, where);
  const rehearsed = await rehearse(where, pino({ level: "silent" }));
  expect(rehearsed).toMatchObject({ rows: made.rows, files: made.files });
  expect((await backupTimes(where))?.rehearsal).toBeGreaterThan(0);

  const target = await testDatabase({ isEmpty: true });
  const uploads = path.join(folder, "theirs");
  const env = {
    NODE_ENV: "test",
    APP_SECRET: HARNESS_SECRET,
    DATABASE_URL: target.url,
    STORAGE_DIR: uploads,
  };
  const words = ["super-admin", "add", "root@there.example"];
  await runProcess(env, words);
  const given = { BACKUP_DIR: where.folder, BACKUP_KEY: KEY };
  expect(await runProcess({ ...env, ...given }, ["backup", "restore", made.file])).toMatch(
    /^Restored: \d+ rows, 1 files\.$/,
  );
  await sealAll({ database: target, key: key(2) });
  expect(faultsIn(await verifyDatabase(target.db))).toBe(0);
  const there = await harness.elsewhere(target.url).as(member);
  expect(await there.orders.receipt({ purchaseId })).toEqual(
    await api.orders.receipt({ purchaseId }),
  );
  expect(await createLocalStorage(uploads).get("one/there")).toEqual(Buffer.from("a picture"));
  // A database of another APP_SECRET is refused before a row of it is stored.
  const other = { APP_SECRET: "another secret, of more than thirty-two signs" };
  const empty = await testDatabase({ isEmpty: true });
  await expect(
    runProcess({ ...env, ...given, ...other, DATABASE_URL: empty.url }, [
      "backup",
      "restore",
      made.file,
    ]),
  ).rejects.toThrow(
    /^APP_SECRET is not the one that this backup was made with: that one has the fingerprint ([0-9a-f]{8}), this one (?!\1)[0-9a-f]{8}\.$/,
  );
  expect(await empty.sql`SELECT to_regclass('companies') AS found`).toEqual([{ found: null }]);
  await target.drop();
  await empty.drop();
}, 120_000);

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
