import { createHash } from "node:crypto";

/** Values that survive being stored and read again unchanged; instants are ISO strings. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [k: string]: Json };

/**
 * Returns one text for equal inputs, whatever the order of their fields; bytes are replaced by
 * their hash.
 */
export function canonicalJson(input: unknown): string {
  return JSON.stringify(input, function (this: unknown, name: string, value: unknown) {
    // `value` is a Buffer's toJSON result; the Buffer itself is read from its parent object.
    const own: unknown = Reflect.get(Object(this), name);
    if (own instanceof Uint8Array) return createHash("sha256").update(own).digest("hex");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
}
