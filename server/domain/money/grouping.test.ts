import fc from "fast-check";
import { expect, test } from "vitest";
import { ungrouped } from "./units";

test.each([
  ["1,00,00,000", "10000000"],
  ["10,000,000", "10000000"],
  ["1,000", "1000"],
  ["12,34,567.50", "1234567.50"],
  ["100,000", "100000"],
  [" 1,00,000 ", "100000"],
  ["1000", "1000"],
  ["0.5", "0.5"],
])("%s is %s", (typed, digits) => {
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
  "१,०००",
])("%s is unchanged", (typed) => {
  expect(ungrouped(typed)).toBe(typed);
});

test("both groupings round-trip", () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000_000_000_000_000 }), (count) => {
      for (const locale of ["en-IN", "en-US"]) {
        expect(ungrouped(count.toLocaleString(locale))).toBe(String(count));
      }
    }),
  );
});

test("either all commas are removed or none, for any text", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d,.]{0,12}$/), (typed) => {
      const digits = ungrouped(typed);
      expect([typed, typed.replaceAll(",", "")]).toContain(digits);
    }),
  );
});
