import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Secrets } from "@server/platform";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a document's bytes with AES-256-GCM by a new key. Returns the file and its key, which is
 * encrypted by APP_SECRET. The file is bound to the document's id.
 */
export function sealFile(
  secrets: Secrets,
  id: string,
  bytes: Uint8Array,
): { file: Buffer; keyEncrypted: string } {
  const key = randomBytes(32);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return {
    file: Buffer.concat([iv, cipher.getAuthTag(), body]),
    keyEncrypted: secrets.encrypt("identity-file", key.toString("base64url")),
  };
}

/** Decrypts a file of `sealFile`. Throws if it was changed, or belongs to another document. */
export function openFile(
  secrets: Secrets,
  { id, keyEncrypted }: { id: string; keyEncrypted: string },
  file: Buffer,
): Uint8Array<ArrayBuffer> {
  const key = Buffer.from(secrets.decrypt("identity-file", keyEncrypted), "base64url");
  const iv = file.subarray(0, IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(id))
    .setAuthTag(file.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = file.subarray(IV_BYTES + TAG_BYTES);
  return new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]));
}
