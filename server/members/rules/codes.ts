import { Secret, TOTP } from "otpauth";
import { randomInt } from "node:crypto";

/** RFC 6238 with the parameters of all authenticator apps: six digits, SHA-1, 30 s. */
const PERIOD_SECONDS = 30;
const shape = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;

/** Accepted periods before and after the current one, for clock drift of phones. */
const DRIFT = 1;

/** 160 bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpUri = (to: { secret: string; issuer: string; account: string }): string =>
  new TOTP({
    ...shape,
    issuer: to.issuer,
    label: to.account,
    secret: Secret.fromBase32(to.secret),
  }).toString();

/**
 * The 30-second period of a code, counted since 1970, or null if the code matches no period near
 * `at`. Callers store the period of an accepted code, and reject codes of that period and earlier
 * ones.
 */
export function periodOfCode(code: string, { secret, at }: { secret: string; at: Date }) {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** The code that an app shows; for tests only. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ ...shape, secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export const RECOVERY_CODES = 10;

/** The letters and digits are unambiguous. 30^10 is more than 2^49. */
const SIGNS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const HALF = 5;

const half = (): string =>
  Array.from({ length: HALF }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");

/** Returns a code in display format: two halves with a hyphen. */
export const newRecoveryCode = (): string => `${half()}-${half()}`;

/** Normalises a typed code: without blanks and hyphens, in upper case; null if invalid. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return code.length === 2 * HALF && [...code].every((sign) => SIGNS.includes(sign)) ? code : null;
}
