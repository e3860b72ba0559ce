import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_REWARD_BPS, rewardFor, rewardToHold } from "./reward";
import { normaliseReferralCode, referralCode } from "@server/platform/rules/people/referral-code";

test("a reward of five percent of 80 tokens is 4, of 19 none", () => {
  expect(rewardFor(80, DEFAULT_REWARD_BPS)).toBe(4);
  expect(rewardFor(19, DEFAULT_REWARD_BPS)).toBe(0);
  expect(rewardFor(9_000_000_000_000_000, 10_000)).toBe(9_000_000_000_000_000);
});

test("a reward never exceeds its percentage, and misses it by less than a token", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 10_000 }), (quantity, bps) => {
      const short = BigInt(quantity) * BigInt(bps) - BigInt(rewardFor(quantity, bps)) * 10_000n;
      return short >= 0n && short < 10_000n;
    }),
  );
});

test("the held reward never exceeds the pool", () => {
  expect(rewardToHold(4, 100)).toBe(4);
  expect(rewardToHold(4, 3)).toBe(3);
  expect(rewardToHold(4, 0)).toBe(0);
  expect(rewardToHold(4, -2)).toBe(0);
});

test("invalid numbers of tokens or percent throw", () => {
  expect(() => rewardFor(1.5, 500)).toThrow(RangeError);
  expect(() => rewardFor(10, 10_001)).toThrow(RangeError);
});

test("a referral code has eight unambiguous characters and is normalised", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 16 }), (bytes) => {
      const code = referralCode(bytes);
      return /^[2-9A-HJ-NP-Z]{8}$/.test(code) && normaliseReferralCode(code) === code;
    }),
  );
  expect(() => referralCode(new Uint8Array(7))).toThrow(RangeError);
});

test("every character of a referral code comes from exactly eight of the 256 bytes", () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    const sign = referralCode(new Uint8Array(8).fill(byte)).charAt(0);
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  expect(new Set(counts.values())).toEqual(new Set([8]));
});

test("spaces, hyphens and case of a referral code are ignored", () => {
  expect(normaliseReferralCode(" ab2c-d3ef ")).toBe("AB2CD3EF");
});
