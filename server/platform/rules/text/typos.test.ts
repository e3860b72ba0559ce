import { expect, test } from "vitest";
import { isNear } from "./typos";

test.each([
  ["", "", 0],
  ["abc", "abc", 0],
  ["abc", "abd", 1],
  ["abc", "abcd", 1],
  ["abc", "bc", 1],
  ["SMTP_ULR", "SMTP_URL", 2],
  ["912233445566", "192233445566", 2],
  ["ab", "", 2],
  ["412345678901", "123456789012", 2],
  ["abcdef", "badcfe", 4],
])("%s and %s are exactly %i typos apart", (one, other, typos) => {
  expect(isNear(one, other, typos)).toBe(true);
  expect(isNear(other, one, typos)).toBe(true);
  if (typos > 0) expect(isNear(one, other, typos - 1)).toBe(false);
});
