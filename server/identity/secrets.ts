import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** What a key is for. Each purpose has its own key, so that one cannot be used for another. */
export type SecretPurpose =
  | "one-time-code"
  | "kyc"
  | "pan"
  | "message"
  | "media-link"
  | "toast"
  | "throttle"
  | "second-step"
  | "recovery-code"
  | "login-ticket"
  | "passkey-ticket"
  | "idempotency"
  | "proof-of-work"
  | "secret-check";

/** Everything that depends on APP_SECRET. */
export interface Secrets {
  /** AES-256-GCM; the ciphertext names its version, so that keys can be changed later. */
  encrypt(purpose: SecretPurpose, plain: string): string;
  /** Throws if the ciphertext was changed, or encrypted for another purpose or with another secret. */
  decrypt(purpose: SecretPurpose, encrypted: string): string;
  /** HMAC-SHA256 in hex, for values that are looked up or compared but never read. */
  keyedHash(purpose: SecretPurpose, value: string): string;
  /** Whether `value` has this keyed hash, compared in constant time. */
  matches(purpose: SecretPurpose, value: string, hash: string): boolean;
}

const VERSION = "v1";
const TAG_BYTES = 16;

export function createSecrets(appSecret: string): Secrets {
  const keys = new Map<SecretPurpose, Buffer>();
  const keyFor = (purpose: SecretPurpose): Buffer => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync("sha256", appSecret, "prelaunch", purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  };
  const keyedHash = (purpose: SecretPurpose, value: string): string =>
    createHmac("sha256", keyFor(purpose)).update(value).digest("hex");

  return {
    encrypt(purpose, plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv).setAAD(
        Buffer.from(purpose),
      );
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [
        VERSION,
        ...[iv, cipher.getAuthTag(), body].map((part) => part.toString("base64url")),
      ].join(".");
    },
    decrypt(purpose, encrypted) {
      const [version, iv, tag, body] = encrypted.split(".");
      if (version !== VERSION || iv === undefined || tag === undefined || body === undefined) {
        throw new Error("This is not a text of ours.");
      }
      const decipher = createDecipheriv(
        "aes-256-gcm",
        keyFor(purpose),
        Buffer.from(iv, "base64url"),
        // By default Node accepts shorter tags, and a four-byte tag can be guessed.
        { authTagLength: TAG_BYTES },
      )
        .setAAD(Buffer.from(purpose))
        .setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([
        decipher.update(Buffer.from(body, "base64url")),
        decipher.final(),
      ]).toString("utf8");
    },
    keyedHash,
    matches(purpose, value, hash) {
      const [ours, theirs] = [Buffer.from(keyedHash(purpose, value)), Buffer.from(hash)];
      return ours.length === theirs.length && timingSafeEqual(ours, theirs);
    },
  };
}
