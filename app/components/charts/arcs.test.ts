import fc from "fast-check";
import { expect, test } from "vitest";
import { slicePaths } from "./arcs";

test("slices begin at the top and follow each other clockwise", () => {
  expect(slicePaths([1, 1, 2], 0, 100)).toEqual([
    "M0 -100A100 100 0 0 1 100 0L0 0Z",
    "M100 0A100 100 0 0 1 0 100L0 0Z",
    "M0 100A100 100 0 0 1 0 -100L0 0Z",
  ]);
  expect(slicePaths([3, 1], 50, 100)[0]).toBe(
    "M0 -100A100 100 0 1 1 -100 0L-50 0A50 50 0 1 0 0 -50Z",
  );
});

test("a value that is all there is makes a whole ring, nothing makes none", () => {
  expect(slicePaths([0, 5, 0], 50, 100)).toEqual([
    "",
    "M0 -100A100 100 0 0 1 0 100A100 100 0 0 1 0 -100L0 -50A50 50 0 0 0 0 50A50 50 0 0 0 0 -50Z",
    "",
  ]);
  expect(slicePaths([0, 0], 50, 100)).toEqual(["", ""]);
});

test("each slice has its value's share of the turn, to the precision of what is drawn", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 7 }), (values) => {
      const total = values.reduce((sum, value) => sum + value, 0);
      slicePaths(values, 0, 100).forEach((path, index) => {
        const share = (values[index] ?? 0) / total;
        if (path === "" || share > 0.9999) return;
        const [start, end] = endsOf(path);
        const off = end - start - share;
        expect(Math.abs(off - Math.round(off))).toBeLessThan(0.0005);
      });
    }),
  );
});

/** The turns at which a slice of a pie begins and ends. */
function endsOf(path: string): [number, number] {
  const [, x1, y1, x2, y2] = /^M(\S+) (\S+)A100 100 0 \d 1 (\S+) (\S+)L/.exec(path) ?? [];
  const turn = (x?: string, y?: string) => Math.atan2(Number(x), -Number(y)) / (2 * Math.PI);
  return [turn(x1, y1), turn(x2, y2)];
}
