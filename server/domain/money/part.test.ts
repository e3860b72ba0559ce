import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partOf } from "./part";
import { quote } from "./quote";

const order = {
  quantity: 100,
  amountPaise: 100_500,
  feePaise: 2_513,
  priceMicroRupees: 10_000_000,
  feeBps: 250,
};

describe("a part of an order", () => {
  test("costs its tokens at the order's price, and its share of the fee", () => {
    expect(partOf(order, 40)).toEqual({ quantity: 40, amountPaise: 40_000, feePaise: 1_000 });
  });

  test("that is the whole order costs what the order says, remainder included", () => {
    expect(partOf(order, 100)).toEqual({ quantity: 100, amountPaise: 100_500, feePaise: 2_513 });
  });

  test("is at least one token and at most the order", () => {
    expect(() => partOf(order, 0)).toThrow(RangeError);
    expect(() => partOf(order, 101)).toThrow(RangeError);
  });

  test("never costs more than the order, nor more than a larger part", () => {
    const orders = fc
      .record({
        amountPaise: fc.integer({ min: 1, max: 10_000_000 }),
        priceMicroRupees: fc.integer({ min: 1, max: 100_000_000 }),
        feeBps: fc.integer({ min: 0, max: 10_000 }),
      })
      .filter(({ amountPaise, priceMicroRupees }) => amountPaise * 10_000 >= priceMicroRupees);
    fc.assert(
      fc.property(orders, fc.nat(), fc.nat(), (terms, a, b) => {
        const whole = { ...terms, ...quote(terms) };
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
