import { z } from "zod";
import { BackupError } from "@db/backup";
import { ByteReader } from "./encrypted-stream";

/** A named sequence of bytes. */
export interface Entry {
  name: string;
  bytes: AsyncIterable<Buffer>;
  /** Hex, of all bytes; absent in older backups, and for bytes that are not known beforehand. */
  sha256?: string | undefined;
}

const Head = z.object({ name: z.string().min(1), sha256: z.string().optional() });
/** The greatest frame in bytes, so that a damaged length does not ask for all memory. */
const MOST_FRAME = 64 * 1024 * 1024;

const frame = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const NOTHING = frame(Buffer.alloc(0));

/**
 * Packs entries one after the other: a frame with the name, frames of bytes, an empty frame; after
 * the last entry another empty frame.
 */
export async function* packEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { bytes, ...head } of entries) {
    yield frame(Buffer.from(JSON.stringify(head)));
    for await (const part of bytes) if (part.length > 0) yield frame(part);
    yield NOTHING;
  }
  yield NOTHING;
}

/** Unpacks the entries of `packEntries`. The rest of an entry that is not read to its end is skipped. */
export async function* unpackEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = new ByteReader(source);
  const next = async (): Promise<Buffer | null> => {
    const head = await reader.take(4);
    const length = head?.readUInt32BE();
    if (length === undefined || length > MOST_FRAME) throw damaged();
    if (length === 0) return null;
    const bytes = await reader.take(length);
    if (!bytes) throw damaged();
    return bytes;
  };
  for (let head = await next(); head; head = await next()) {
    const known = Head.parse(JSON.parse(head.toString("utf8")));
    let isOver = false;
    const bytes = (async function* () {
      for (;;) {
        const part = await next();
        if (part === null) break;
        yield part;
      }
      isOver = true;
    })();
    yield { ...known, bytes };
    while (!isOver) isOver = (await next()) === null;
  }
  if (await reader.take(1)) throw damaged();
}

const damaged = () => new BackupError("The backup is damaged.");
