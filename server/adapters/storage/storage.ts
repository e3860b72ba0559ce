/** Where uploaded bytes are kept. Keys are ours: letters, digits, `-`, `_`, `.` and `/`. */
export interface Storage {
  /** All or nothing: a reader never sees half a file. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<Buffer | null>;
  delete(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** Guards every end: a key that could walk out of the store is a fault of ours. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.length > 200) throw new Error("Not a storage key.");
}
