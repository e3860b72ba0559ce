import { expect, test } from "vitest";
import { amountOfTokens, groupedAmount, quoteTyped } from "./typed-quote";

const price = {
  priceMicroRupees: 30_000_000,
  feeBps: 250,
  remainingPrivateSupply: 100,
  leastPaise: 0,
  room: { isFull: false, mostTokens: null, limit: null },
};

test.each(["₹100", "Rs. 100", "100/-", "१००", "\u200b100"])("reads %j whole", (typed) => {
  expect(quoteTyped(typed, price)).toMatchObject({ state: "quoted", amountPaise: 90_00 });
});

test.each(["₹1,000.507", "1.2.3", "abc", "10a0", "1 000", "1e9", "5k"])(
  "refuses %j, which is no amount, and makes no other number of it",
  (typed) => {
    expect(quoteTyped(typed, price)).toEqual({ state: "refused", code: "AMOUNT_INVALID" });
  },
);

test.each([
  ["50000", "50,000"],
  ["1000.5", "1,000.50"],
  ["Rs. 100000", "1,00,000"],
  ["1e9", "1e9"],
  ["", ""],
])("reads %j back as %j", (typed, shown) => {
  expect(groupedAmount(typed)).toBe(shown);
  expect(quoteTyped(shown, price)).toEqual(quoteTyped(typed, price));
});

test.each(["", " ", "\u200b"])("waits for an amount where %j is typed", (typed) => {
  expect(quoteTyped(typed, price)).toEqual({ state: "empty" });
});

test("quotes what an amount buys, by the rule that prices the order, without the rest", () => {
  expect(quoteTyped("100", price)).toEqual({
    state: "quoted",
    amountPaise: 90_00,
    quote: { quantity: 3, feePaise: 2_25, totalPaise: 92_25, remainderPaise: 0 },
  });
  expect(quoteTyped("90", price)).toMatchObject({ amountPaise: 90_00 });
});

test.each([
  ["3", 30_000_000, "90"],
  ["1,000", 12_345_678, "12345.68"],
  ["१०", 10, "0.01"],
  ["0", 30_000_000, null],
  ["1.5", 30_000_000, null],
  ["", 30_000_000, null],
  ["9", null, null],
])("%s tokens at %d micro-rupees cost %s", (tokens, micro, amount) => {
  expect(amountOfTokens(tokens, micro)).toBe(amount);
});

test.each([
  ["0", "AMOUNT_INVALID"],
  [".", "AMOUNT_INVALID"],
  ["29.99", "BELOW_ONE_TOKEN"],
  ["3030", "SUPPLY_TOO_LOW"],
  ["123456789012345", "AMOUNT_TOO_LARGE"],
])("%s is refused with %s", (typed, code) => {
  expect(quoteTyped(typed, price)).toEqual({ state: "refused", code });
});

test("an amount below the company's least one is refused before it is sent", () => {
  const terms = { ...price, leastPaise: 90_00 };
  expect(quoteTyped("89", terms)).toEqual({ state: "refused", code: "BELOW_MINIMUM_ORDER" });
  expect(quoteTyped("90", terms)).toMatchObject({ state: "quoted", amountPaise: 90_00 });
});

test("reports an empty pool", () => {
  expect(quoteTyped("30", { ...price, remainingPrivateSupply: 0 })).toEqual({
    state: "refused",
    code: "SUPPLY_GONE",
  });
});

test("an amount beyond the member's own limit is told by that limit, before the pool's", () => {
  const limit = { code: "UNVERIFIED_CAP_REACHED", tokens: 12 } as const;
  const terms = { ...price, room: { isFull: false, mostTokens: 10, limit } };
  expect(quoteTyped("300", terms)).toMatchObject({ state: "quoted" });
  const refused = { state: "refused", code: limit.code };
  expect(quoteTyped("330", terms)).toMatchObject({ ...refused, whole: { amountPaise: 330_00 } });
  expect(quoteTyped("9000", terms)).toMatchObject(refused);
});
