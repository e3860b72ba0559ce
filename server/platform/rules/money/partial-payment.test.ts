import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partOf, partPaidBy, tokensOf } from "./partial-payment";
import { quote } from "./quote";

const order = {
  quantity: 100,
  amountPaise: 100_500,
  feePaise: 2_513,
  priceMicroRupees: 10_000_000,
  feeBps: 250,
};

/** Orders as they are quoted, of any price. */
const orders = fc
  .record({
    amountPaise: fc.integer({ min: 1, max: 10_000_000 }),
    priceMicroRupees: fc.integer({ min: 1, max: 100_000_000 }),
    feeBps: fc.integer({ min: 0, max: 10_000 }),
  })
  .filter(({ amountPaise, priceMicroRupees }) => amountPaise * 10_000 >= priceMicroRupees)
  .map((terms) => ({ ...terms, ...quote(terms) }));

describe("a part of an order", () => {
  test("a part of an order costs its tokens at the order's price, and its share of the fee", () => {
    expect(partOf(order, 40)).toEqual({ quantity: 40, amountPaise: 40_000, feePaise: 1_000 });
  });

  test("the fee of a part is rounded half up to the paisa", () => {
    // 2.5 % of 3,000, 1,020 and 1,060 paise: 75, 25.5 and 26.5 paise.
    const fees = [30, 10, 11].map((quantity) => {
      const part = { ...order, priceMicroRupees: 1_020_000, amountPaise: 10_200, feePaise: 255 };
      return partOf(part, quantity).feePaise;
    });
    expect(fees).toEqual([77, 26, 28]);
  });

  test("a part that is the whole order costs the order's amount, remainder included", () => {
    expect(partOf(order, 100)).toEqual({ quantity: 100, amountPaise: 100_500, feePaise: 2_513 });
  });

  test("a part is at least one token and at most the order", () => {
    expect(() => partOf(order, 0)).toThrow(RangeError);
    expect(() => partOf(order, 101)).toThrow(RangeError);
  });

  test("a part never costs more than the order, nor more than a larger part", () => {
    fc.assert(
      fc.property(orders, fc.nat(), fc.nat(), (whole, a, b) => {
        const [few, many] = [a, b].map((n) => 1 + (n % whole.quantity)).sort((x, y) => x - y);
        const [part, larger] = [partOf(whole, few ?? 1), partOf(whole, many ?? 1)];
        expect(part.amountPaise).toBeGreaterThan(0);
        expect(part.amountPaise).toBeLessThanOrEqual(larger.amountPaise);
        expect(part.feePaise).toBeLessThanOrEqual(larger.feePaise);
        expect(larger.amountPaise + larger.feePaise).toBeLessThanOrEqual(whole.totalPaise);
      }),
    );
  });
});

describe("what received money pays of an order", () => {
  const cost = (part: { amountPaise: number; feePaise: number } | null) =>
    part ? part.amountPaise + part.feePaise : 0;

  test("the paid part is the most whole tokens with their fee; the rest stays", () => {
    // ₹500 pay 48 tokens at ₹10 with a fee of 2.5 %: ₹492. Another token would make ₹502.25.
    expect(partPaidBy(order, 50_000)).toEqual({
      quantity: 48,
      amountPaise: 48_000,
      feePaise: 1_200,
    });
  });

  test("the paid part is nothing below one token, and the whole order from its total on", () => {
    expect(partPaidBy(order, 1_024)).toBeNull();
    expect(partPaidBy(order, 1_025)).toMatchObject({ quantity: 1 });
    const whole = { quantity: 100, amountPaise: 100_500, feePaise: 2_513 };
    expect(partPaidBy(order, 103_013)).toEqual(whole);
    expect(partPaidBy(order, 999_999)).toEqual(whole);
  });

  test("the paid part is every token where only the remainder of the amount, which buys none, is missing", () => {
    expect(partPaidBy(order, 102_500)).toEqual({
      quantity: 100,
      amountPaise: 100_000,
      feePaise: 2_500,
    });
  });

  test("the paid part is never more than was received or ordered, and one more token would be", () => {
    fc.assert(
      fc.property(orders, fc.nat({ max: 30_000_000 }), (whole, received) => {
        const part = partPaidBy(whole, received);
        expect(cost(part)).toBeLessThanOrEqual(Math.min(received, whole.totalPaise));
        const tokens = part?.quantity ?? 0;
        expect(tokens).toBeLessThanOrEqual(whole.quantity);
        if (tokens < whole.quantity) {
          expect(cost(tokensOf(whole, tokens + 1))).toBeGreaterThan(received);
        }
      }),
    );
  });

  test("the paid part grows with what was received, and of two payments no paisa is lost", () => {
    fc.assert(
      fc.property(
        orders,
        fc.nat({ max: 20_000_000 }),
        fc.nat({ max: 20_000_000 }),
        (whole, a, b) => {
          const [first, both] = [partPaidBy(whole, a), partPaidBy(whole, a + b)];
          expect(both?.quantity ?? 0).toBeGreaterThanOrEqual(first?.quantity ?? 0);
          expect(cost(both)).toBeGreaterThanOrEqual(cost(first));
          expect(a + b - cost(both)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
