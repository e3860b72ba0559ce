import { v7 } from "uuid";

/** A UUIDv7: later ids sort after earlier ones, also within one millisecond of one process. */
export function newId(): string {
  return v7();
}
