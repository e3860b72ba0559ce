import { expect, test } from "vitest";
import { isSaleOpen } from "./first-day";

const DONE = {
  hasPrice: true,
  hasAccount: true,
  hasDeciders: true,
  hasReadTexts: true,
  hasSupport: true,
  contact: "desk@kite.example",
  mobile: "+919876543210",
  hasMember: true,
  unverifiedMayBuy: true,
  test: "open" as const,
  testOrderId: null,
  site: "https://kite.example",
};

test("the sale is open once every step is done, also without the optional test", () => {
  expect(isSaleOpen(DONE)).toBe(true);
  expect(isSaleOpen({ ...DONE, test: "undone" })).toBe(true);
});

test("the sale is not called open while a step is to do, or a test is not taken back", () => {
  expect(isSaleOpen({ ...DONE, hasPrice: false })).toBe(false);
  expect(isSaleOpen({ ...DONE, hasMember: false })).toBe(false);
  expect(isSaleOpen({ ...DONE, test: "approved" })).toBe(false);
  expect(isSaleOpen({ ...DONE, test: "reversed" })).toBe(false);
});
