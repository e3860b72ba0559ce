import type { Logger } from "pino";
import { refuse } from "@server/platform/rules/refusals/refuse";

/** Storage of uploaded files. Keys consist of letters, digits, `-`, `_`, `.` and `/`. */
export interface Storage {
  /** Atomic: readers never see a partial file. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<Buffer | null>;
  /** Deletes the file; a missing file is no error. */
  delete(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** Used by every storage: an unsafe key is an internal error. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.length > 200) throw new Error("Not a storage key.");
}

/**
 * The same storage for procedures: where it fails, files are refused with STORAGE_AWAY, and the log
 * has the reason. Failed deletions keep their error: what is left over concerns no user.
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

/** For tests. */
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
