import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Returns a UUIDv7. Ids of one process sort by creation, even within a millisecond. */
export function newId(): string {
  return v7();
}

/** Returns the UUIDv7 of an instant and 16 random bytes; the same arguments give the same id. */
export function idAt(at: Date, random: Uint8Array): string {
  return v7({ msecs: at.getTime(), random });
}

/** Returns 32 random bytes in hex. */
export const newSalt = (): string => randomBytes(32).toString("hex");
