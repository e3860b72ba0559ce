import { expect, test } from "vitest";
import { remembered } from "./remembered";

test("an answer is made once for a key, and the oldest goes when there are too many", () => {
  const made: number[] = [];
  const square = remembered(
    (value: number) => {
      made.push(value);
      return value * value;
    },
    (value) => String(value),
    2,
  );
  expect([square(2), square(2), square(3), square(4), square(3), square(2)]).toEqual([
    4, 4, 9, 16, 9, 4,
  ]);
  expect(made).toEqual([2, 3, 4, 2]);
});
