import { expect, test } from "vitest";
import { memoize } from "./memoize";

test("a memoized function computes once per key and drops the oldest entry at the limit", () => {
  const made: number[] = [];
  const square = memoize(
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

test("a result that fails is made again", async () => {
  let calls = 0;
  const read = memoize(
    () => (++calls === 1 ? Promise.reject(new Error("away")) : Promise.resolve(calls)),
    () => "one",
  );
  await expect(read({})).rejects.toThrow("away");
  await expect(read({})).resolves.toBe(2);
});
