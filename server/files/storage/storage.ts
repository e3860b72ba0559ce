import type { Logger } from "pino";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { randomBytes } from "node:crypto";
import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";

/** Storage of uploaded files. Keys consist of letters, digits, `-`, `_`, `.` and `/`. */
export interface Storage {
  /** Stores a file atomically: readers never see a partial one. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads a file; null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Deletes the file; a missing file is no error. */
  delete(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** Checks a key; an unsafe one is an internal error. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.length > 200) throw new Error("Not a storage key.");
}

/**
 * Wraps a storage for procedures: where it fails, files are refused with STORAGE_AWAY, and the log
 * has the reason. Failed deletions keep their error: a leftover file concerns no user.
 */
export function refusingStorage(storage: Storage, logger: Pick<Logger, "error">): Storage {
  const orRefuse = async <T>(running: Promise<T>): Promise<T> => {
    try {
      return await running;
    } catch (err) {
      logger.error({ err }, "the storage of files fails");
      throw refuse("STORAGE_AWAY");
    }
  };
  return {
    put: (key, bytes) => orRefuse(storage.put(key, bytes)),
    get: (key) => orRefuse(storage.get(key)),
    delete: (key) => storage.delete(key),
  };
}

/** Keeps files in memory, for tests. */
export function createMemoryStorage(): Storage {
  const files = new Map<string, Buffer>();
  return {
    put(key, bytes) {
      assertKey(key);
      files.set(key, Buffer.from(bytes));
      return Promise.resolve();
    },
    get(key) {
      assertKey(key);
      return Promise.resolve(files.get(key) ?? null);
    },
    delete(key) {
      assertKey(key);
      files.delete(key);
      return Promise.resolve();
    },
  };
}

/** Stores files in a local folder; instances that share a database must share the folder too. */
export function createLocalStorage(folder: string): Storage {
  const at = (key: string): string => {
    assertKey(key);
    return path.join(folder, ...key.split("/"));
  };
  return {
    async put(key, bytes) {
      const file = at(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const beside = `${file}.${randomBytes(6).toString("hex")}.part`;
      try {
        const handle = await open(beside, "wx", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(beside, file);
      } catch (error) {
        // A full disk leaves nothing of the file behind.
        await rm(beside, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async get(key) {
      try {
        return await readFile(at(key));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
        // A missing folder, as on a disk that is not mounted, says nothing about its files.
        await access(folder);
        return null;
      }
    },
    async delete(key) {
      await rm(at(key), { force: true });
    },
  };
}
