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

test("the sale is open once members can buy, whatever else is to do", () => {
  expect(isSaleOpen(DONE)).toBe(true);
  expect(isSaleOpen({ ...DONE, test: "approved" })).toBe(true);
  expect(isSaleOpen({ ...DONE, hasDeciders: false, hasReadTexts: false })).toBe(true);
});

test("the sale is not called open without a price, an account or an address", () => {
  expect(isSaleOpen({ ...DONE, hasPrice: false })).toBe(false);
  expect(isSaleOpen({ ...DONE, hasAccount: false })).toBe(false);
  expect(isSaleOpen({ ...DONE, site: null })).toBe(false);
});
