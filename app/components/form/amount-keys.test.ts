import { describe, expect, test } from "vitest";
import { acceptedText } from "./amount-field";

const empty = { value: "", at: [0, 0] } as const;

describe("a key", () => {
  test.each([
    ["5", "5"],
    [".", "."],
    ["५", "5"],
    ["૫", "5"],
    ["５", "5"],
  ])("the key %s in an amount is taken as %s", (key, text) => {
    expect(acceptedText(key, empty)).toBe(text);
  });

  test.each(["a", "e", "-", "+", ",", " ", "₹", "²", "\u200b", "😀"])(
    "the key %j in an amount is not taken",
    (key) => {
      expect(acceptedText(key, empty)).toBeNull();
      expect(acceptedText(key, { value: "12", at: null })).toBeNull();
    },
  );

  test("a key for a second point or a third decimal is not taken", () => {
    expect(acceptedText(".", { value: "1.5", at: [3, 3] })).toBeNull();
    expect(acceptedText("7", { value: "1.50", at: [4, 4] })).toBeNull();
    expect(acceptedText("7", { value: "1.50", at: [1, 1] })).toBe("7");
    expect(acceptedText(".", { value: "1.50", at: [0, 4] })).toBe(".");
  });

  test("a key is taken in a pasted text that is no amount, so that it can be corrected", () => {
    expect(acceptedText("5", { value: "5k", at: [2, 2] })).toBe("5");
    expect(acceptedText("k", { value: "5k", at: [2, 2] })).toBeNull();
  });
});

describe("a paste", () => {
  test.each([
    ["₹5,000", "5000"],
    ["Rs. 5000", "5000"],
    ["5000/-", "5000"],
    ["५०००", "5000"],
    ["1,00,000.50", "100000.50"],
    ["12.34", "12.34"],
  ])("a pasted amount %s is taken whole as %s", (pasted, text) => {
    expect(acceptedText(pasted, empty)).toBe(text);
    expect(acceptedText(pasted, { value: "", at: null })).toBe(text);
  });

  test.each(["1.2.3", "50a00", "5 000", "1.234", "-50", "1e3"])(
    "a pasted amount %s is never another number",
    (pasted) => {
      expect(acceptedText(pasted, empty)).toBe(pasted);
      expect(acceptedText(pasted, { value: "", at: null })).toBeNull();
    },
  );
});
