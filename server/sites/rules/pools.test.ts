import fc from "fast-check";
import { expect, test } from "vitest";

import { MAX_TOTAL_SUPPLY, POOL_BPS, remaining, splitSupply } from "./pools";

test("a supply of a thousand tokens is split 500, 300, 100, 75, 25", () => {
  expect(splitSupply(1_000)).toEqual({
    PUBLIC: 500,
    REFERRAL: 300,
    ANGEL: 100,
    FOUNDER: 75,
    AIRDROP: 25,
  });
});

test("the rounding remainder of a split supply goes to the public cell", () => {
  expect(splitSupply(7)).toEqual({ PUBLIC: 5, REFERRAL: 2, ANGEL: 0, FOUNDER: 0, AIRDROP: 0 });
});

test("the shares of a split supply add up to 100 %", () => {
  expect(Object.values(POOL_BPS).reduce((a, b) => a + b, 0)).toBe(10_000);
});

test("a split preserves the total supply", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_TOTAL_SUPPLY }), (total) => {
      const pools = splitSupply(total);
      const sum = Object.values(pools).reduce((a, b) => a + b, 0);
      return sum === total && Object.values(pools).every((n) => Number.isSafeInteger(n) && n >= 0);
    }),
  );
});

test("a fractional, negative or unbounded supply throws", () => {
  for (const total of [-1, 0.5, Number.NaN, MAX_TOTAL_SUPPLY + 1]) {
    expect(() => splitSupply(total)).toThrow(RangeError);
  }
});

test("the remaining supply excludes held and allocated tokens", () => {
  expect(remaining({ total: 300, held: 20, allocated: 80 })).toBe(200);
});
