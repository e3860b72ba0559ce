import { expect, test } from "vitest";
import { calculate } from "./calculate";

const terms = { priceMicroRupees: 7_000_000, feeBps: 250, left: 1000, bonus: null };

test("rupees buy the whole tokens that an order would have", () => {
  expect(calculate({ sum: "4,998", unit: "rupees" }, terms)).toEqual({
    state: "quoted",
    quantity: 714,
    feePaise: 12_495,
    totalPaise: 512_295,
    remainderPaise: 0,
    bonusTokens: 0,
  });
});

test("a part of a token is not paid for, as on Buy Token", () => {
  expect(calculate({ sum: "5000", unit: "rupees" }, terms)).toEqual(
    calculate({ sum: "4998", unit: "rupees" }, terms),
  );
});

test("tokens cost the least sum that buys them", () => {
  expect(calculate({ sum: "714", unit: "tokens" }, terms)).toMatchObject({
    quantity: 714,
    totalPaise: 512_295,
  });
  const odd = { ...terms, priceMicroRupees: 3_333_333 };
  const one = calculate({ sum: "1", unit: "tokens" }, odd);
  expect(one).toMatchObject({ state: "quoted", quantity: 1, totalPaise: 342 });
});

test.each([
  ["", "rupees"],
  ["x", "rupees"],
  ["6.99", "rupees"],
  ["0", "tokens"],
  ["1.5", "tokens"],
  ["999999999999", "tokens"],
] as const)("%j %s is refused", (sum, unit) => {
  expect(calculate({ sum, unit }, terms).state).toBe("refused");
});

test("more tokens than are left are not promised", () => {
  expect(calculate({ sum: "1001", unit: "tokens" }, terms).state).toBe("tooMany");
});

test.each([
  ["in whole tokens", 714, { bps: 500, left: null }, 35],
  ["up to what is left of its budget", 714, { bps: 500, left: 20 }, 20],
  ["up to what the pool has left", 980, { bps: 500, left: null }, 20],
  ["not once its budget is used up", 714, { bps: 500, left: 0 }, 0],
] as const)("a campaign's bonus is counted %s", (_how, tokens, bonus, bonusTokens) => {
  const answer = calculate({ sum: String(tokens), unit: "tokens" }, { ...terms, bonus });
  expect(answer).toMatchObject({ quantity: tokens, bonusTokens });
});
