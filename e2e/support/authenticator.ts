import { Secret, TOTP } from "otpauth";

/** The code that an app with this key shows so many periods of 30 s from now. */
export function appCode(key: string, periods = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) });
  return totp.generate({ timestamp: Date.now() + periods * 30_000 });
}
