import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { z } from "zod";
import {
  BackupError,
  readSnapshot,
  restore,
  type RestoreOptions,
  writeFileAtomically,
} from "@db/backup";
import { type Database, type Executor, runText } from "@db/client";
import { reasonOf } from "@db/errors";
import { startDatabase } from "@db/startup/start";
import type { BackupConfig } from "@server/platform/config/environment";
import { createLocalStorage, type Storage } from "@server/files/storage/storage";
import { faultsIn, verifyDatabase } from "@server/verification/verify-database";
import { type Entry, packEntries, unpackEntries } from "./archive";
import { encryptStream, decryptStream } from "./encrypted-stream";

/**
 * A backup is one encrypted file: the rows of the product's tables as of one moment, then every
 * uploaded file that they name.
 */
const DATABASE = "database";
const FILE = "file/";
const NAME = /^prelaunch-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const REHEARSAL = "rehearsal.json";
const FILES_AT_ONCE = 500;
/** Every backup is kept for 14 days, and the first of each month for 12 months. */
const KEPT_DAYS = 14;
const KEPT_MONTHS = 12;

export interface StoredBackup {
  name: string;
  takenAt: Date;
  bytes: number;
}

export interface Contents {
  rows: number;
  files: number;
  /** Files that the rows name and that do not exist: deleted meanwhile, or lost. */
  missing: number;
}

const sha256Of = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const nameOf = (at: Date): string =>
  `prelaunch-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;

function dateIn(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null;
}

/** Returns the complete backups, oldest first. Throws BackupError if the folder cannot be read. */
export async function listBackups({
  folder,
}: Pick<BackupConfig, "folder">): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new BackupError(`BACKUP_DIR (${folder}) cannot be read: ${reasonOf(error)}`);
  });
  const found = await Promise.all(
    names.map(async (name) => {
      const takenAt = dateIn(name);
      return takenAt ? { name, takenAt, bytes: (await stat(path.join(folder, name))).size } : null;
    }),
  );
  return found
    .filter((one) => one !== null)
    .sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime());
}

/** Writes a backup while the product runs. The file is complete or absent. */
export function writeBackup(
  { database, storage }: { database: Database; storage: Storage },
  file: string,
  key: string,
): Promise<Contents> {
  return writeFileAtomically(file, (unfinished) =>
    readSnapshot(database, async ({ tx, bytes, rows }) => {
      const counts = { files: 0, missing: 0 };
      const entries = (async function* (): AsyncGenerator<Entry> {
        yield { name: DATABASE, bytes };
        for await (const stored of storageKeys(tx)) {
          const content = await storage.get(stored);
          counts[content ? "files" : "missing"] += 1;
          if (!content) continue;
          const bytes = Readable.from([content]);
          yield { name: FILE + stored, bytes, sha256: sha256Of(content) };
        }
      })();
      await pipeline(
        Readable.from(encryptStream(key, packEntries(entries))),
        createWriteStream(unfinished, { mode: 0o600, flags: "w" }),
      );
      return { rows: rows(), ...counts };
    }),
  );
}

/**
 * Writes a backup into the folder, then deletes the outdated ones. It makes no folder: one that is
 * missing may be a disk that is not mounted.
 */
export async function makeBackup(
  parts: { database: Database; storage: Storage },
  config: BackupConfig,
  now = new Date(),
): Promise<Contents & { file: string; deleted: string[] }> {
  const file = path.join(config.folder, nameOf(now));
  const contents = await writeBackup(parts, file, config.key);
  const deleted = await deleteOld(config, now);
  return { ...contents, file, deleted };
}

/** Yields the keys of the files that a snapshot names, in batches. */
async function* storageKeys(tx: Executor): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await runText(
      tx,
      `SELECT storage_key AS key FROM (
         (SELECT DISTINCT storage_key FROM medias WHERE storage_key > $1
           ORDER BY storage_key LIMIT ${FILES_AT_ONCE})
         UNION
         (SELECT storage_key FROM identity_documents WHERE storage_key > $1
           ORDER BY storage_key LIMIT ${FILES_AT_ONCE})) AS named
        ORDER BY storage_key LIMIT ${FILES_AT_ONCE}`,
      [after],
    );
    for (const { key } of rows) yield (after = String(key));
    if (rows.length < FILES_AT_ONCE) return;
  }
}

/** Returns the backups whose time has ended; the last one is always kept. */
export function outdatedBackups(backups: readonly StoredBackup[], now: Date): StoredBackup[] {
  const youngest = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - KEPT_MONTHS);
  const seen = new Set<string>();
  return backups.filter(({ takenAt }, index) => {
    const month = takenAt.toISOString().slice(0, 7);
    const isFirst = !seen.has(month);
    seen.add(month);
    if (index === backups.length - 1 || takenAt > youngest) return false;
    return !(isFirst && takenAt > oldest);
  });
}

async function deleteOld(config: BackupConfig, now: Date): Promise<string[]> {
  const old = outdatedBackups(await listBackups(config), now);
  for (const { name } of old) await rm(path.join(config.folder, name));
  return old.map(({ name }) => name);
}

/**
 * Restores a backup into a database without a company, and its files into the storage, from which
 * each is read again and compared by its hash. The rows are there all together or not at all, and
 * `options.accept` may refuse them; a damaged file ends the restore after the rows. Throws BackupError.
 */
export async function restoreBackup(
  { database, storage }: { database: Database; storage: Storage },
  file: string,
  key: string,
  options: RestoreOptions = {},
): Promise<Contents> {
  const contents: Contents = { rows: 0, files: 0, missing: 0 };
  let hasRows = false;
  for await (const { name, bytes, sha256 } of unpackEntries(decryptStream(key, readable(file)))) {
    if (name === DATABASE) {
      contents.rows = await restore(database, Readable.from(bytes), options);
      hasRows = true;
    } else if (name.startsWith(FILE)) {
      const parts: Buffer[] = [];
      for await (const part of bytes) parts.push(part);
      const stored = name.slice(FILE.length);
      await storage.put(stored, Buffer.concat(parts));
      const again = await storage.get(stored);
      if (!again || (sha256 && sha256Of(again) !== sha256))
        throw new BackupError(`The file ${stored} differs from that of the backup.`);
      contents.files += 1;
    }
  }
  if (!hasRows) throw new BackupError("The backup has no rows.");
  return contents;
}

async function* readable(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new BackupError(`${file} cannot be read: ${error.message}.`);
  }
}

const Rehearsal = z.object({ at: z.iso.datetime(), backup: z.string() });

/**
 * Restores the last backup into a PostgreSQL server and a storage of its own in a temporary folder,
 * compares each file's hash, verifies the ledger, counts missing files, and records its success. It
 * does not touch the product's database or files.
 */
export async function rehearse(
  config: BackupConfig,
  logger: Logger,
  now = new Date(),
): Promise<Contents & { backup: string }> {
  const last = (await listBackups(config)).at(-1);
  if (!last) throw new BackupError(`There is no backup in ${config.folder}.`);
  const folder = await mkdtemp(path.join(tmpdir(), "rehearsal-"));
  try {
    const started = await startDatabase({ dataDir: path.join(folder, "database") }, logger);
    try {
      const { database } = started;
      const storage = createLocalStorage(path.join(folder, "uploads"));
      const file = path.join(config.folder, last.name);
      const contents = await restoreBackup({ database, storage }, file, config.key);
      if ((await runText(database.db, "SELECT 1 FROM companies LIMIT 1", [])).length === 0)
        throw new BackupError(`There is no company in ${last.name}.`);
      if (faultsIn(await verifyDatabase(database.db)) > 0)
        throw new BackupError(`The ledger of ${last.name} differs.`);
      let missing = 0;
      for await (const key of storageKeys(database.db))
        missing += Number((await storage.get(key)) === null);
      const note = { at: now.toISOString(), backup: last.name };
      const noted = path.join(config.folder, REHEARSAL);
      const beside = `${noted}.${randomUUID()}`;
      await writeFile(beside, JSON.stringify(note), { mode: 0o600 });
      await rename(beside, noted);
      return { ...contents, missing, backup: last.name };
    } finally {
      await started.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the times of the last backup and the last rehearsal, in Unix seconds for the metrics; 0
 * for never.
 */
export async function backupTimes(
  config: BackupConfig | null,
): Promise<{ backup: number; rehearsal: number } | null> {
  if (!config) return null;
  const last = (await listBackups(config)).at(-1);
  const noted = await readFile(path.join(config.folder, REHEARSAL), "utf8").catch(() => null);
  const rehearsal = noted === null ? null : Rehearsal.safeParse(JSON.parse(noted)).data;
  return {
    backup: (last?.takenAt.getTime() ?? 0) / 1000,
    rehearsal: rehearsal ? Date.parse(rehearsal.at) / 1000 : 0,
  };
}
