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
  | "export-cursor"
  | "secret-check";

/** Everything that depends on APP_SECRET. Each of the keys given has a number. */
export interface Secrets {
  /** AES-256-GCM with the present key; the ciphertext names its number. */
  encrypt(purpose: SecretPurpose, plain: string): string;
  /**
   * With the key that the ciphertext names. Throws if that key is not given, or the ciphertext was
   * changed, or encrypted for another purpose or with another secret.
   */
  decrypt(purpose: SecretPurpose, encrypted: string): string;
  /** HMAC-SHA256 in hex, for values that are looked up or compared but never read. */
  keyedHash(purpose: SecretPurpose, value: string): string;
  /** The hashes that the given keys make, the present key's first: a stored one is among them. */
  keyedHashes(purpose: SecretPurpose, value: string): string[];
  /** Whether `value` has this keyed hash by one of the keys, compared in constant time. */
  matches(purpose: SecretPurpose, value: string, hash: string): boolean;
  /** The numbers of the keys, the present one first. */
  numbers(): readonly number[];
  /** Reads the keys again where they are in a file; whether they changed. */
  refresh(): boolean;
}

/** A secret that keys are derived from. Ciphertexts begin with `v` and its number. */
export interface NumberedSecret {
  number: number;
  secret: string;
}

/** The number of a secret that nothing else is said of. */
export const FIRST_NUMBER = 1;

/**
 * Counters and anonymous callers' idempotency keys are found by their hash alone. While a key is exchanged, instances
 * with another present key must find the same ones: all use the lowest number that is given.
 */
const SHARED: ReadonlySet<SecretPurpose> = new Set(["throttle", "idempotency"]);

const TAG_BYTES = 16;

/** The number of the key of a ciphertext; undefined if it is no text of ours. */
export function numberOfText(text: string): number | undefined {
  const [, of] = /^v([1-9]\d{0,2})\./.exec(text) ?? [];
  return of === undefined ? undefined : Number(of);
}

/** The number of the key of a stored hash. */
export const numberOfHash = (hash: string): number =>
  Number(/^([1-9]\d{0,2})-/.exec(hash)?.[1] ?? FIRST_NUMBER);

/** `others` are read, and never written with. */
export function createSecrets(
  appSecret: string,
  {
    number = FIRST_NUMBER,
    others = [],
  }: { number?: number; others?: readonly NumberedSecret[] } = {},
): Secrets {
  const keys = new Map<string, Buffer>();
  const given = new Map([
    [number, appSecret],
    ...others.map((one) => [one.number, one.secret] as const),
  ]);
  const lowest = Math.min(...given.keys());
  const keyFor = (purpose: SecretPurpose, of: number): Buffer => {
    const name = `${of} ${purpose}`;
    const known = keys.get(name);
    if (known) return known;
    const secret = given.get(of);
    if (secret === undefined) throw new Error(`The key ${of} is not given.`);
    const key = Buffer.from(hkdfSync("sha256", secret, "prelaunch", purpose, 32));
    keys.set(name, key);
    return key;
  };
  const hashBy = (purpose: SecretPurpose, value: string, of: number): string => {
    const hash = createHmac("sha256", keyFor(purpose, of)).update(value).digest("hex");
    return of === FIRST_NUMBER ? hash : `${of}-${hash}`;
  };

  return {
    encrypt(purpose, plain) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose, number), iv).setAAD(
        Buffer.from(purpose),
      );
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [
        `v${number}`,
        ...[iv, cipher.getAuthTag(), body].map((part) => part.toString("base64url")),
      ].join(".");
    },
    decrypt(purpose, encrypted) {
      const [, iv, tag, body] = encrypted.split(".");
      const of = numberOfText(encrypted);
      if (of === undefined || iv === undefined || tag === undefined || body === undefined) {
        throw new Error("This is not a text of ours.");
      }
      const decipher = createDecipheriv(
        "aes-256-gcm",
        keyFor(purpose, of),
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
    keyedHash: (purpose, value) => hashBy(purpose, value, SHARED.has(purpose) ? lowest : number),
    keyedHashes: (purpose, value) => [...given.keys()].map((of) => hashBy(purpose, value, of)),
    matches: (purpose, value, hash) =>
      [...given.keys()].some((of) => {
        const [ours, theirs] = [Buffer.from(hashBy(purpose, value, of)), Buffer.from(hash)];
        return ours.length === theirs.length && timingSafeEqual(ours, theirs);
      }),
    numbers: () => [...given.keys()],
    refresh: () => false,
  };
}
