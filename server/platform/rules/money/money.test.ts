import fc from "fast-check";
import { rupeesField } from "@server/platform/contracts/fields";
import { describe, expect, test } from "vitest";
import {
  formatCrore,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatRupees,
  rupeesText,
} from "./format";
import { quote, quoteWhole, tryQuote } from "./quote";
import { quickAmounts } from "./quick-amounts";
import {
  divideHalfUp,
  amountInPaise,
  bpsFromPercent,
  MAX_AMOUNT_PAISE,
  MAX_PRICE_MICRO_RUPEES,
  microRupeesToNumber,
  paiseToRupeesNumber,
  parsePriceToMicroRupees,
  parseRupeesToPaise,
  percentFromBps,
  sharesInPercent,
  plainAmount,
  ungrouped,
} from "./units";

const paise = fc.integer({ min: 1, max: MAX_AMOUNT_PAISE });
const price = fc.integer({ min: 1, max: MAX_PRICE_MICRO_RUPEES });
const bps = fc.integer({ min: 0, max: 10_000 });

describe("quickAmounts", () => {
  const rupees = (price: number, most: number) =>
    quickAmounts(price * 1_000_000, most).map(({ amountPaise }) => amountPaise / 100);

  test("quick amounts are round, buy whole tokens, and are within what may be bought", () => {
    expect(rupees(7, 1_000_000)).toEqual([700, 3500, 7000, 35_000]);
    expect(rupees(7, 1000)).toEqual([700, 3500, 7000]);
    expect(rupees(12_500, 1_000_000)).toEqual([50_000, 100_000, 500_000]);
    expect(rupees(6.73, 1_000_000)).toEqual([673, 3365, 6730, 33_650]);
    // Less than the smallest: all of it.
    expect(rupees(7, 30)).toEqual([210]);
    expect(rupees(7, 0)).toEqual([]);
    expect(quickAmounts(null, 5)).toEqual([]);
    // Each says what it buys.
    const [first] = quickAmounts(7_000_000, 1_000_000);
    expect(first).toEqual({ amountPaise: 700_00, quantity: 100 });
  });

  test("each quick amount can be ordered, at any price", () => {
    fc.assert(
      fc.property(price, fc.nat(9_000_000_000_000_000), (priceMicroRupees, most) => {
        for (const { amountPaise, ...said } of quickAmounts(priceMicroRupees, most)) {
          const { quantity, remainderPaise } = quote({ amountPaise, priceMicroRupees, feeBps: 0 });
          expect(remainderPaise).toBe(0);
          expect(said).toEqual({ quantity });
          expect(quantity).toBeGreaterThan(0);
          expect(quantity).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  test("an amount without its remainder buys the same and leaves nothing", () => {
    fc.assert(
      fc.property(price, paise, (priceMicroRupees, amountPaise) => {
        const input = { amountPaise, priceMicroRupees, feeBps: 0 };
        const typed = tryQuote(input);
        if (!typed.ok) return;
        const whole = quoteWhole(input);
        expect(whole.quote).toMatchObject({ quantity: typed.quote.quantity, remainderPaise: 0 });
        expect(amountPaise - whole.amountPaise).toBe(typed.quote.remainderPaise);
      }),
    );
  });
});

describe("quote", () => {
  test("₹1,000 at ₹12.50 with 2.5 % buys 80 tokens for ₹1,025", () => {
    expect(quote({ amountPaise: 100_000, priceMicroRupees: 12_500_000, feeBps: 250 })).toEqual({
      quantity: 80,
      feePaise: 2_500,
      totalPaise: 102_500,
      remainderPaise: 0,
    });
  });

  test("the remainder of an amount buys nothing and is reported", () => {
    const said = quote({ amountPaise: 10_099, priceMicroRupees: 20_000_000, feeBps: 0 });
    expect(said).toMatchObject({ quantity: 5, remainderPaise: 99 });
  });

  test("a fee of half a paisa is rounded up, less is rounded down", () => {
    expect(quote({ amountPaise: 50, priceMicroRupees: 1, feeBps: 100 }).feePaise).toBe(1);
    expect(quote({ amountPaise: 49, priceMicroRupees: 1, feeBps: 100 }).feePaise).toBe(0);
  });

  test("a fee that floats would round wrongly is exact", () => {
    // 1.005 × 100 is 100.49999999999999 in floats.
    expect(quote({ amountPaise: 10_050, priceMicroRupees: 1_000_000, feeBps: 100 }).feePaise).toBe(
      101,
    );
  });

  test.each([
    [{ amountPaise: 0, priceMicroRupees: 1, feeBps: 0 }, "AMOUNT_INVALID"],
    [{ amountPaise: -5, priceMicroRupees: 1, feeBps: 0 }, "AMOUNT_INVALID"],
    [{ amountPaise: 1.5, priceMicroRupees: 1, feeBps: 0 }, "AMOUNT_INVALID"],
    [{ amountPaise: Number.NaN, priceMicroRupees: 1, feeBps: 0 }, "AMOUNT_INVALID"],
    [{ amountPaise: MAX_AMOUNT_PAISE + 1, priceMicroRupees: 1, feeBps: 0 }, "AMOUNT_TOO_LARGE"],
    [{ amountPaise: 100, priceMicroRupees: null, feeBps: 0 }, "NO_TOKEN_SELECTED"],
    [{ amountPaise: 100, priceMicroRupees: 0, feeBps: 0 }, "NO_TOKEN_SELECTED"],
    [{ amountPaise: 99, priceMicroRupees: 1_000_000, feeBps: 0 }, "BELOW_ONE_TOKEN"],
  ])("a quote for %o is refused: %s", (input, code) => {
    const tried = tryQuote(input);
    expect(tried.ok ? null : tried.refusal.code).toBe(code);
  });

  test("a fee outside 0 to 100 % is an internal error, not a refusal", () => {
    expect(() => tryQuote({ amountPaise: 1, priceMicroRupees: 1, feeBps: 10_001 })).toThrow(
      RangeError,
    );
  });

  test("the tokens cost at most the amount, and one more would exceed it", () => {
    fc.assert(
      fc.property(paise, price, bps, (amountPaise, priceMicroRupees, feeBps) => {
        const tried = tryQuote({ amountPaise, priceMicroRupees, feeBps });
        const affordable = BigInt(amountPaise) * 10_000n;
        if (!tried.ok) {
          expect(tried.refusal.code).toBe("BELOW_ONE_TOKEN");
          return affordable < BigInt(priceMicroRupees);
        }
        const { quantity, feePaise, totalPaise, remainderPaise } = tried.quote;
        const cost = BigInt(quantity) * BigInt(priceMicroRupees);
        expect(cost <= affordable && cost + BigInt(priceMicroRupees) > affordable).toBe(true);
        expect(BigInt(remainderPaise)).toBe((affordable - cost) / 10_000n);
        expect(totalPaise).toBe(amountPaise + feePaise);
        const doubledError =
          2n * (BigInt(feePaise) * 10_000n - BigInt(amountPaise) * BigInt(feeBps));
        expect(doubledError > -10_000n && doubledError <= 10_000n).toBe(true);
        return [quantity, feePaise, totalPaise, remainderPaise].every(Number.isSafeInteger);
      }),
    );
  });

  test("a larger amount never buys fewer tokens", () => {
    fc.assert(
      fc.property(paise, paise, price, (a, b, priceMicroRupees) => {
        const buys = (amountPaise: number) => {
          const tried = tryQuote({ amountPaise, priceMicroRupees, feeBps: 0 });
          return tried.ok ? tried.quote.quantity : 0;
        };
        return a <= b ? buys(a) <= buys(b) : buys(a) >= buys(b);
      }),
    );
  });
});

describe("parsing amounts", () => {
  test.each([
    ["1234.5", 123_450],
    ["0.07", 7],
    [" 100 ", 10_000],
    ["12.", 1_200],
    [".5", 50],
    ["007.10", 710],
    ["1.000", 100],
    [0.29, 29],
    [1_000_000, 100_000_000],
    ["999999999.99", MAX_AMOUNT_PAISE],
  ])("the typed amount %s is %d paise", (text, expected) => {
    expect(parseRupeesToPaise(text)).toBe(expected);
  });

  test.each([
    "",
    ".",
    "1.2.3",
    "1,000",
    "₹5",
    "-1",
    "+1",
    "1e5",
    "0x10",
    "1.234",
    "abc",
    "१००",
    "1 000",
    "1000000000",
    "9".repeat(400),
    0.1 + 0.2,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("the text %s is not an amount", (text) => {
    expect(parseRupeesToPaise(text)).toBeNull();
  });

  test("an amount to pay is above zero and below the limit", () => {
    expect(amountInPaise("1.50")).toBe(150);
    expect(() => amountInPaise("0.00")).toThrow("AMOUNT_INVALID");
    expect(() => amountInPaise("one")).toThrow("AMOUNT_INVALID");
    expect(() => amountInPaise("1000000000")).toThrow("AMOUNT_TOO_LARGE");
  });

  test("formatted amounts round-trip", () => {
    fc.assert(fc.property(paise, (n) => parseRupeesToPaise(rupeesText(n)) === n));
    fc.assert(fc.property(paise, (n) => parseRupeesToPaise(paiseToRupeesNumber(n)) === n));
    fc.assert(fc.property(price, (n) => parsePriceToMicroRupees(microRupeesToNumber(n)) === n));
    fc.assert(fc.property(bps, (n) => bpsFromPercent(percentFromBps(n)) === n));
  });

  test("percentages have a maximum of 100 and two decimals", () => {
    expect(bpsFromPercent("7.5")).toBe(750);
    expect(bpsFromPercent("100")).toBe(10_000);
    expect(bpsFromPercent("100.01")).toBeNull();
    expect(bpsFromPercent("1.234")).toBeNull();
    expect(bpsFromPercent("")).toBeNull();
  });

  test("any text parses to an amount without an exception and never to a fraction", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parseRupeesToPaise(text);
        return read === null || (Number.isSafeInteger(read) && read >= 0);
      }),
    );
  });
});

describe("formatting amounts", () => {
  test.each([
    [0, "₹0.00"],
    [7, "₹0.07"],
    [99_999, "₹999.99"],
    [100_000, "₹1,000.00"],
    [10_000_000, "₹1,00,000.00"],
    [123_456_789_012, "₹1,23,45,67,890.12"],
    [-150, "-₹1.50"],
  ])("%d paise is formatted as %s", (n, text) => {
    expect(formatRupees(n)).toBe(text);
  });

  test("grouping agrees with Intl for India", () => {
    const intl = new Intl.NumberFormat("en-IN");
    fc.assert(
      fc.property(
        fc.integer({ max: 2 ** 31 - 1 }),
        (n) => formatQuantity(n) === intl.format(n === 0 ? 0 : n),
      ),
    );
  });

  test("a price has two decimals, and more only for a fraction of a paisa", () => {
    expect(formatPrice(12_500_000)).toBe("₹12.50");
    expect(formatPrice(12_500)).toBe("₹0.0125");
    expect(formatPrice(1)).toBe("₹0.000001");
    expect(formatPrice(1_00_000_000_000)).toBe("₹1,00,000.00");
  });

  test("a formatted price is exact", () => {
    fc.assert(
      fc.property(price, (n) => parsePriceToMicroRupees(formatPrice(n).replace(/[₹,]/g, "")) === n),
    );
  });

  test("percentages and crores are formatted", () => {
    expect(formatPercent(250)).toBe("2.5%");
    expect(formatPercent(1000)).toBe("10%");
    expect(formatCrore(12_500_000)).toBe("1.25 CR");
    expect(formatCrore(0)).toBe("0.00 CR");
    expect(formatCrore(30_00_00_00_000)).toBe("3,000.00 CR");
  });

  test("a fraction of a unit is an error, never formatted", () => {
    expect(() => formatRupees(1.5)).toThrow(RangeError);
    expect(() => formatQuantity(Number.NaN)).toThrow(RangeError);
  });
});

describe("shares", () => {
  test("shares are percent of the sum, to two decimals", () => {
    expect(sharesInPercent([1, 2, 0, 0])).toEqual([33.33, 66.67, 0, 0]);
    expect(sharesInPercent([0, 0])).toEqual([0, 0]);
  });

  test("shares add up to 100 within rounding", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (parts) => {
        const sum = sharesInPercent(parts).reduce((a, b) => a + b, 0);
        return parts.every((part) => part === 0) ? sum === 0 : Math.abs(sum - 100) <= 0.03;
      }),
    );
  });
});

test("division rounds half up and throws on invalid operands", () => {
  expect(divideHalfUp(5n, 2n)).toBe(3n);
  expect(divideHalfUp(4n, 3n)).toBe(1n);
  expect(() => divideHalfUp(-1n, 2n)).toThrow(RangeError);
  expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
});

test.each([
  ["1,00,00,000", "10000000"],
  ["10,000,000", "10000000"],
  ["1,000", "1000"],
  ["12,34,567.50", "1234567.50"],
  ["100,000", "100000"],
  [" 1,00,000 ", "100000"],
  ["1000", "1000"],
  ["0.5", "0.5"],
  ["१,००,०००", "100000"],
  ["1\u200b,000\u2060", "1000"],
])("the grouped number %s is %s", (typed, digits) => {
  expect(ungrouped(typed)).toBe(digits);
});

test.each([
  "1,2,3",
  "1,00",
  "1,00,00",
  ",100",
  "100,",
  "1,,000",
  "1000,000",
  "1,0000",
  "100,00,000",
  "10,000,00,000",
  "1,00,000,000",
  "0,001",
  "1,000.5,0",
  "1.000,5",
  "1, 000",
  "-1,000",
])("the text %s, which is not grouped, is unchanged", (typed) => {
  expect(ungrouped(typed)).toBe(typed);
});

test("Indian and international grouping round-trip", () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000_000_000_000_000 }), (count) => {
      for (const locale of ["en-IN", "en-US"]) {
        expect(ungrouped(count.toLocaleString(locale))).toBe(String(count));
      }
    }),
  );
});

test("ungrouping removes either all commas of a text or none", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d,.]{0,12}$/), (typed) => {
      const digits = ungrouped(typed);
      expect([typed, typed.replaceAll(",", "")]).toContain(digits);
    }),
  );
});

test.each([
  ["₹5,000", "5000"],
  ["₹ 5,000.50", "5000.50"],
  ["Rs. 5000", "5000"],
  ["Rs.5000", "5000"],
  ["rs 1,00,000", "100000"],
  ["INR 5000", "5000"],
  ["5000 INR", "5000"],
  ["5000/-", "5000"],
  ["Rs. 5,000/- only", "5000"],
  ["5000 rupees", "5000"],
  ["५०००", "5000"],
  ["₹५,०००", "5000"],
  ["रु. ५०००", "5000"],
  ["5000 रुपये", "5000"],
  ["৳", "৳"],
  ["\u202a₹5,000\u202c", "5000"],
  ["\u00a0₹\u00a05,000", "5000"],
  ["５０００", "5000"],
])("an amount pasted as %j is read whole as %j", (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain);
});

test.each([
  ["Rs. 5000", "5000.00"],
  ["₹5,000", "5000.00"],
  [" 1,00,000.50 ", "100000.50"],
  ["1,527.96", "1527.96"],
  ["1527.96", "1527.96"],
  ["1527,96", null],
  ["1.527,96", null],
  ["15 27.96", null],
  ["1527.965", null],
  ["5e3", null],
])("a typed sum %j is %j, never another one", (typed, rupees) => {
  const read = rupeesField("AMOUNT_INVALID").safeParse(typed);
  expect(read.success ? read.data : null).toBe(rupees);
});

test.each([
  "50a00",
  "5 000",
  "5,00",
  "5000-",
  "-5000",
  "5k",
  "5 lakh",
  "1e3",
  "$5000",
  "5000 + 100",
  "Rs. 5000 and Rs. 100",
  "5000/-/-",
  "5²",
  "½",
  "5.000,50",
  "Rs.",
])("%j, which is no amount, keeps every sign", (typed) => {
  expect(plainAmount(typed)).toBe(typed);
});

test(
  "pasting an amount drops no digit of any text, and reading it twice changes nothing",
  { tags: ["full"] },
  () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^(Rs\.? ?|₹|INR )?[\d,. ]{0,8}(\/-)?( only)?$/),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const plain = plainAmount(typed);
        expect(plainAmount(plain)).toBe(plain);
        const digits = (of: string) => of.replace(/\D/g, "");
        if (/^[\d.]+$/.test(plain)) expect(digits(plain)).toBe(digits(ungrouped(typed)));
      }),
      { numRuns: 2_000 },
    );
  },
);
