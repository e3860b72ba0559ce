import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Config, ConfigError } from "@server/platform";
import { keyIdOf } from "@server/ledger/rules/checkpoint";

/** The key that signs checkpoints. Its private part never enters the database. */
export interface SigningKey {
  /** SHA-256 of the public key, in hex. */
  id: string;
  /** Public key: 32 bytes, base64. */
  publicKey: string;
  /** Returns an Ed25519 signature over the UTF-8 bytes, base64. */
  sign(text: string): string;
}

/** Prefix of PKCS #8 before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
/** Prefix of SubjectPublicKeyInfo before the 32 bytes of its public key. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Reads SEALING_KEY: 32 bytes, base64. */
export function signingKey(sealingKey: string): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(sealingKey, "base64")]),
    format: "der",
    type: "pkcs8",
  });
  const raw = createPublicKey(privateKey)
    .export({ format: "der", type: "spki" })
    .subarray(SPKI.length);
  return {
    id: keyIdOf(raw),
    publicKey: raw.toString("base64"),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64"),
  };
}

/** Caches parsed keys: parsing takes longer than verifying a signature. */
const readKeys = new Map<string, KeyObject>();
const MOST_READ_KEYS = 100;

function publicKeyOf(publicKey: string): KeyObject {
  let key = readKeys.get(publicKey);
  if (!key) {
    key = createPublicKey({
      key: Buffer.concat([SPKI, Buffer.from(publicKey, "base64")]),
      format: "der",
      type: "spki",
    });
    if (readKeys.size >= MOST_READ_KEYS) readKeys.clear();
    readKeys.set(publicKey, key);
  }
  return key;
}

/** Tells whether an Ed25519 signature over the text is right; false for a malformed one. */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = publicKeyOf(publicKey);
    const bytes = Buffer.from(signature, "base64");
    return bytes.toString("base64") === signature && verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
}

export const newSealingKey = (): string => randomBytes(32).toString("base64");

/**
 * Returns the key of this process. The demo creates one in its data folder; elsewhere SEALING_KEY is
 * required: a server that does not seal looks no different, and changes before the first seal are never
 * found.
 */
export function sealingKeyOf(config: Pick<Config, "sealingKey" | "demo" | "dataDir">): SigningKey {
  if (config.sealingKey) return signingKey(config.sealingKey);
  if (!config.demo) {
    throw new ConfigError(
      "SEALING_KEY is required: npm run operator -- sealing-key new prints one.",
    );
  }
  const file = path.join(config.dataDir, "sealing-key");
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true });
    try {
      writeFileSync(file, `${newSealingKey()}\n`, { flag: "wx", mode: 0o600 });
    } catch (error) {
      // Another process of the demo created the file first.
      if (!existsSync(file)) throw error;
    }
    chmodSync(file, 0o600);
  }
  return signingKey(readFileSync(file, "utf8").trim());
}
