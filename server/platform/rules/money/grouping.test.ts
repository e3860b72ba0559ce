import fc from "fast-check";
import { expect, test } from "vitest";
import { plainAmount, ungrouped } from "./units";

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

test("pasting an amount drops no digit of any text, and reading it twice changes nothing", () => {
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
});
