import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quote } from "@server/domain/money/quote";
import { MAX_AMOUNT_PAISE } from "@server/domain/money/units";
import { isRefusal } from "@server/domain/refusals/refuse";
import { secondOrder, type SecondOrderRules, worthOf } from "./second-order";

const allowance = {
  pendingOrders: 0,
  pendingTokens: 0,
  maxPendingOrders: 5,
  maxHeldTokens: null,
  unproved: null,
};
const rules: SecondOrderRules = {
  priceMicroRupees: 10_000_000,
  feeBps: 250,
  unverifiedMayBuy: true,
  isVerified: true,
  allowance,
  freeTokens: 1_000_000,
};

function outcome(openPaise: number, changed: Partial<SecondOrderRules> = {}) {
  try {
    return secondOrder(openPaise, { ...rules, ...changed });
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

describe("what open money buys", () => {
  test("is the most whole tokens that it pays with their fee", () => {
    expect(outcome(100_000)).toEqual({
      ...{ quantity: 97, amountPaise: 97_000, feePaise: 2_425 },
      ...{ totalPaise: 99_425, restPaise: 575 },
    });
    expect(outcome(1_025)).toMatchObject({ quantity: 1, restPaise: 0 });
    expect(outcome(1_024)).toBe("SECOND_ORDER_BELOW_TOKEN");
    expect(outcome(1)).toBe("SECOND_ORDER_BELOW_TOKEN");
  });

  test("is no more than the pool, the member's limits and what was shown", () => {
    expect(outcome(100_000, { freeTokens: 12 })).toMatchObject({ quantity: 12, restPaise: 87_700 });
    expect(outcome(100_000, { atMost: 5 })).toMatchObject({ quantity: 5 });
    const capped = { ...allowance, pendingTokens: 30, maxHeldTokens: 40 };
    expect(outcome(100_000, { allowance: capped })).toMatchObject({ quantity: 10 });
    const unproved = { ...allowance, unproved: { heldTokens: 3, maxTokens: 7 } };
    expect(outcome(100_000, { isVerified: false, allowance: unproved })).toMatchObject({
      quantity: 4,
    });
  });

  test("is worth what it pays at the company's terms, whatever is left", () => {
    expect(worthOf(100_000, rules)).toEqual(outcome(100_000));
    const limited = { freeTokens: 12, allowance: { ...allowance, maxHeldTokens: 5 } };
    expect(worthOf(100_000, { ...rules, ...limited })).toMatchObject({ quantity: 97 });
  });

  test.each<[string, Partial<SecondOrderRules>]>([
    ["SECOND_ORDER_NO_PRICE", { priceMicroRupees: null }],
    ["MEMBER_NOT_VERIFIED", { isVerified: false, unverifiedMayBuy: false }],
    ["MEMBER_LIMIT_REACHED", { allowance: { ...allowance, pendingOrders: 5 } }],
    ["MEMBER_LIMIT_REACHED", { allowance: { ...allowance, pendingTokens: 40, maxHeldTokens: 40 } }],
    [
      "MEMBER_LIMIT_REACHED",
      { isVerified: false, allowance: { ...allowance, unproved: { heldTokens: 7, maxTokens: 7 } } },
    ],
    ["SUPPLY_GONE", { freeTokens: 0 }],
  ])("is refused with %s", (code, changed) => {
    expect(outcome(100_000, changed)).toBe(code);
  });

  test("never costs more than the money, is a quote, and no token more would fit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_AMOUNT_PAISE * 2 }),
        fc.integer({ min: 1, max: 20_000_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 5_000_000 }),
        (openPaise, priceMicroRupees, feeBps, freeTokens) => {
          const terms = { priceMicroRupees, feeBps };
          const bought = outcome(openPaise, { ...terms, freeTokens });
          if (typeof bought === "string") {
            expect(bought).toBe("SECOND_ORDER_BELOW_TOKEN");
            return;
          }
          const { amountPaise, quantity, totalPaise, restPaise } = bought;
          expect(totalPaise + restPaise).toBe(openPaise);
          expect(restPaise).toBeGreaterThanOrEqual(0);
          expect(quantity).toBeLessThanOrEqual(freeTokens);
          expect(quote({ amountPaise, ...terms })).toMatchObject({ quantity, totalPaise });
          // The next amount that buys another token is above the money, the pool or the cap.
          const next = Number((BigInt(quantity + 1) * BigInt(priceMicroRupees) + 9_999n) / 10_000n);
          if (next > MAX_AMOUNT_PAISE) return;
          const another = quote({ amountPaise: next, ...terms });
          expect(another.totalPaise > openPaise || another.quantity > freeTokens).toBe(true);
        },
      ),
    );
  });
});
