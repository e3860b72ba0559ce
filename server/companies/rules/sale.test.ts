import { expect, test } from "vitest";
import { percentOf } from "./sale";

test.each([
  [0, 300, 2, 0],
  [1, 10_000_000, 2, 0.01],
  [9_999_999, 10_000_000, 2, 99.99],
  [10_000_000, 10_000_000, 2, 100],
  [1, 3, 2, 33.33],
  [1, 30_000, 1, 0.1],
  [29_999, 30_000, 1, 99.9],
  [0, 0, 2, 0],
])(
  "%i of %i tokens to %i decimals are %f %%: 100 only at the end, 0 only before the first",
  (part, total, decimals, percent) => {
    expect(percentOf(part, total, decimals)).toBe(percent);
  },
);
