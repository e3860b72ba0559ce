import { expect, test } from "vitest";
import { refusalFrom } from "@server/access";
import { assertPriceStart, MAX_UPCOMING_PRICES } from "./price-start";

const now = new Date("2026-11-01T00:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const codeOf = (startsAt: Date, taken: readonly Date[]) => {
  try {
    assertPriceStart({ startsAt, now, taken });
    return "ok";
  } catch (error) {
    return refusalFrom(error)?.code;
  }
};

test("twelve prices are the most that wait", () => {
  const taken = Array.from({ length: MAX_UPCOMING_PRICES }, (_, day) => inDays(day + 1));
  expect(codeOf(inDays(40), taken.slice(1))).toBe("ok");
  expect(codeOf(inDays(40), taken)).toBe("TOO_MANY_PRICES");
});

test("a price starts in the future, within the limit, and at a time of its own", () => {
  expect(codeOf(now, [])).toBe("PRICE_START_PAST");
  expect(codeOf(inDays(100 * 365), [])).toBe("PRICE_START_FAR");
  expect(codeOf(inDays(1), [inDays(1)])).toBe("PRICE_START_TAKEN");
});
