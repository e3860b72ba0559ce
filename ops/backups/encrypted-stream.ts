import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { BackupError } from "@db/backup";

/**
 * Encrypted bytes of any length, as a stream: a mark, a salt, then pieces of AES-256-GCM under a key
 * of this stream alone (HKDF of the given key and the salt). A piece's nonce is its number and
 * whether it is the last, so that pieces that are missing, doubled, exchanged or cut off are found,
 * and nothing is released before it is authentic.
 */
const MARK = Buffer.from("PRLBAK1\n");
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const PIECE_BYTES = 64 * 1024;
/** The bit of a piece's length that marks the last one. */
const IS_LAST = 0x8000_0000;

const keyOf = (key: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, MARK, 32));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(Number(isLast), 0);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

/** Encrypts what `plain` yields. */
export async function* encryptStream(
  key: string,
  plain: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = keyOf(key, salt);
  let number = 0;
  const piece = (bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", own, nonceOf(number, isLast));
    number += 1;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length + (isLast ? IS_LAST : 0));
    return Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  yield Buffer.concat([MARK, salt]);
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of plain) {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    for (; rest.length > PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) {
      yield piece(rest.subarray(0, PIECE_BYTES), false);
    }
  }
  yield piece(rest, true);
}

/** Decrypts what `encryptStream` made. Throws BackupError for a wrong key and for any change. */
export async function* decryptStream(
  key: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const mark = await reader.take(MARK.length);
  if (!mark?.equals(MARK)) throw new BackupError("The file is no encrypted backup.");
  const salt = await reader.take(SALT_BYTES);
  if (!salt) throw damaged();
  const own = keyOf(key, salt);
  for (let number = 0; ; number += 1) {
    const head = await reader.take(4);
    const header = head?.readUInt32BE() ?? 0;
    const isLast = header >= IS_LAST;
    const length = isLast ? header - IS_LAST : header;
    const body = length <= PIECE_BYTES ? await reader.take(length + TAG_BYTES) : null;
    if (!head || !body) throw damaged();
    const decipher = createDecipheriv("aes-256-gcm", own, nonceOf(number, isLast));
    decipher.setAuthTag(body.subarray(length));
    let bytes: Buffer;
    try {
      bytes = Buffer.concat([decipher.update(body.subarray(0, length)), decipher.final()]);
    } catch {
      throw number === 0
        ? new BackupError("BACKUP_KEY is not the one of this backup, or the file is damaged.")
        : damaged();
    }
    if (bytes.length > 0) yield bytes;
    if (!isLast) continue;
    if (await reader.take(1)) throw damaged();
    return;
  }
}

const damaged = () => new BackupError("The backup is damaged, or cut off.");

/** Takes exact numbers of bytes from a stream. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns null if fewer bytes are left. */
  async take(length: number): Promise<Buffer | null> {
    const parts = [this.#held];
    let held = this.#held.length;
    while (held < length) {
      const next = await this.#source.next();
      if (next.done) {
        this.#held = Buffer.concat(parts);
        return null;
      }
      parts.push(next.value);
      held += next.value.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts);
    this.#held = all.subarray(length);
    return all.subarray(0, length);
  }
}
