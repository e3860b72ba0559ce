import { type Storage, assertKey } from "./storage";

/** For tests. */
export function createMemoryStorage(): Storage {
  const files = new Map<string, Buffer>();
  return {
    put(key, bytes) {
      assertKey(key);
      files.set(key, Buffer.from(bytes));
      return Promise.resolve();
    },
    get: (key) => Promise.resolve(files.get(key) ?? null),
    delete(key) {
      files.delete(key);
      return Promise.resolve();
    },
  };
}
