import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** The purposes of keys. Each purpose has its own key, so that one cannot be used for another. */
export type SecretPurpose =
  | "one-time-code"
  | "kyc"
  | "pan"
  | "message"
  | "webhook"
  | "media-link"
  | "toast"
  | "first-touch"
  | "throttle"
  | "second-step"
  | "recovery-code"
  | "login-ticket"
  | "passkey-ticket"
  | "idempotency"
  | "export-cursor"
  | "secret-check"
  | "risk-sign"
  /** Numbers and addresses that members show. */
  | "identity"
  /** Keys of their documents' files. */
  | "identity-file"
  /** What finds one person's accounts. */
  | "identity-hash";

/** Derives everything from APP_SECRET, and from APP_SECRET_PREVIOUS, which is only read. */
export interface Secrets {
  /** Encrypts with AES-256-GCM by APP_SECRET. */
  encrypt(purpose: SecretPurpose, plain: string): string;
  /**
   * Decrypts by either secret. Throws if the ciphertext was changed, or encrypted for another
   * purpose or by another secret.
   */
  decrypt(purpose: SecretPurpose, encrypted: string): string;
  /** Returns an HMAC-SHA256 in hex, for values that are looked up or compared but never read. */
  keyedHash(purpose: SecretPurpose, value: string): string;
  /** Returns the hashes by both secrets, that of APP_SECRET first: a stored hash is among them. */
  keyedHashes(purpose: SecretPurpose, value: string): string[];
  /** True if `value` has this keyed hash by one of the secrets; compares in constant time. */
  matches(purpose: SecretPurpose, value: string, hash: string): boolean;
}

/**
 * Counters and anonymous callers' idempotency keys are found by their hash alone. While secrets are
 * exchanged, all instances must find the same ones: they use the secret that the database is of.
 */
const SHARED: ReadonlySet<SecretPurpose> = new Set(["throttle", "idempotency"]);

const VERSION = "v1";
const TAG_BYTES = 16;

/** `ofDatabase` is the one of both secrets that the database is of (`check-secret.ts`). */
export function createSecrets(
  appSecret: string,
  {
    previous = null,
    ofDatabase = appSecret,
  }: { previous?: string | null; ofDatabase?: string } = {},
): Secrets {
  const given = previous === null ? [appSecret] : [appSecret, previous];
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: SecretPurpose, secret: string): Buffer => {
    const name = `${purpose} ${secret}`;
    const known = keys.get(name);
    if (known) return known;
    const key = Buffer.from(hkdfSync("sha256", secret, "prelaunch", purpose, 32));
    keys.set(name, key);
    return key;
  };
  const hashBy = (purpose: SecretPurpose, value: string, secret: string): string =>
    createHmac("sha256", keyFor(purpose, secret)).update(value).digest("hex");
  const decryptBy = (purpose: SecretPurpose, encrypted: string, secret: string): string => {
    const [version, iv, tag, body] = encrypted.split(".");
    if (version !== VERSION || iv === undefined || tag === undefined || body === undefined) {
      throw new Error("This is not a text of ours.");
    }
    const decipher = createDecipheriv(
      "aes-256-gcm",
      keyFor(purpose, secret),
      Buffer.from(iv, "base64url"),
      // Node accepts shorter tags by default, and a four-byte tag can be guessed.
      { authTagLength: TAG_BYTES },
    )
      .setAAD(Buffer.from(purpose))
      .setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([
      decipher.update(Buffer.from(body, "base64url")),
      decipher.final(),
    ]).toString("utf8");
  };

  return {
    encrypt(purpose, plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose, appSecret), iv).setAAD(
        Buffer.from(purpose),
      );
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [
        VERSION,
        ...[iv, cipher.getAuthTag(), body].map((part) => part.toString("base64url")),
      ].join(".");
    },
    decrypt(purpose, encrypted) {
      if (previous === null) return decryptBy(purpose, encrypted, appSecret);
      try {
        return decryptBy(purpose, encrypted, appSecret);
      } catch {
        return decryptBy(purpose, encrypted, previous);
      }
    },
    keyedHash: (purpose, value) =>
      hashBy(purpose, value, SHARED.has(purpose) ? ofDatabase : appSecret),
    keyedHashes: (purpose, value) => given.map((secret) => hashBy(purpose, value, secret)),
    matches: (purpose, value, hash) =>
      given.some((secret) => {
        const [ours, theirs] = [Buffer.from(hashBy(purpose, value, secret)), Buffer.from(hash)];
        return ours.length === theirs.length && timingSafeEqual(ours, theirs);
      }),
  };
}

/** True if these secrets can decrypt a text. */
export function canDecrypt(secrets: Secrets, purpose: SecretPurpose, text: string): boolean {
  try {
    secrets.decrypt(purpose, text);
    return true;
  } catch {
    return false;
  }
}
