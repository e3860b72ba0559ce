import { expect, test } from "vitest";
import { twoNumbers } from "./two-numbers";

const entry = (narration: string, reference: string | null = null) => ({ narration, reference });

test("marks the digits in which the member's number differs from the bank's", () => {
  expect(twoNumbers(entry("UPI-ASHA-TOKEN", "438839752483"), "438893752483")).toEqual({
    bank: ["4388", "39", "752483"],
    member: ["4388", "93", "752483"],
  });
});

test("marks a digit that is missing", () => {
  expect(twoNumbers(entry("", "438839752483"), "43883975248")).toEqual({
    bank: ["43883975248", "3", ""],
    member: ["43883975248", "", ""],
  });
});

test("shows the member's number as it was typed", () => {
  expect(twoNumbers(entry("", "26665578"), "026665579")?.member).toEqual(["02666557", "9", ""]);
  expect(twoNumbers(entry("", "26665578"), "02666/5579/7")?.member).toEqual([
    "02666/557",
    "9/7",
    "",
  ]);
  expect(twoNumbers(entry("", "438839752483"), "026665579")?.member).toEqual(["026665579", "", ""]);
});

test("takes the number of the text that is most like the member's", () => {
  const numbers = twoNumbers(entry("NEFT 10020030040 ASHA 438839752483"), "438839752484");
  expect(numbers?.bank.join("")).toBe("438839752483");
});

test("marks nothing in a number that is another one", () => {
  expect(twoNumbers(entry("", "438839752483"), "481009851101")).toEqual({
    bank: ["438839752483", "", ""],
    member: ["481009851101", "", ""],
  });
});

test("shows no numbers where they are the same, or one is missing", () => {
  expect(twoNumbers(entry("", "438839752483"), "4388 3975 2483")).toBeNull();
  expect(twoNumbers(entry("", "438839752483"), null)).toBeNull();
  expect(twoNumbers(entry("CASH"), "438839752483")).toBeNull();
});
