import { Secret, TOTP } from "otpauth";

/** RFC 6238, as every authenticator app reads it: six digits, SHA-1, 30 s. */
const PERIOD_SECONDS = 30;
const shape = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;

/** Periods before and after the present one whose code is taken too: clocks of phones go wrong. */
const DRIFT = 1;

/** 160 bits in base32, as RFC 4226 wants them. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code says to the app. */
export const totpUri = (to: { secret: string; issuer: string; account: string }): string =>
  new TOTP({
    ...shape,
    issuer: to.issuer,
    label: to.account,
    secret: Secret.fromBase32(to.secret),
  }).toString();

/**
 * The period of 30 s that a code belongs to, counted since 1970, or null for a code of none near
 * `at`. Whoever takes a code keeps its period, and takes none of that period or before again.
 */
export function periodOfCode(code: string, { secret, at }: { secret: string; at: Date }) {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** The code that an app shows; for tests, and for nothing else. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ ...shape, secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
