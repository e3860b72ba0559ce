import fc from "fast-check";
import { expect, test } from "vitest";
import {
  newRecoveryCode,
  readRecoveryCode,
  newTotpSecret,
  periodOfCode,
  totpCode,
  totpUri,
} from "./codes";

const instants = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("2100-01-01"),
  noInvalidDate: true,
});
const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** RFC 6238, appendix B, truncated to six digits: the secret is "12345678901234567890". */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at second %d the RFC's secret yields %s", (second, code) => {
  const at = new Date(second * 1000);
  expect(totpCode(RFC_SECRET, at)).toBe(code);
  expect(periodOfCode(code, { secret: RFC_SECRET, at })).toBe(Math.floor(second / 30));
});

test("a code is matched to its own period within the drift, and never later", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -30, max: 30 }), (at, late) => {
      const secret = newTotpSecret();
      const own = Math.floor(at.getTime() / 30_000);
      const code = totpCode(secret, at);
      const found = periodOfCode(code, { secret, at: secondsAfter(at, late) });
      // Two adjacent periods have the same code with a probability of one in a million.
      expect(Math.abs((found ?? Number.NaN) - own)).toBeLessThanOrEqual(2);
      const over = periodOfCode(code, { secret, at: secondsAfter(at, 300) });
      expect(over === null || over > own).toBe(true);
    }),
  );
});

test("anything but six digits is not a code", () => {
  const secret = newTotpSecret();
  fc.assert(
    fc.property(fc.string(), instants, (typed, at) => {
      fc.pre(!/^\d{6}$/.test(typed));
      expect(periodOfCode(typed, { secret, at })).toBeNull();
    }),
  );
});

test("the URI has the standard parameters for any issuer and account", () => {
  const uri = new URL(
    totpUri({ secret: RFC_SECRET, issuer: "Resurgence: Labs & Co", account: "a+b@c.example" }),
  );
  expect(uri.protocol).toBe("otpauth:");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Resurgence: Labs & Co",
    secret: RFC_SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test("a recovery code is normalised however it was copied, and other text is rejected", () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  const bare = code.replace("-", "");
  for (const typed of [code, bare, ` ${code.toLowerCase()} `, [...bare].join(" ")]) {
    expect(readRecoveryCode(typed)).toBe(bare);
  }
  for (const typed of ["", "123456", "ABCDE-FGHI1", `${code}A`]) {
    expect(readRecoveryCode(typed)).toBeNull();
  }
});
